# Semaphores of _multiprocessing, and multiprocessing.pool.ThreadPool, which stands on them.
import _multiprocessing, os, threading
from multiprocessing.pool import ThreadPool
n = 0
def sem(kind, value, most):
    global n
    n += 1
    return _multiprocessing.SemLock(kind, value, most, f'/tier2-{os.getpid()}-{n}', True)
def state(s): return s.kind, s.maxvalue, s.name, s._count(), s._is_mine(), s._get_value(), s._is_zero()
s = sem(1, 2, 3)
print(state(s), s.acquire(), s.acquire(), s.acquire(False), s.acquire(True, 0.01), s.acquire(timeout=0), state(s))
s.release(); s.release(); s.release(); print(state(s))
for f in (s.release, lambda: sem(2, 1, 1), lambda: sem('a', 1, 1), lambda: s.acquire(timeout='x'), sem(0, 1, 1).release):
    try: print(f())
    except Exception as e: print(type(e).__name__, e if type(e) is not TypeError else '')
with sem(0, 1, 1) as taken:
    print(taken)
r = sem(0, 1, 1)
print(r.acquire(), r.acquire(), state(r)); r.release(); r.release(); print(state(r))
l, out = sem(1, 0, 10), []
def worker(i):
    l.acquire(); out.append(i)
ts = [threading.Thread(target=worker, args=(i,)) for i in range(5)]
for t in ts: t.start()
for i in range(5): l.release()
for t in ts: t.join()
print(sorted(out), l._get_value())
other = []
r.acquire()
t = threading.Thread(target=lambda: other.append((r._is_mine(), r.acquire(False)))); t.start(); t.join()
print(other, r._is_mine())
with ThreadPool(3) as p:
    print(p.map(lambda x: x * x, range(10)), list(p.imap(len, ['a', 'bb'])), sorted(p.imap_unordered(str, range(4))), p.apply(max, (3, 4)), p.starmap(pow, [(2, 3), (3, 2)]))
    res = p.map_async(lambda x: 1 // x, [1, 0])
    try: res.get(5)
    except ZeroDivisionError as e: print(e)
