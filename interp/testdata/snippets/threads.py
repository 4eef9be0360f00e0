# Threads take turns; locks, joins and what the main thread finds then.
import _thread

lock = _thread.allocate_lock()
done = _thread.allocate_lock()
counts = [0] * 4
total = 0

def work(k):
    global total, left
    for i in range(400):
        with lock:
            total += i
        counts[k] += 1
    with lock:
        left -= 1
        if not left:
            done.release()

left = 4
done.acquire()
for k in range(4):
    _thread.start_new_thread(work, (k,))
with done:
    print(total, counts)
print(lock.locked(), lock.acquire(False), lock.acquire(False), lock.acquire(timeout=0.01), lock.locked())
lock.release()
#---
# A thread that computes does not keep the others from running: they are switched while loops run, in every tier.
import _thread

finished = _thread.allocate_lock()
finished.acquire()
stop = False
spins = 0

def spin():
    global spins
    while not stop:
        spins += 1
    finished.release()

def other():
    global stop
    a = 0
    for i in range(30000):
        a += i & 7
    while not spins:
        a += 1
    stop = True

_thread.start_new_thread(spin, ())
_thread.start_new_thread(other, ())
finished.acquire()
print(stop, spins > 0)
#---
# Objects that only the frames and the Go functions of threads that wait refer to are not collected.
import _thread, gc

def wait(lock):
    lock.acquire()

class Key:
    def __init__(self, k):
        self.k = k
    def __lt__(self, other):
        gate(self.k)
        return self.k < other.k
    def __repr__(self):
        return f'Key({self.k})'

rounds = 0
turn = [_thread.allocate_lock() for _ in range(3)]
for t in turn:
    t.acquire()
results = [None] * 3
end = _thread.allocate_lock()
end.acquire()
me = {}

def gate(k):
    # Lets the next thread go on and waits for its turn: in the midst of a sort.
    i = me[_thread.get_ident()]
    turn[(i + 1) % 3].release()
    turn[i].acquire()

def run(i):
    me[_thread.get_ident()] = i
    turn[i].acquire()
    held = [Key(k * 7 % 11 + i) for k in range(11)]
    text = ''.join(str(x.k) for x in held)
    results[i] = (text, sorted(held), max(held, key=lambda x: (gate(0), x.k)[1]), {str(k): [k] for k in range(5)})
    finished.append(i)
    alive.discard(i)
    if not alive:
        end.release()
    else:
        while True:     # keeps its turn moving
            turn[(i + 1) % 3].release()
            if len(finished) == 3:
                break
            turn[i].acquire()

alive = {0, 1, 2}
finished = []
for i in range(3):
    _thread.start_new_thread(run, (i,))
turn[0].release()
garbage = []
for i in range(20):
    garbage = [str(j) * 3 for j in range(100)]
    gc.collect()
end.acquire()
for r in results:
    print(r)
#---
# The exception that is handled, the one in flight, contexts and recursion are each thread's own.
import _thread, sys

gates = [_thread.allocate_lock(), _thread.allocate_lock()]
for g in gates:
    g.acquire()
log = []
end = _thread.allocate_lock()
end.acquire()

def swap(i):
    gates[1 - i].release()
    gates[i].acquire()

def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)

def run(i):
    gates[i].acquire()
    try:
        raise ValueError(i)
    except ValueError as e:
        log.append((i, sys.exception() is e, depth(600)))
        swap(i)
        log.append((i, sys.exception() is e, e.args))
        try:
            swap(i)
            raise KeyError(i)
        except KeyError as k:
            swap(i)
            log.append((i, k.__context__ is e, sys.exception() is k))
        log.append((i, sys.exception() is e))
        swap(i)
    log.append((i, sys.exception()))
    gates[1 - i].release()
    if len([x for x in log if len(x) == 2 and x[1] is None]) == 2:
        end.release()

_thread.start_new_thread(run, (0,))
_thread.start_new_thread(run, (1,))
gates[0].release()
end.acquire()
for row in sorted(log, key=lambda r: r[0]):
    print(row)
print(sys.exception())
#---
# A generator belongs to no thread: another one goes on in it, and it says so while it runs.
import _thread

end = _thread.allocate_lock()
end.acquire()
inside = _thread.allocate_lock()
inside.acquire()
outside = _thread.allocate_lock()
outside.acquire()

def gen():
    yield 1
    x = yield 2
    inside.release()
    outside.acquire()
    yield x
    try:
        yield 4
    finally:
        print('closed')

g = gen()
print(next(g))
got = []

def run():
    got.append(next(g))
    got.append(g.send('three'))
    end.release()

_thread.start_new_thread(run, ())
inside.acquire()
try:
    next(g)
except ValueError as e:
    print(e)
outside.release()
end.acquire()
print(got, next(g))
g.close()
#---
# Thread-local data: each thread has attributes of its own, and __init__ is called in each.
import _thread

class Data(_thread._local):
    shared = 'class'
    def __init__(self, n):
        self.n = n
        self.list = []
    @property
    def twice(self):
        return self.n * 2

d = Data(21)
plain = _thread._local()
plain.x = 'main'
d.n = 1
end = _thread.allocate_lock()
end.acquire()

def run():
    print(d.n, d.twice, d.shared, hasattr(plain, 'x'), sorted(d.__dict__))
    d.n = 5
    d.list.append(3)
    plain.x = 'thread'
    plain.y = 2
    del plain.y
    print(d.n, d.list, plain.__dict__)
    end.release()

_thread.start_new_thread(run, ())
end.acquire()
print(d.n, d.twice, d.list, plain.x, hasattr(plain, 'y'))
try:
    _thread._local(1)
except TypeError as e:
    print(e)
#---
# RLocks, and what locks refuse.
import _thread

def error(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)

r = _thread.RLock()
print(r.acquire(), r.acquire(), r._recursion_count(), r._is_owned(), r.locked())
end = _thread.allocate_lock()
end.acquire()

def run():
    print(r.acquire(False), r._is_owned(), r._recursion_count(), r.acquire(timeout=0.01))
    error(r.release)
    end.release()

_thread.start_new_thread(run, ())
end.acquire()
state = r._release_save()
print(state[0], r.locked())
r._acquire_restore(state)
r.release()
r.release()
error(r.release)
lock = _thread.allocate_lock()
error(lock.release)
error(lock.acquire, False, 1)
error(lock.acquire, True, -2)
error(lock.acquire, timeout=1e100)
error(lock.acquire, True, 'x')
error(_thread.start_new_thread, 1, ())
error(_thread.start_new_thread, error, [])
error(_thread.start_new_thread, error, (), 1)
error(_thread.start_joinable_thread, 1)
error(_thread.start_joinable_thread, error, handle=1)
error(_thread._ThreadHandle().join)
print(repr(lock).split(' at ')[0], repr(r).split(' at ')[0], _thread.TIMEOUT_MAX, _thread._count())
#---
# Threads by module threading: joins, names, exceptions, hooks, events, conditions, barriers, timers.
import sys, threading

log = []
sys.stderr = sys.stdout
def work(*args, **kw):
    log.append((threading.current_thread().name, args, kw))

t = threading.Thread(target=work, args=(1, 2), kwargs={'k': 3}, name='worker')
print(t.is_alive(), t.ident)
t.start()
t.join()
print(t.is_alive(), log, t.daemon)
for f in (t.start, threading.current_thread().join):
    try:
        f()
    except RuntimeError as e:
        print(e)

caught = []
threading.excepthook = lambda a: caught.append((a.exc_type.__name__, str(a.exc_value), a.thread.name))
def bad():
    raise ValueError('in a thread')
t = threading.Thread(target=bad, name='bad')
t.start()
t.join()
print(caught)

event, answers = threading.Event(), []
def waits():
    answers.append(event.wait())
    answers.append(event.is_set())
ts = [threading.Thread(target=waits) for _ in range(3)]
for t in ts: t.start()
print(event.wait(0.01), answers)
event.set()
for t in ts: t.join()
print(answers)

cond, items = threading.Condition(), []
def consume():
    with cond:
        while not items:
            cond.wait()
        answers.append(items.pop())
answers.clear()
ts = [threading.Thread(target=consume) for _ in range(4)]
for t in ts: t.start()
for i in range(4):
    with cond:
        items.append(i)
        cond.notify()
for t in ts: t.join()
print(sorted(answers), items)

barrier, order = threading.Barrier(3), []
def meets():
    order.append('before')
    barrier.wait()
    order.append('after')
ts = [threading.Thread(target=meets) for _ in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print(order)
timer = threading.Timer(0.01, lambda: order.append('timer'))
timer.start()
timer.join()
print(order[-1], threading.active_count(), threading.current_thread() is threading.main_thread())
#---
# Queues and a pool of threads; an exception of a task is that of its result.
import queue
from concurrent.futures import ThreadPoolExecutor, as_completed
import threading

q, out = queue.Queue(2), queue.Queue()
def worker():
    while (x := q.get()) is not None:
        out.put(x * x)
        q.task_done()
    q.task_done()
ts = [threading.Thread(target=worker) for _ in range(3)]
for t in ts: t.start()
for i in range(30): q.put(i)
for t in ts: q.put(None)
q.join()
for t in ts: t.join()
print(sorted(out.get_nowait() for _ in range(30)), out.empty())
try:
    out.get(timeout=0.01)
except queue.Empty:
    print('empty')

def task(n):
    if n == 5:
        raise KeyError(n)
    return sum(range(n))
with ThreadPoolExecutor(max_workers=3) as pool:
    print(list(pool.map(task, range(5))))
    futures = {pool.submit(task, n): n for n in range(8)}
    for f in sorted(as_completed(futures), key=futures.get):
        print(futures[f], f.exception() or f.result())
#---
# Context variables are each thread's own, the decimal context too.
import contextvars, decimal, threading

var = contextvars.ContextVar('var', default='unset')
var.set('main')
decimal.getcontext().prec = 5
seen = []
def work():
    seen.append(var.get())
    var.set('thread')
    seen.append(var.get())
    seen.append(str(decimal.Decimal(1) / 3))
t = threading.Thread(target=work)
t.start()
t.join()
print(seen, var.get(), decimal.Decimal(1) / 3)
t = threading.Thread(target=lambda: seen.append(var.get()), context=contextvars.copy_context())
t.start()
t.join()
print(seen[-1])
#---
# Threads that are no daemons are waited for; daemons end with the program.
import threading, time

printed = threading.Event()
def slow():
    printed.wait()
    time.sleep(0.02)
    print('slow is done')
def forever():
    try:
        threading.Lock().acquire() and threading.Event().wait()
    finally:
        print('never')
def spins():
    while True:
        pass
threading.Thread(target=slow).start()
threading.Thread(target=forever, daemon=True).start()
threading.Thread(target=spins, daemon=True).start()
print('main is done')
printed.set()
#---
# An exit of a thread ends the thread, an exit of the program waits for the others.
import sys, threading, _thread

def leaves():
    sys.exit(3)
t = threading.Thread(target=leaves)
t.start()
t.join()
_thread.start_new_thread(sys.exit, (4,))
go = threading.Event()
def last():
    go.wait()
    print('last')
threading.Thread(target=last).start()
go.set()
sys.exit(7)
#---
# An event loop waits for what threads do.
import asyncio, time

def double(x):
    time.sleep(0.01)
    return x * 2

async def main():
    print(await asyncio.to_thread(double, 4))
    loop = asyncio.get_running_loop()
    print(await asyncio.gather(*[loop.run_in_executor(None, double, i) for i in range(5)]))

asyncio.run(main())
#---
# A module is looked for by one thread, and loaded once: the others wait, also while a finder looks for it, and import it whole.
import _thread, sys
from importlib.machinery import ModuleSpec

entered, go, second, end = [_thread.allocate_lock() for _ in range(4)]
for lock in entered, go, second, end:
    lock.acquire()
finds, loads, got = [], [], []

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != 'looked_for':
            return None
        finds.append(name)
        entered.release()
        go.acquire()
        return ModuleSpec(name, self)
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        loads.append(module.__name__)
        module.whole = True

finder = Finder()
sys.meta_path.insert(0, finder)

def run(k):
    if k:
        second.release()
    from looked_for import whole
    got.append(whole)
    if len(got) == 2:
        end.release()

_thread.start_new_thread(run, (0,))
entered.acquire()
_thread.start_new_thread(run, (1,))
second.acquire()
end.acquire(timeout=0.02)
if len(finds) > 1:
    go.release()
go.release()
end.acquire()
print(finds, loads, got)
sys.meta_path.remove(finder)
#---
# What another thread is loading is imported whole, also by threads that need the machinery of imports first.
import sys, threading

def run():
    try:
        from concurrent.futures.thread import ThreadPoolExecutor
        from json.scanner import make_scanner
        from importlib import import_module
        import_module('email.quoprimime').quote
    except Exception as e:
        errors.append(e)

errors = []
before = sys.getswitchinterval()
sys.setswitchinterval(1e-6)
for _ in range(10):
    for name in 'concurrent.futures.thread', 'json', 'json.scanner', 'json.decoder', 'email.quoprimime':
        sys.modules.pop(name, None)
    threads = [threading.Thread(target=run) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
sys.setswitchinterval(before)
print(errors)
#---
# The __dict__ of thread-local data is not replaced, nor that of a subclass.
import _thread, threading

class Own(_thread._local):
    __slots__ = 'slot',
    @property
    def p(self): return self.x
    @p.setter
    def p(self, v): self.x = v * 2

class Below(Own):
    pass

for cls in _thread._local, Own, Below, threading.local:
    o = cls()
    o.x = 5
    for change in (lambda: setattr(o, '__dict__', {}), lambda: delattr(o, '__dict__'), lambda: setattr(o, 'p', 4),
                   lambda: setattr(o, 'slot', 6), lambda: setattr(o, '__class__', Below), lambda: delattr(o, 'x'), lambda: delattr(o, 'y')):
        try:
            change()
            print(o.__dict__, type(o).__name__)
        except (AttributeError, TypeError) as e:
            print(type(e).__name__, e)
#---
# An assignment that has run often in one thread is each thread's own, too.
import _thread

class Data(_thread._local):
    def __init__(self, n):
        self.n = n

def store(d, n):
    d.n = n
    d.m = n

def stored(d):
    return d.n, d.m

main = Data(0)
for i in range(3000):
    store(main, i)
    stored(main)
end = _thread.allocate_lock()
end.acquire()

def run():
    store(main, 'thread')
    print(stored(main))
    end.release()

_thread.start_new_thread(run, ())
end.acquire()
print(stored(main))
