"""The words for what is said before there is a window, and without one."""

from core.base.errors import UserError
from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.settings.load import language_of


def language_here() -> str:
    """The language of the clinic that is chosen; the first there is where that cannot be told."""
    try:
        return language_of(Home.chosen().settings)
    except UserError:
        return LANGUAGES[0]


def words_here() -> Messages:
    """The sentences of that language."""
    return Messages(language_here())
