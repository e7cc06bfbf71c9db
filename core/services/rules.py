"""The rules of two people: what the clinic lets nobody do alone. Off until an admin turns one on; turning it off takes the two."""

from core.base.errors import Refused
from core.base.messages import Words
from core.base.rights import Right, TwoPersonRule
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.at_work.roster import can_be_two, holds
from core.services.keys.keys import Keys
from core.store.rules import keep_rules, rules_of
from core.store.unlocking import Credential


class Rules:
    """Those of the open clinic."""

    def __init__(self, desk: Desk, keys: Keys) -> None:
        self._desk, self._keys = desk, keys

    def on(self) -> frozenset[TwoPersonRule]:
        """Which are on."""
        self._desk.in_present_role()
        return self._desk.read(rules_of)

    def possible(self) -> frozenset[TwoPersonRule]:
        """For which there are two people: everyone who may do it finds somebody else who may say yes, each by a passphrase."""
        self._desk.in_present_role()
        return self._possible()

    def turn_on(self, rule: TwoPersonRule) -> None:
        """From now on it takes two. Raises `Refused` rule_needs_two where there are none."""
        self._desk.require(Right.SETTINGS)
        if rule not in self._possible():
            raise Refused("rule_needs_two", rule=Words(f"rules.{rule}.title"))
        self._change(Action.RULE_ON, rule)

    def turn_off(self, rule: TwoPersonRule, by: Credential, second: Credential | None) -> None:
        """From now on one does. Whoever could end a rule alone would be bound by none, so both are asked: `by` is the operator at work.

        Raises as `Keys.asked_again` and `Desk.require_second` do.
        """
        self._desk.require(Right.SETTINGS)
        self._keys.asked_again(by)
        self._desk.require_second(rule, second, first=by)
        self._change(Action.RULE_OFF, rule)

    def _possible(self) -> frozenset[TwoPersonRule]:
        with_passphrase = self._keys.at_hand().operators
        people = self._desk.roster.active
        return frozenset(
            rule
            for rule in TwoPersonRule
            if can_be_two(rule, people)
            and all(one.name in with_passphrase for one in people if holds(one, rule.first))
        )

    def _change(self, action: Action, rule: TwoPersonRule) -> None:
        def work(change: Change) -> None:
            on = rules_of(change.connection)
            keep_rules(change.connection, on | {rule} if action is Action.RULE_ON else on - {rule})
            change.trail.record(action, reason=rule)

        self._desk.change(work)
