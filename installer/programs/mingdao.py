"""The frozen command line, and the worker a pack runs in."""

import sys

from core.packhost.worker.launch import is_worker

if is_worker(sys.argv):
    from core.packhost.worker.child import main

    main()
else:
    from core.installation.start_check import start_check
    from core.installation.unloadable import telling_why

    start_check()  # in a thread of its own, while the rest is loaded
    with telling_why():
        from core.cli.main import run

        run()
