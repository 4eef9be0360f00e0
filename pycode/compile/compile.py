# Compile the source on stdin: python -c THIS FILENAME. The answer on stdout is a
# magic, a kind (C: code, E: it does not compile), and marshal's bytes. Warnings
# go to stderr. With a third argument, so does the exception.
import sys

source = sys.stdin.buffer.read()
try:
    code = compile(source, sys.argv[1], "exec", dont_inherit=True, optimize=0)
except BaseException as error:
    if len(sys.argv) > 2:
        # As for `python FILE`: there is no frame yet for a traceback to show.
        error.__traceback__ = None
        sys.excepthook(type(error), error, None)
    kind, data = b"E", b""
else:
    import marshal

    kind, data = b"C", marshal.dumps(code)
sys.stdout.buffer.write(b"tier2py1" + kind + data)
