"""What each role may do, in words, from the one table of rights."""

from core.base.messages import Messages, Words
from core.base.rights import RIGHTS, Right, Role


def rights_words(role: Role, messages: Messages) -> str:
    """What a role may do, in the order of the rights."""
    allowed = (messages.text(right.words) for right in Right if right in RIGHTS[role])
    return messages.text("list.between").join(allowed)


def may_not_words(role: str, right: Right, messages: Messages) -> str:
    """That a role may not do something, and which may: as the services say it."""
    allowed = Words(*(f"roles.{other}" for other, rights in RIGHTS.items() if right in rights))
    return messages.text(
        "errors.not_allowed.message", role=Words(f"roles.{role}"), right=Words(right.words), roles=allowed
    )
