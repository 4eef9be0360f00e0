# Compile the source on stdin: python -c THIS FILENAME MODE FLAGS. The answer on
# stdout is a magic, a kind (C: code, E: it does not compile), and marshal's bytes,
# or the exception's type and arguments as JSON. Warnings go to stderr. With a
# fourth argument, so does the exception.
import sys

source = sys.stdin.buffer.read()
try:
    code = compile(source, sys.argv[1], sys.argv[2], int(sys.argv[3]), dont_inherit=True, optimize=0)
except BaseException as error:
    if len(sys.argv) > 4:
        # As for `python FILE`: there is no frame yet for a traceback to show.
        error.__traceback__ = None
        sys.excepthook(type(error), error, None)
    import json

    kind, data = b"E", json.dumps([type(error).__name__, error.args], default=repr).encode()
else:
    import marshal

    kind, data = b"C", marshal.dumps(code)
sys.stdout.buffer.write(b"tier2py1" + kind + data)
