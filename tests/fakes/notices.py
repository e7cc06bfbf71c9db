"""Records what the program says, and answers what it asks. A question that a test leaves unanswered fails it."""

from collections.abc import Iterator

import pytest

from desktop.bridge.notices import Notice, Notices, Verb


class Recorder:
    """Stands where the shell would draw."""

    def __init__(self) -> None:
        self.notices = Notices()
        self.raised: list[Notice] = []
        self.notices.raised.connect(self.raised.append)

    @property
    def last(self) -> Notice:
        return self.raised[-1]

    @property
    def questions(self) -> list[Notice]:
        """The questions that wait for an answer."""
        return [notice for notice in self.notices.standing if notice.verb is Verb.ASK]

    def texts(self, verb: Verb) -> list[str]:
        """What was said in one verb so far."""
        return [notice.text for notice in self.raised if notice.verb is verb]

    def answer(self, choice: str, reason: str = "") -> None:
        """Answer the one question that waits."""
        (question,) = self.questions
        self.notices.answer(question, choice, reason)


@pytest.fixture
def recorder(qapp: object) -> Iterator[Recorder]:
    """A recorder whose questions must all be answered."""
    here = Recorder()
    yield here
    unanswered = [question.text for question in here.questions]
    if unanswered:
        pytest.fail(f"unanswered: {unanswered}", pytrace=False)
