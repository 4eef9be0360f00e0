# Traceback entries of exceptions that are raised again, in frames that are part of hot loops.
def show(e):
    out, tb = [], e.__traceback__
    while tb:
        f = tb.tb_frame
        out.append((f.f_code.co_name, tb.tb_lineno - f.f_code.co_firstlineno, tb.tb_lasti))
        tb = tb.tb_next
    return out
class CM:
    def __init__(self, sw=False): self.sw = sw
    def __enter__(self): return self
    def __exit__(self, *a):
        return self.sw
log = []
def leaf(i):
    if i % 97 == 96:
        raise ValueError(i)
    return i
def fin(i):
    try:
        return leaf(i)
    finally:
        log.append(1)
def fin2(i):
    try:
        try:
            x = leaf(i)
            return x
        finally:
            y = 2
    finally:
        z = 3
def exc_again(i):
    try:
        return leaf(i)
    except ValueError:
        y = 1
        raise
def exc_as(i):
    try:
        return leaf(i)
    except ValueError as e:
        y = e
        raise e
def nomatch(i):
    try:
        return leaf(i)
    except KeyError:
        return 0
def withb(i):
    with CM():
        x = leaf(i)
        return x
def withb2(i):
    with CM() as a, CM() as b:
        return leaf(i)
def withraise(i):
    with CM(True):
        leaf(i)
    try:
        with CM(False):
            return fin(i)
    finally:
        pass
def star(i):
    try:
        return leaf(i)
    except* KeyError:
        pass
def star2(i):
    try:
        return leaf(i)
    except* ValueError as e:
        raise
def direct(i):
    try:
        if i % 97 == 96:
            raise ValueError(i)
        return i
    finally:
        log.append(2)
def div(i):
    try:
        return 1 // (i % 97 - 96)
    finally:
        log.append(3)
def divwith(i):
    with CM():
        return 1 // (i % 97 - 96)
def idx(i):
    try:
        return [0][1 if i % 97 == 96 else 0]
    except KeyError:
        pass
    finally:
        log.append(3)
def gen(i):
    try:
        yield leaf(i)
        yield 2
    finally:
        log.append(4)
def usegen(i):
    t = 0
    for x in gen(i): t += x
    return t
def yf(i):
    try:
        yield from gen(i)
    except ValueError:
        q = 1
        raise
def useyf(i):
    t = 0
    for x in yf(i):
        t += x
    return t
def comp(i):
    return sum([fin(k) for k in range(i - 2, i)])
def gexp(i):
    return sum(fin(k) for k in range(i - 2, i))
def deep(i, n=3):
    try:
        if n: return deep(i, n - 1)
        return leaf(i)
    finally:
        log.append(5)
class C:
    @property
    def p(self):
        try:
            return leaf(self.i)
        finally:
            log.append(1)
    def __init__(self, i):
        self.i = i
        try:
            if i % 97 == 95: raise ValueError(5)
        finally:
            pass
    def __add__(self, o):
        try:
            return leaf(self.i)
        finally: pass
    def __iter__(self): return self
    def __next__(self):
        try:
            self.i += 1
            if self.i % 3 == 0: raise StopIteration
            return fin2(self.i)
        finally: pass
    def __len__(self):
        with CM(): return leaf(self.i)
    def __getitem__(self, k):
        try: return leaf(k)
        except ValueError: raise
    def __getattr__(self, n):
        try: return leaf(self.__dict__['i'])
        finally: pass
def prop(i): return C(i).p
def add(i): return C(i) + 1
def it(i):
    t = 0
    for x in C(i): t += x
    return t
def ln(i): return len(C(i)) + bool(C(i))
def gi(i): return C(i)[i]
def ga(i): return C(i).nosuch
def mapped(i): return list(map(fin, [i, i + 1]))
def sorted_(i): return sorted([i, i+1], key=fin2)
async def co(i):
    try: return leaf(i)
    finally: log.append(2)
async def acm(i):
    class A:
        async def __aenter__(s): return s
        async def __aexit__(s, *a): return False
    async with A():
        return await co(i)
class AI:
    def __init__(s, i): s.i = i
    def __aiter__(s): return s
    async def __anext__(s):
        s.i += 1
        if s.i % 5 == 0: raise StopAsyncIteration
        return fin(s.i)
async def afor(i):
    t = 0
    async for x in AI(i): t += x
    return t
def drive(c):
    try:
        while True: c.send(None)
    except StopIteration as e:
        return e.value
def coro(i): return drive(co(i))
def acoro(i): return drive(acm(i))
def aforc(i): return drive(afor(i))
def cont(i):
    try:
        try: leaf(i)
        finally:
            for k in range(3): 
                if k == 1: continue
    except ValueError as e:
        raise KeyError(1) from e
def nested_handler(i):
    try:
        leaf(i)
    except ValueError as e1:
        try:
            leaf(i)
        except ValueError as e2:
            pass
        raise
def raise_in_finally(i):
    try:
        leaf(i)
    finally:
        try: leaf(i)
        except ValueError: pass
def loopfin(i):
    t = 0
    for k in range(i, i + 3):
        try:
            t += leaf(k)
        finally:
            t += 1
    return t
def genclose(i):
    g = gen(i); next(g); g.close(); return 1
def genthrow(i):
    g = gen(i); next(g)
    if i % 50 == 49: g.throw(KeyError(i))
    return 1
fs = [fin, fin2, exc_again, exc_as, nomatch, withb, withb2, withraise, star, star2, direct, div, divwith, idx, usegen, useyf, comp, gexp, deep, prop, add, it, ln, gi, ga, mapped, sorted_, coro, acoro, aforc, cont, nested_handler, raise_in_finally, loopfin, genclose, genthrow]
def chain(e, d=0):
    s = type(e).__name__ + str(show(e))
    for c in getattr(e, 'exceptions', ()): s += ' [' + chain(c) + ']'
    if e.__context__ and d < 3: s += ' <- ' + chain(e.__context__, d + 1)
    return s
def outer1(f, n):
    seen = []
    for i in range(n):
        try:
            f(i)
        except Exception as e:
            seen.append(chain(e))
    return seen
def outer2(f, n):
    seen = []
    i = 0
    while i < n:
        try:
            while i < n:
                f(i)
                i += 1
        except Exception as e:
            seen.append(chain(e))
            i += 1
    return seen
def outer3(f, n):
    seen = []
    def step(i):
        try:
            return f(i)
        finally:
            pass
    def mid(i):
        with CM():
            return step(i)
    for i in range(n):
        try: mid(i)
        except Exception as e: seen.append(chain(e))
    return seen
def outer4(f, n):
    seen = []
    def g():
        for i in range(n):
            try: yield f(i)
            except Exception as e: seen.append(chain(e))
    for x in g(): pass
    return seen
def summarize(l):
    out = []
    for x in l:
        if out and out[-1][0] == x: out[-1][1] += 1
        else: out.append([x, 1])
    return out
N = 200
for f in fs:
    for o in (outer1, outer2, outer3, outer4):
        try: r = o(f, N)
        except Exception as e: r = ['OUT ' + chain(e)]
        print(f.__name__, o.__name__, len(r))
        for s, n in summarize(r): print('   ', n, s)
