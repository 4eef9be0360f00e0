import re
def shown(x): return re.sub(r'0x[0-9a-f]+', '0x', repr(x))
import weakref,gc
class A:
    def __call__(s): return 3
    __name__='nm'
    def __len__(s): return 2
    def __eq__(s,o): return True
    def __hash__(s): return 7
class B: pass
a=A(); p=weakref.proxy(a); print(shown(p)); r=weakref.ref(a); print(shown(r)); b=B(); q=weakref.proxy(b,lambda x:print('p cb',type(x))); print(shown(q))
print(shown(weakref.ref(A)), type(p),type(q), p(), len(p), weakref.proxy(a) is p, weakref.ref(a) is r, a.__weakref__ is r, weakref.getweakrefs(a)==[r,p], B().__weakref__)
rb=weakref.ref(b); rb2=weakref.ref(b, lambda r: print('rb2 cb', shown(r))); print(rb==rb2, rb!=rb2, rb is rb2, hash(r), callable(rb2.__callback__), rb.__callback__)
try: hash(p)
except TypeError as e: print(e)
b.c=b
try: rb<rb2
except TypeError as e: print(e)
del b
gc.collect()
for f in (lambda:shown(q),lambda:shown(rb),lambda:q.x,lambda:str(q),lambda:len(q),lambda:hash(rb),lambda:rb==rb2,lambda:rb==rb,lambda:rb(),lambda:q==q,lambda:bool(q),lambda: setattr(q,'a',1), lambda: q+1, lambda: callable(rb2.__callback__), lambda: list(q)):
    try: print(f())
    except Exception as e: print(type(e).__name__,e)
for f in (lambda:weakref.ref(),lambda:weakref.ref(1),lambda:weakref.ref(a,1,2),lambda:weakref.ref(a,callback=1),lambda:weakref.proxy(1), lambda:weakref.getweakrefcount(1), lambda:weakref.getweakrefs(1), lambda:r(1), lambda: type(p)(a), lambda: setattr(r,'x',1), lambda: setattr(a,'__weakref__',1)):
    try: print(f())
    except Exception as e: print(type(e).__name__,e)
class K(weakref.ref):
    __slots__='k',
    def __new__(c,o,cb,k): s=super().__new__(c,o,cb); s.k=k; return s
    def __init__(s,o,cb,k): super().__init__(o,cb)
gc.collect(); k=K(a,None,5); print(k.k,k() is a, weakref.getweakrefcount(a), k==r, hash(k)==hash(r), K(a,None,6) is k)
class K2(weakref.ref): pass
k2=K2(a); k2.z=3; print(k2.z, K2(a) is k2, K2.__mro__)
wv=weakref.WeakValueDictionary(); wk=weakref.WeakKeyDictionary(); ws=weakref.WeakSet()
o=[B() for i in range(5)]
for i,x in enumerate(o): wv[i]=x; wk[x]=i; ws.add(x); x.me=x
f=weakref.finalize(o[0],print,'finalized',k=1) if 0 else weakref.finalize(o[0],print,'finalized'); print(f.alive)
o[1:3]=[]; x=None; gc.collect(); print(sorted(wv), sorted(wk.values()), len(ws), f.alive)
it=iter(wv.items()); print(next(it)[0]); del o; gc.collect(); print(list(wv), f.alive)
del it; gc.collect(); print(list(wv),len(wk),len(ws),f.alive)
class C:
    def m(s): return 'm'
c=C(); wm=weakref.WeakMethod(c.m); print(wm()()); c.c=c; del c; gc.collect(); print(wm())
d=[]
def mk():
    class Z: pass
    z=Z(); return weakref.ref(Z,lambda r:d.append(1)), weakref.ref(z)
zz=mk(); gc.collect(); print(zz[0](),zz[1](),d)
#---
import weakref, gc
class N:
    def __del__(self): print('del', self.n, self.r1() is not None, self.r2() is not None, self.r3() is not None)
def cb(k): return lambda r: print('cb',k)
n=N(); n.n='a'; n.c=n
n.r1=weakref.ref(n); r=n.r1; n.r2=weakref.ref(n,cb('in')); r2=weakref.ref(n,cb('out')); n.r3=r2
del n; gc.collect(); print(r(),r2())
class B: pass
x=B(); y=B(); x.y=y; y.x=x
a=[weakref.ref(x,cb('x1')),weakref.ref(y,cb('y1')),weakref.ref(x,cb('x2')),weakref.ref(x)]
print(weakref.getweakrefcount(x), [a.index(q) for q in weakref.getweakrefs(x)])
del x,y; gc.collect()
print([q() for q in a])
keep=[]
class R:
    def __del__(self): print('R del'); keep.append(self)
z=R(); z.z=z; w=weakref.ref(z); ww=weakref.ref(z,cb('z'));
del z; gc.collect(); print(len(keep), w(), ww())
keep.clear(); gc.collect(); print('end',w())
import sys
sys.unraisablehook=lambda u: print(u.exc_type, u.exc_value, u.exc_traceback is not None, u.err_msg[:50], u.object)
class Bad:
    def __del__(self): raise ValueError('no')
b=Bad(); b.b=b; del b; gc.collect()
def bad(r): raise KeyError('cb')
b=B(); b.b=b; q=weakref.ref(b,bad); del b; gc.collect()
#---
# Objects die in hot loops, by automatic collections too. A few are kept by words on the stack that look like references.
import gc, weakref
class D:
    made = dead = 0
    def __init__(self): D.made += 1; self.me = self
    def __del__(self): D.dead += 1
def run(n):
    for i in range(n):
        D()
        if i % 1000 == 999:
            gc.collect()
run(4000)
gc.collect()
print(D.made, D.made - D.dead < 20)
# A finalizer that changes what the interrupted loop works with.
class E:
    def __init__(self): self.me = self
    def __del__(self):
        global add
        add = lambda a, b: a - b
def add(a, b): return a + b
def work(n):
    t = 0
    for i in range(n):
        t = add(t, 1)
        if i == 3000:
            E()
            gc.collect()
    return t
print(work(4000))
# Automatic collections call callbacks.
alive = set()
class F:
    def __init__(self): self.me = [self] * 100
def many(n):
    for i in range(n):
        f = F()
        r = weakref.ref(f, alive.discard)
        alive.add(r)
many(60000)
gc.collect()
print(len(alive) < 100)
# From where it is called.
def gen():
    o = D(); r = weakref.ref(o)
    yield r
    del o
    gc.collect()
    yield r
g = gen(); print(next(g)() is not None, next(g)())
try:
    1 / 0
except ZeroDivisionError:
    r = weakref.ref(D())
    print(gc.collect() >= 0, gc.collect(1) >= 0, gc.collect(generation=2) >= 0, r())
class G:
    def __del__(self): print('G'); gc.collect(); raise SystemExit
import sys
sys.unraisablehook = lambda u: print(repr(u.exc_value))
x = G(); x.x = x; del x
print([gc.collect() >= 0, 1][1], *map(lambda _: gc.collect() < 0, [1]))
#---
# A class gets its __del__ when there are instances.
import gc
class A: pass
class B(A): pass
def made(c):
    x = c(); x.x = x
    return x
kept, late = [made(A), made(B)], []
A.__del__ = lambda self: late.append(type(self).__name__)
kept.clear(); gc.collect(); print('late', sorted(late))
#---
# An instance gets a class with a __del__, and loses it.
import gc
class A: pass
class B:
    def __del__(self): print('B', self.n)
def made(n, c, d):
    x = c(); x.x = x; x.n = n; x.__class__ = d
made(1, A, B); made(2, B, A); made(3, B, B)
gc.collect(); print('end')
#---
# Instances of other layouts.
import gc
class D(dict):
    def __del__(self): dead[0] += 1
class E(Exception):
    def __del__(self): dead[1] += 1
class F(tuple):
    def __del__(self): dead[2] += 1
dead = [0, 0, 0]
def made(n):
    for i in range(n):
        D().x = 1; E(i); F((i, i))
made(3000)
gc.collect(); made(0); gc.collect()
print(min(dead) > 2900)
#---
# Instances that a hot loop makes.
import gc
class O:
    def __init__(self): self.me = self
    def __del__(self): dead[0] += 1
dead = [0]
def made(n):
    for i in range(n):
        O()
made(6000)
gc.collect(); made(0); gc.collect()
print(dead[0] > 5900)
