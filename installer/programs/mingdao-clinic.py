"""The frozen window."""

import sys

from desktop.__main__ import main

sys.exit(main())
