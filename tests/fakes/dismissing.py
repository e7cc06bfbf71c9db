"""A person who dismisses every prompt of gnome-keyring: the prompter of the desktop, on the session bus of a test.

`python -m tests.fakes.dismissing` prints a line once it has the name, then one for each thing it is asked, until it is ended.
"""

import sys
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.gnome.keyring.SystemPrompter"
CALLBACK = "org.gnome.keyring.internal.Prompter.Callback"


def serve() -> None:
    connection = open_dbus_connection(bus="SESSION")
    connection.send_and_get_reply(message_bus.RequestName(NAME))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        asked = connection.receive()
        if asked.header.message_type is MessageType.method_call:
            sys.stdout.write(f"{asked.header.fields[HeaderFields.member]}\n")
            sys.stdout.flush()
            for answer in answers(asked):
                connection.send(answer)


def answers(asked: Message) -> list[Message]:
    """What the prompter says to its caller, and then to the object that waits for the person."""
    fields = asked.header.fields
    member, body = fields[HeaderFields.member], asked.body
    if member not in {"BeginPrompting", "PerformPrompt", "StopPrompting"}:
        return [new_error(asked, "org.freedesktop.DBus.Error.UnknownMethod")]
    waiting = DBusAddress(body[0], bus_name=fields[HeaderFields.sender], interface=CALLBACK)
    if member == "StopPrompting":
        return [new_method_return(asked), new_method_call(waiting, "PromptDone")]
    said: tuple[Any, ...] = ("" if member == "BeginPrompting" else "no", {}, "")
    return [new_method_return(asked), new_method_call(waiting, "PromptReady", "sa{sv}s", said)]


if __name__ == "__main__":
    serve()
