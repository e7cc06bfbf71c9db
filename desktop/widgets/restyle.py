"""Dynamic properties that the style sheet reads must be followed by a new polish; this is the one place that does it."""

from PySide6.QtWidgets import QWidget


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties the style sheet tells widgets apart by, and show the difference if there is one."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.updateGeometry()
    widget.update()
