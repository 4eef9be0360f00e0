import multiprocessing as mp, os, time, sys
from multiprocessing import shared_memory
def child(q, lock, ev, conn, name, sem, cond):
    with lock:
        q.put(("child", mp.current_process().name))
    ev.wait()
    conn.send([1, 2, {"a": 3}])
    conn.send(conn.recv() * 2)
    s = shared_memory.SharedMemory(name)
    s.buf[0] = 42
    s.close()
    conn.close()
    sem.release()
    with cond: cond.notify_all()
    sys.exit(7)
def die(): os.kill(os.getpid(), 9)
def forever():
    while True: time.sleep(0.1)
def adds(q, n, counter, lock):
    for i in range(n):
        with lock:
            k = counter.buf[0]; counter.buf[0] = k + 1
    q.put(n)
def fails(): raise KeyError("x")
if __name__ == "__main__":
    q, lock, ev, sem, cond = mp.Queue(), mp.RLock(), mp.Event(), mp.Semaphore(0), mp.Condition()
    a, b = mp.Pipe()
    s = shared_memory.SharedMemory(create=True, size=100)
    p = mp.Process(target=child, args=(q, lock, ev, b, s.name, sem, cond), name="me")
    with cond:
        p.start(); b.close()
        print(q.get()); ev.set(); print(a.recv()); a.send("hello"); print(a.recv())
        print(cond.wait(10))
    print(sem.acquire(timeout=5), sem.acquire(timeout=0.05), sem.acquire(False))
    try: print(a.recv())
    except EOFError: print("end")
    p.join(); print(p.exitcode, p.is_alive(), s.buf[0])
    s.buf[0] = 0
    ps = [mp.Process(target=adds, args=(q, 50, s, lock)) for _ in range(3)]
    for x in ps: x.start()
    print([q.get() for _ in ps]); [x.join() for x in ps]; print(s.buf[0], [x.exitcode for x in ps])
    s.close(); s.unlink()
    d = mp.Process(target=die); d.start(); d.join(); print(d.exitcode)
    d = mp.Process(target=forever, daemon=True); d.start(); d.join(0.2); print(d.exitcode); d.terminate(); d.join(); print(d.exitcode)
    sq = mp.SimpleQueue(); sq.put(3); print(sq.get(), sq.empty())
    with lock, lock: print(lock._semlock._count(), lock._semlock._is_mine())
    try: lock.release()
    except AssertionError as e: print(e)
    try: mp.Process(target=lambda: 0).start()
    except Exception as e: print(type(e).__name__, "pickle" in str(e).lower())
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(2) as ex: print(list(ex.map(abs, range(-5, 5))), ex.submit(pow, 2, 10).result())
