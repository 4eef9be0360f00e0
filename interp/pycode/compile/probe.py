# Say what this Python is: fields on stdout, each ended by a zero byte.
import _imp
import os
import sys

for field in (
    sys.implementation.name,
    "%d.%d.%d" % sys.version_info[:3],
    str(getattr(_imp, "pyc_magic_number_token", 0) & 0xFFFF),
    sys.version,
    sys.executable or "",
    getattr(sys, "_stdlib_dir", None) or "",
):
    sys.stdout.buffer.write(os.fsencode(field) + b"\0")
