"""What is said of backups in more than one place: how far one is, when one was made, why the last one failed."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from core.base.errors import UserError
from core.base.messages import Messages
from core.base.space import MIB
from desktop.models.count_words import CountWords

PAGE = 4096
UNNAMED = "mingdao"
"""What a backup calls a clinic without a name."""

MISSING = "backup_target_missing"
INSIDE = "backup_target_inside"
OF_FOLDER = frozenset({INSIDE, "backup_target_no_folder", "backup_target_readonly"})
"""Failures that the folder's name alone explains."""
LOST = frozenset({"backup_target_lost", "backup_missing", "file_trouble"})
READ_BACK = frozenset(
    {
        "backup_cut",
        "backup_body_damaged",
        "backup_header_damaged",
        "backup_pages_damaged",
        "backup_counts_differ",
    }
)
OF_ROOM = frozenset({"backup_target_full", "backup_target_no_room", "backup_no_room"})


def far_words(now: tuple[str, int, int], messages: Messages) -> str:
    """What is being done, and how much of how much: 正在复制 12 / 40 MB."""
    stage, done, total = now
    if not stage:
        return QCoreApplication.translate("Backup", "正在准备…")
    name = messages.text(f"backup.stages.{stage}")
    if not total:
        return f"{name}…"
    if stage in {"copy", "restore"}:
        done, total = done * PAGE, total * PAGE
    if stage in {"copy", "restore", "write", "read"}:
        return f"{name} {_mib(done)} / {_mib(total)} MB"
    return f"{name} {done:,} / {total:,}"


def held_words(rows: Mapping[str, int] | None) -> str:
    """What a backup holds: 12 份病历、30 次就诊."""
    held = rows or {}
    say = CountWords()
    parts = (say.records(held.get("patients", 0)), say.visits(held.get("visits", 0)))
    return QCoreApplication.translate("Backup", "、").join(parts)


def moment_words(at: datetime, now: datetime) -> str:
    """今天 18:02, 11-29 18:02, or with the year when it is another."""
    if at.date() == now.date():
        return QCoreApplication.translate("Backup", "今天 {0}").format(f"{at:%H:%M}")
    return f"{at:%m-%d %H:%M}" if at.year == now.year else f"{at:%Y-%m-%d %H:%M}"


def failure_words(code: str, folder: Path, messages: Messages) -> str:
    """Why the last backup failed, in one sentence."""
    if code == MISSING:
        return QCoreApplication.translate("Backup", "备份盘没有接上，或目录不在了：{0}").format(folder)
    if code in OF_FOLDER:
        message, _ = messages.error(UserError(code, folder=folder))
        return message
    if code in OF_ROOM:
        return QCoreApplication.translate("Backup", "上次备份没有成功：备份目录的空间不够。")
    if code in READ_BACK:
        return QCoreApplication.translate(
            "Backup", "上次备份没有成功：读回的与写下的不同，盘可能坏了，请换一块。"
        )
    if code in LOST:
        return QCoreApplication.translate("Backup", "上次备份没有成功：写到一半时盘被拔出或坏了。")
    return QCoreApplication.translate("Backup", "上次备份没有成功（{0}）。").format(code)


def _mib(size: int) -> str:
    return f"{size / MIB:.1f}" if size < 10 * MIB else f"{size // MIB:,}"
