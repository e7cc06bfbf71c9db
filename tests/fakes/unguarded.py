"""A worker with guards taken away, to show that each holds something: `unguarded.py ROOT GUARD…`.

Started in place of the real one, in an interpreter that is as isolated.
"""

import sys

sys.path.append(sys.argv[1])

from core.packhost.worker import audit_hook, confine, landlock, seccomp
from core.packhost.worker.child import main

WITHOUT = {
    "landlock": lambda: setattr(landlock, "version", lambda: 0),
    "seccomp": lambda: setattr(seccomp, "filter_calls", lambda: False),
    "privileges": lambda: setattr(confine, "give_up_privileges", lambda: False),
    "limits": lambda: setattr(confine, "limit", lambda _limits: False),
    "audit_hook": lambda: setattr(audit_hook, "listen", lambda _view: None),
    "processes": lambda: setattr(confine, "_leave_no_processes", lambda _guards: None),
}

if __name__ == "__main__":
    for name in sys.argv[2:]:
        WITHOUT[name]()
    main()
