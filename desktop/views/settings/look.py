"""The look: scheme, language and the height of rows take effect at once and are remembered."""

from PySide6.QtWidgets import QWidget

from core.base.messages import Messages
from desktop.session.options import Options
from desktop.theme.density import Density
from desktop.theme.scheme import Scheme
from desktop.theme.tokens import Tone
from desktop.views.settings.section import Rows, Section
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented


class LookSection(Section):
    """Chooses how the window looks."""

    def __init__(self, options: Options, messages: Messages) -> None:
        super().__init__(self.tr("外观"), self.tr("改了就生效；写到一半的内容先存为草稿"))
        self._options = options
        self.scheme = Segmented(
            self.tr("主题"),
            (
                Option(Scheme.SYSTEM.value, self.tr("跟随系统")),
                Option(Scheme.LIGHT.value, self.tr("浅")),
                Option(Scheme.DARK.value, self.tr("深")),
            ),
            value=options.scheme.value,
            least=72,
        )
        language = messages.text("settings.language.title")
        # Each language is written in itself, so that whoever came to the other finds the way back.
        self.language = Segmented(
            language,
            (Option("zh_CN", self.tr("中文")), Option("en", "English")),
            value=options.language,
            least=72,
        )
        self.rows = Segmented(
            self.tr("行距"),
            (
                Option(Density.DENSE.value, self.tr("紧凑")),
                Option(Density.COMFORTABLE.value, self.tr("舒适")),
            ),
            value=options.density.value,
            least=72,
        )
        card = Rows(self.title)
        card.add(self.tr("主题"), self.tr("记在这台电脑上，Ctrl+Shift+D 随时切换深浅"), self.scheme)
        card.add(language, self.tr("界面的语言；病历、症状和表单标题始终是中文"), self.language)
        card.add(self.tr("行距"), self.tr("患者表和对比表的行高：紧凑 36，舒适 44"), self.rows)
        card.add(
            self.tr("动效"),
            self.tr("系统要求减少动效时，本程序也没有动效"),
            Label(self.tr("跟随系统"), tone=Tone.MUTED),
        )
        self.cards.addWidget(card)
        self.scheme.chosen.connect(self._on_scheme)
        self.language.chosen.connect(self._on_language)
        self.rows.chosen.connect(self._on_rows)
        options.look_changed.connect(self.refresh)
        options.refused.connect(self.refresh)

    def first(self) -> QWidget | None:
        return self.scheme

    def refresh(self) -> None:
        """Show what is chosen, by whatever way."""
        self.scheme.set_value(self._options.scheme.value)
        self.language.set_value(self._options.language)
        self.rows.set_value(self._options.density.value)

    def _on_scheme(self, value: str) -> None:
        self._options.choose_scheme(Scheme(value))

    def _on_language(self, value: str) -> None:
        self._options.choose_language(value)

    def _on_rows(self, value: str) -> None:
        self._options.choose_density(Density(value))
