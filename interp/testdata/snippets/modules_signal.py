# The numbers of signals and their first handlers; sys.monitoring's names; what floats look like in memory.
import signal, sys
print(signal.SIGINT, signal.Signals(15), signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGPIPE))
print(signal.signal(signal.SIGTERM, signal.SIG_DFL))
for f in (lambda: signal.getsignal(99), lambda: signal.signal(2, 'x'), lambda: signal.default_int_handler(2, None)):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
print(sys.monitoring.events, sys.monitoring.DEBUGGER_ID, sys.monitoring.get_tool(1), repr(sys.abiflags))
print(float.__getformat__('double'), float.__getformat__('float'))
def f():
    sys._getframe().clear()
try: f()
except RuntimeError as e: print(e)
import io
for f in (io.StringIO(), io.BytesIO()):
    try: f.fileno()
    except io.UnsupportedOperation as e: print(e, isinstance(e, OSError), isinstance(e, ValueError))
