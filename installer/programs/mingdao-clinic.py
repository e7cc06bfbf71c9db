"""The frozen window, and the worker a pack runs in."""

import sys

from core.packhost.worker.launch import is_worker

if is_worker(sys.argv):
    from core.packhost.worker import child

    child.main()
else:
    from core.installation.unloadable import telling_why

    with telling_why():
        from desktop.__main__ import main

        sys.exit(main())
