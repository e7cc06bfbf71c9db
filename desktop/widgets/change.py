"""The four states and six markers as they look: a word, an icon, a colour. Never colour alone.

The values are the words the domain pack decides with, so a word that comes with a comparison names its look directly.
"""

from enum import StrEnum

from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.widgets.data_words import shown


class Change(StrEnum):
    """A state or a marker, in the order they are shown."""

    WORSE = "加重"
    IMPROVED = "减轻"
    RESOLVED = "消失"
    UNCHANGED = "无变化"
    NEW = "新出现"
    RECURRED = "再次出现"
    FIRST_RECORDED = "首次记录"
    NEEDS_REVIEW = "需核对"
    NOT_COMPARABLE = "不能比较"
    NOT_RECORDED = "本次未记"

    @property
    def words(self) -> str:
        """Its name in the language of the window."""
        return shown(self.value)

    @property
    def icon(self) -> Icon:
        """Its sign."""
        return Icon[self.name]

    @property
    def tone(self) -> Tone:
        """Its colour."""
        return _TONES.get(self, Tone.WARN)

    @property
    def is_state(self) -> bool:
        """Whether it is one of the four states; a marker leaves the state empty."""
        return self in STATES


STATES = (Change.WORSE, Change.IMPROVED, Change.RESOLVED, Change.UNCHANGED)
_TONES = {
    Change.WORSE: Tone.WORSE,
    Change.IMPROVED: Tone.IMPROVED,
    Change.RESOLVED: Tone.RESOLVED,
    Change.UNCHANGED: Tone.UNCHANGED,
    Change.NOT_COMPARABLE: Tone.UNCHANGED,
    Change.NOT_RECORDED: Tone.UNCHANGED,
}
