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

# Handlers of the program: where they run, what they are told, what they raise, and SIGINT's.
got = []
def handler(n, frame):
    got.append((int(n), frame.f_code.co_name))
print(signal.signal(signal.SIGUSR1, handler), signal.getsignal(signal.SIGUSR1) is handler)
def sender(rounds):
    for i in range(rounds):
        if i % 50 == 0:
            signal.raise_signal(signal.SIGUSR1)
    return len(got)
print(sender(200), set(got))
def raising(n, frame):
    raise TimeoutError(n)
signal.signal(signal.SIGUSR2, raising)
caught = 0
for i in range(100):
    try:
        signal.raise_signal(signal.SIGUSR2)
    except TimeoutError as e:
        caught += e.args[0] == signal.SIGUSR2
print(caught)
print(signal.signal(signal.SIGUSR1, signal.SIG_IGN) is handler, signal.raise_signal(signal.SIGUSR1), len(got))
def nested(n, frame):
    print('begin', n); signal.raise_signal(signal.SIGUSR2); print('not reached')
signal.signal(signal.SIGHUP, nested)
try: signal.raise_signal(signal.SIGHUP)
except TimeoutError as e: print('nested', e)
default = signal.default_int_handler
signal.signal(signal.SIGINT, handler)
signal.raise_signal(signal.SIGINT)
print(got[-1], signal.signal(signal.SIGINT, default) is handler)
try: signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt as e: print('interrupted', e.args)
for x in ((9, 0), (19, handler), (32, 0), (65, 0), (-1, 0), ('a', 0), (2, None), (2, 5)):
    try: print(x, signal.signal(*x))
    except (OSError, ValueError, TypeError) as e: print(x[0], type(e).__name__, e)
for f in (lambda: signal.raise_signal(0), lambda: signal.raise_signal(65), lambda: signal.siginterrupt(99, 1), lambda: signal.siginterrupt(10, 1), lambda: signal.set_wakeup_fd(-1),
          lambda: len(signal.valid_signals()), lambda: [signal.strsignal(i) for i in range(1, 65)], lambda: signal.strsignal(0),
          lambda: signal.getitimer(7), lambda: signal.setitimer(0, -1), lambda: signal.setitimer(9, 1), lambda: signal.getitimer(1)):
    try: print(f())
    except Exception as e: print(type(e), e)
print(signal.ItimerError.__mro__)
import asyncio
async def main():
    signal.raise_signal(signal.SIGINT)
    try: await asyncio.sleep(5)
    except asyncio.CancelledError: print('cancelled'); raise
try: asyncio.run(main())
except KeyboardInterrupt: print('interrupted by run', signal.getsignal(signal.SIGINT) is default)
