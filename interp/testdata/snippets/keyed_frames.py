# Keys with __hash__ and __eq__ in Python, in dicts and sets: in frames of their own.
class Key:
    def __init__(self, a):
        self.a = a
    def __hash__(self):
        return self.a
    def __eq__(self, other):
        return self.a == other.a
    def __repr__(self):
        return f"Key({self.a})"

def lookups(d, ks, n):
    total = 0
    for i in range(n):
        k = ks[i % len(ks)]
        total += d[k]
        d[k] = i & 7
        if k in d:
            total += 1
        if Key(i) not in d:
            total += 3
        try:
            d[Key(1000 + i)]
        except KeyError as e:
            total += e.args[0].a - 1000 - i
        j = Key(2000)
        d[j] = 1
        del d[Key(2000)]
        total += hash(k)
    return total

for n in 1, 3000:
    print(lookups({Key(i): i for i in range(8)}, [Key(i) for i in range(8)], n))

def members(s, n):
    found = 0
    for i in range(n):
        if Key(i) in s:
            found += 1
        if Key(i & 3) not in s:
            found += 100000
    return found

for s in {Key(i) for i in range(5)}, frozenset(Key(i) for i in range(5)), {Key(i): 1 for i in range(5)}:
    print(members(s, 2000))
#---
# Errors of __hash__ and __eq__, and where they come from.
import traceback

class Key:
    def __init__(self, a, h=None, e=None):
        self.a, self.h, self.e = a, h, e
    def __hash__(self):
        if self.h is not None:
            return self.h()
        return self.a
    def __repr__(self):
        return f"Key({self.a})"
    def __eq__(self, other):
        if self.e is not None:
            return self.e()
        return other.a == self.a

class Special(TypeError):
    pass

def fail(t, text):
    def f():
        raise t(text)
    return f

class Truth:
    def __bool__(self):
        raise LookupError("no truth")

def get(d, k): return d[k]
def put(d, k): d[k] = 1
def drop(d, k): del d[k]
def has(d, k): return k in d
def misses(d, k): return k not in d
def look(d, k): return hash(k)

def lines(e):
    return [f"{f.name}: {f.line}" for f in traceback.extract_tb(e.__traceback__)]

def tried(f, d, k):
    try:
        return f(d, k)
    except Exception as e:
        return type(e).__name__, str(e), lines(e), e.__context__ and type(e.__context__).__name__

hashes = [None, fail(TypeError, "mine"), fail(Special, "special"), fail(ValueError, "value"), lambda: "no int", lambda: 2**70, lambda: -1, lambda: True, lambda: 2**63]
equals = [None, fail(KeyError, "equal"), Truth, lambda: NotImplemented, lambda: 0, lambda: [1]]
for f in get, put, drop, has, misses, look:
    for c in {Key(1): 1}, {Key(1)}, frozenset([Key(1)]):
        if type(c) is not dict and f not in (has, misses):
            continue
        print(f.__name__, type(c).__name__)
        seen = []
        for round in range(300):
            for h in hashes:
                seen.append(tried(f, c, Key(1, h)))
            for e in equals:
                k = Key(1)
                for stored in c:
                    stored.e = e
                seen.append(tried(f, c, k))
                for stored in c:
                    stored.e = None
            if f is drop:
                c.clear()
                c[Key(1)] = 1
            elif f is put:
                c.clear()
                c[Key(1)] = 1
            n = len(hashes) + len(equals)
            if seen[-n:] != seen[:n]:
                print("differs", round, [(x, y) for x, y in zip(seen, seen[-n:]) if x != y])
                break
        for s in seen[:len(hashes) + len(equals)]:
            print("  ", s)
#---
# While a key is compared, the container changes.
log = []

class Key:
    def __init__(self, name, h, then=None):
        self.name, self.h, self.then = name, h, then
    def __hash__(self):
        return self.h
    def __eq__(self, other):
        log.append(self.name + other.name)
        if self.then:
            then, self.then = self.then, None
            return then()
        return self.name[0] == other.name[0]

def did(result, *what):
    def f():
        for w in what:
            w()
        return result
    return f

def use(d, k, how):
    try:
        if how == "get":
            return d[k]
        if how == "put":
            d[k] = "new"
            return len(d)
        if how == "del":
            del d[k]
            return len(d)
        return k in d
    except KeyError as e:
        return "KeyError", e.args[0].name

def run(how, kind, result):
    del log[:]
    stored = Key("a", 1)
    second = Key("b", 1)
    third = Key("c", 1)
    c = {stored: 1, second: 2, third: 3} if how != "set" else {stored, second, third}
    def clear(): c.clear()
    def drop():
        c.pop(stored, None) if how != "set" else c.discard(stored)
    def grow():
        for i in range(20):
            c[i + 100] = i
    def growset():
        for i in range(40):
            c.add(i + 100)
    def again():
        c.pop(stored)
        c[stored] = 9
    what = {"clear": clear, "drop": drop, "grow": grow if how != "set" else growset, "again": again if how != "set" else drop}[kind]
    stored.then = did(result, what)
    return use(c, Key("c", 1), how), len(c), " ".join(log)

for how in "get", "put", "del", "in", "set":
    for kind in "clear", "drop", "grow", "again":
        for result in True, False:
            first = run(how, kind, result)
            print(how, kind, result, first)
            for i in range(400):
                if run(how, kind, result) != first:
                    print("differs", i, run(how, kind, result))
                    break
#---
# Many keys of one hash; a class whose instances are compared with others'; classes that change.
class Same:
    count = 0
    def __init__(self, a):
        self.a = a
    def __hash__(self):
        return 7
    def __eq__(self, other):
        Same.count += 1
        if not isinstance(other, Same):
            return NotImplemented
        return self.a == other.a

def many(n):
    d = {}
    for i in range(n):
        d[Same(i)] = i
    for i in range(n):
        assert d[Same(i)] == i
        assert Same(-i - 1) not in d
    for i in range(0, n, 2):
        del d[Same(i)]
    return len(d), Same.count

print(many(10), many(40))

class Derived(Same):
    __hash__ = Same.__hash__
    def __eq__(self, other):
        Same.count += 100
        return isinstance(other, Same) and self.a == other.a

def mixed(d, ks):
    found = 0
    for k in ks:
        if k in d:
            found += d[k]
    return found

d = {Same(1): 1, Derived(2): 2, 8: 3, "x": 4, (7,): 5}
Same.count = 0
print(mixed(d, [Same(1), Derived(1), Same(2), Derived(2), 8, 7, "x", "y", (7,), 1.5, None, Same(9)] * 200), Same.count)

class Other:
    __hash__ = None
def other(d, k):
    try:
        return d[k]
    except TypeError as e:
        return str(e)
print(other(d, Other()), other(d, []), other(d, Same(1)))

def change(n):
    class K:
        def __init__(self, a): self.a = a
        def __hash__(self): return self.a
        def __eq__(self, o): return self.a == o.a
    d = {K(i): i for i in range(4)}
    out = []
    for i in range(n):
        out.append(d.get(K(3)) if i & 1 else d[K(i & 3)])
        if i == n // 2:
            K.__hash__ = lambda self: self.a ^ 1
            K.__eq__ = lambda self, o: self.a ^ 1 == o.a
            try:
                d[K(0)]
                out.append("found")
            except KeyError:
                out.append("none")
            K.__hash__ = lambda self: self.a
            del K.__eq__
            K.__eq__ = lambda self, o: self.a == o.a
    return out[-3:], out[n // 2 + 1:n // 2 + 3], sum(x for x in out if type(x) is int)
print(change(3000))

def deep(n):
    class Deep:
        def __hash__(self): return hash(self)
    try:
        {1: 2}[Deep()]
    except RecursionError as e:
        return "RecursionError"
print([deep(1) for i in range(3)])

import sys
class Seen:
    def __hash__(self):
        frames.append(sys._getframe(1).f_code.co_name)
        return 1
    def __eq__(self, other):
        frames.append(sys._getframe(1).f_code.co_name)
        return True
frames = []
def watched(n):
    d = {Seen(): 1}
    k = Seen()
    for i in range(n):
        d[k]
    return set(frames), len(frames)
print(watched(500))

def values(d, ks):
    for k in ks:
        yield d[k], k in d
print(sum(a for a, b in values({Same(i): i for i in range(3)}, [Same(i % 3) for i in range(2000)]) if b))
#---
# One place, where the container is of the key's class at times, and hashes that are -1.
class Both:
    def __init__(self, a):
        self.a = a
    def __hash__(self):
        return self.a
    def __eq__(self, other):
        return self.a == other.a
    def __contains__(self, k):
        return k.a > 1
    def __getitem__(self, k):
        return k.a + 10
    def __setitem__(self, k, v):
        self.a = v
    def __delitem__(self, k):
        self.a = 0

def each(cs, k, n):
    found = 0
    for i in range(n):
        c = cs[i % len(cs)]
        if k in c:
            found += 1
        if k not in c:
            found += 100
        c[k] = 5
        found += c[k]
        del c[k]
    return found

k = Both(2)
print(each([{k: 1}, Both(1), {}], k, 600), each([Both(3)], k, 3000), each([{}], k, 3000), each([Both(3), {k: 1}], k, 6))

def hashes(ks, n):
    total = 0
    for i in range(n):
        total += hash(ks[i % len(ks)])
    return total
print(hashes([Both(-1)], 4000), hashes([Both(3), Both(-1), Both(2 ** 61 + 5), Both(True)], 4000))

def later(cs, k, n):
    found = 0
    for i in range(n):
        if k in cs[i % len(cs)]:
            found += 1
    return found
print(later([{k: 1}] * 2000 + [Both(1), {k}, {}], k, 6009))
#---
# Methods of dicts and sets that are given such keys.
class Key:
    log = 0
    then = None
    def __init__(self, a, h=None):
        self.a, self.h = a, h
    def __hash__(self):
        if self.h:
            return self.h()
        return self.a & 3
    def __eq__(self, other):
        Key.log += 1
        if Key.then:
            then, Key.then = Key.then, None
            return then(self, other)
        return isinstance(other, Key) and self.a == other.a
    def __repr__(self):
        return f"K{self.a}"

def dicts(n):
    d, out = {}, 0
    for i in range(n):
        k = Key(i % 6)
        out += d.setdefault(k, i)
        out += d.get(Key(i % 7), 3)
        if d.get(k) is None or d.get(Key(9)) is not None:
            out += 1000
        if i % 5 == 0:
            del d[k]
    return out, sorted(k.a for k in d), Key.log

def sets(n):
    s, out = set(), 0
    for i in range(n):
        s.add(Key(i % 6))
        s.discard(Key(i % 11))
        try:
            s.remove(Key(i % 3))
        except KeyError as e:
            out += e.args[0].a
        out += len(s)
    return out, sorted(k.a for k in s), Key.log

for n in 1, 10, 3000:
    Key.log = 0
    print(dicts(n), sets(n))

def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)

def fail():
    raise TypeError("no hash")

def calls(c, k):
    if type(c) is dict:
        yield tried(lambda: c.get(k))
        yield tried(lambda: c.get(k, 5))
        yield tried(lambda: c.setdefault(k, 6))
        yield tried(lambda: c.setdefault(k))
        yield tried(lambda: c.get(k, default=1))
        yield tried(lambda: c.pop(k, 7))
    else:
        yield tried(lambda: c.add(k))
        yield tried(lambda: c.discard(k))
        yield tried(lambda: c.remove(k))
        yield tried(lambda: c.add(k, k))

for c in {Key(1): 1}, {Key(1)}:
    for k in Key(1), Key(2), Key(1, fail), Key(1, lambda: 1.5), Key(5, lambda: 1):
        first = list(calls(c, k))
        print(first, len(c))

def change(how, act, answer):
    kept = Key(1)
    c = {kept: 1, Key(5): 5} if how in ("get", "getor", "setdefault") else {kept, Key(5)}
    def then(a, b):
        if act == "clear":
            c.clear()
        elif act == "grow":
            for i in range(30):
                c.add(100 + i) if type(c) is set else c.update({100 + i: i})
        else:
            c.remove(kept) if type(c) is set else c.pop(kept)
        return answer
    Key.log, Key.then = 0, then
    k = Key(5)
    if how == "get":
        r = tried(lambda: c.get(k))
    elif how == "getor":
        r = tried(lambda: c.get(k, 9))
    elif how == "setdefault":
        r = tried(lambda: c.setdefault(k, 9))
    elif how == "add":
        r = tried(lambda: c.add(k))
    elif how == "discard":
        r = tried(lambda: c.discard(k))
    else:
        r = tried(lambda: c.remove(k))
    Key.then = None
    return how, act, answer, r, len(c), Key.log, k in c

for how in "get", "getor", "setdefault", "add", "discard", "remove":
    for act in "clear", "grow", "drop":
        for answer in True, False:
            first = change(how, act, answer)
            print(first)
            for i in range(300):
                if change(how, act, answer) != first:
                    print("differs", i, change(how, act, answer))
                    break

class Sub(dict):
    def __missing__(self, k):
        return "missing"
class Frozen(set):
    def __init__(self, x):
        self.update(x)
    def __hash__(self):
        raise TypeError("a set")
s = Sub({Key(1): 1})
print(s[Key(1)], s[Key(2)], s.get(Key(2)), s.setdefault(Key(3), 3), len(s))
t = {frozenset((1, 2))}
print([Frozen((1, 2)) in t for i in range(500)][-1], t.discard(Frozen((1, 2))), t)
#---
# Keys that comparisons delete, add and move while a key is looked up: what is said of each, and what is compared, in a checksum a use.
import zlib
class K:
    def __init__(s, n, h=7): s.n=n; s.h=h; s.act=None
    def __hash__(s): return s.h
    def __eq__(s, o):
        log.append((s.n, getattr(o,'n',o)))
        if s.act: return s.act(s,o)
        return NotImplemented if s.n=='NI' else s.n == o.n
    def __repr__(s): return 'K(%s)'%s.n
log=[]
lines=[]
def show(name, f):
    global log
    log=[]
    try: r=f()
    except BaseException as e: r=(type(e).__name__, str(e), repr(e.__context__), repr(e.__cause__))
    lines.append(f'{name} {r} {log}')
def mk(kind, names):
    ks=[K(n) for n in names]
    c = {k:i for i,k in enumerate(ks)} if kind is dict else set(ks)
    return c, ks
def rm(c,k):
    old=k
    if isinstance(c,dict):
        for q in list(c):
            pass
        del c[k]
    else: c.discard(k)
def uses(kind):
    yield 'in', lambda c,x: x in c
    yield 'notin', lambda c,x: x not in c
    if kind is dict:
        def get(c,x): return c[x]
        def st(c,x): c[x]='new'; return list(c.items())
        def dl(c,x): del c[x]; return list(c.items())
        yield 'get',get
        yield 'set',st
        yield 'del',dl
        yield 'm.get', lambda c,x: c.get(x,'dflt')
        yield 'pop', lambda c,x: (c.pop(x,'dflt'), list(c))
        yield 'setdefault', lambda c,x: (c.setdefault(x,'dflt'), list(c))
    else:
        yield 'add', lambda c,x: (c.add(x), len(c))
        yield 'discard', lambda c,x: (c.discard(x), len(c))
        yield 'remove', lambda c,x: (c.remove(x), len(c))
for kind in (dict,set):
  for uname,u in uses(kind):
    for ans in (True, False, 'raise', 2, [], NotImplemented):
      for which in (0,1,2):
        for victim in (0,1,2):
          for how in ('del','clear','add','delall'):
            c,ks=mk(kind,'ABC')
            log=[]
            def act(s,o):
                s.act=None
                if how=='del': rm(c,ks[victim])
                elif how=='clear': c.clear()
                elif how=='add':
                    for i in range(victim*20+1):
                        if kind is dict: c[i+100]=1
                        else: c.add(i+100)
                elif how=='delall':
                    for k in ks: rm(c,k)
                    for k in reversed(ks):
                        if kind is dict: c[k]='re'
                        else: c.add(k)
                if ans=='raise': raise ValueError('eq')
                return ans
            ks[which].act=act
            x=K('X')
            show((kind.__name__,uname,str(ans),which,victim,how), lambda: u(c,x))
    print(kind.__name__, uname, len(lines), zlib.crc32('\n'.join(lines).encode()))
    lines=[]
#---
# A key that an __eq__ deletes is one of those that have been compared.
class K:
    def __init__(s,n): s.n=n; s.act=None
    def __hash__(s): return 1
    def __eq__(s,o):
        if s.act: s.act()
        return s.n==o.n
for n in (2,20):
    ks=[K(i) for i in range(n)]; d=dict.fromkeys(ks,0); b=ks[-1]
    def rm(): b.act=None; del d[ks[0]]
    b.act=rm; d[K(n-1)]=1
    print(n,[k.n for k in d].count(n-1), list(d.values())[-1])
    s=set(ks)
    def rm(): b.act=None; s.discard(ks[0])
    b.act=rm; s.add(K(n-1)); print(n,[k.n for k in s].count(n-1))
    d=dict.fromkeys(ks,0)
    def rm(): b.act=None; del d[ks[0]]
    b.act=rm
    try: del d[K(n-1)]; print('deleted',len(d))
    except KeyError: print('KeyError',len(d))
#---
# What an __eq__ that raises was to compare does not live on.
import gc
import weakref
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, other): raise ValueError
def dies(make):
    c = make(K(1))
    w = weakref.ref(next(iter(c)))
    try:
        K(2) in c
    except ValueError:
        pass
    return w
for make in lambda k: {k: 1}, lambda k: {k}:
    dead = False
    for i in range(20): # a word on the stack may look like the key
        w = dies(make)
        gc.collect()
        dead = dead or w() is None
    print(dead)
# An int that a __hash__ returns is an int's hash, whatever its class says.
class I(int):
    def __hash__(self): return 77
class H:
    def __init__(self, h): self.h = h
    def __hash__(self): return self.h
print(hash(H(I(2**80))), hash(H(I(5))), hash(H(2**61 - 2)), hash(H(True)), hash(H(-1)))
