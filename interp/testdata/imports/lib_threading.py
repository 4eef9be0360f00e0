"""threading, queue and logging as far as one thread goes."""
import io
import logging
import queue
import sched
import threading

lock = threading.RLock()
with lock:
    with lock:
        print(lock.locked() if hasattr(lock, "locked") else "", threading.current_thread().name, threading.main_thread() is threading.current_thread())
print(threading.active_count(), [t.name for t in threading.enumerate()], threading.get_ident() == threading.main_thread().ident, threading.current_thread().is_alive(), threading.current_thread().daemon)
event = threading.Event()
event.set()
print(event.is_set(), event.wait(), event.wait(0))
local = threading.local()
local.x = 5
print(local.x, vars(local))


class Mine(threading.local):
    def __init__(self, n):
        self.n = n


print(Mine(3).n, type(Mine(1)).__name__)
cond = threading.Condition()
with cond:
    cond.notify_all()
sem = threading.BoundedSemaphore(2)
print(sem.acquire(), sem.acquire(blocking=False), sem.acquire(blocking=False))
sem.release()
q = queue.Queue(maxsize=3)
for i in range(3):
    q.put(i)
print(q.qsize(), q.full(), q.get(), q.get_nowait(), q.empty())
try:
    q.put_nowait(1), q.put_nowait(2), q.put_nowait(3)
except queue.Full:
    print("full")
p = queue.PriorityQueue()
for x in (3, 1, 2):
    p.put((x, str(x)))
print([p.get()[0] for _ in range(3)], queue.LifoQueue().empty(), queue.SimpleQueue().empty())
t = threading.Thread(target=print, name="never")
print(t.name, t.is_alive(), t.ident)

stream = io.StringIO()
logging.basicConfig(stream=stream, level=logging.INFO, format="%(levelname)s:%(name)s:%(message)s:%(funcName)s")
log = logging.getLogger("a.b")


def work():
    log.debug("hidden")
    log.info("x=%d", 5)
    log.warning("y %s %s", "a", [1])
    try:
        1 / 0
    except ZeroDivisionError:
        log.exception("failed")


work()
handler = logging.StreamHandler(stream)
handler.setFormatter(logging.Formatter("{levelno} {message}", style="{"))
log.addHandler(handler)
log.propagate = False
log.error("own")
logging.getLogger("a").setLevel(logging.ERROR)
print(stream.getvalue().count("Traceback"), [line for line in stream.getvalue().splitlines() if not line.startswith((" ", "Trace"))])
print(log.getEffectiveLevel(), log.isEnabledFor(10), logging.getLevelName(30), log, logging.getLogger().handlers[0].__class__.__name__)
order = []
s = sched.scheduler(lambda: 0, lambda n: None)
s.enter(0, 2, order.append, (2,))
s.enter(0, 1, order.append, (1,))
s.run()
print(order)
