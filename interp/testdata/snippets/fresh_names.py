# Names that are made at run time die, and others take their places in memory: what is found by the
# address of a name forgets it.
import gc, sys

class Base:
    kept = 1
class C(Base): pass

def attributes(n):
    wrong = 0
    for i in range(n):
        name = f'a{i}'
        c = C()
        if hasattr(c, name) or hasattr(C, name): wrong += 1
        setattr(Base, name, i)
        if getattr(c, f'a{i}') != i or getattr(C, f'a{i}') != i: wrong += 1
        if i % 3 == 0: setattr(C, name, -i)
        if getattr(c, f'a{i}') != (-i if i % 3 == 0 else i): wrong += 1
        setattr(Base, name, i + 1)
        setattr(Base, name, i + 2)
        if getattr(Base(), f'a{i}') != i + 2: wrong += 1
        if i % 3 == 0: delattr(C, name)
        delattr(Base, name)
        if getattr(c, name, None) is not None or getattr(C, name, None) is not None: wrong += 1
        del name
        if i % 40 == 39: gc.collect()
    return wrong

print('attributes', attributes(800))
#---
# Instances with attributes of many names, inline and in dicts.
import gc

class P: pass

def inline(n):
    wrong, kept = 0, []
    for i in range(n):
        p = P()
        setattr(p, f'k{i // 20}', i)
        setattr(p, 'fixed', i)
        kept.append(p)
        if len(kept) > 60: del kept[:30]
        if i % 50 == 0: gc.collect()
        for j, q in enumerate(kept):
            d = vars(q)
            if len(d) != 2 or d['fixed'] != d[f"k{d['fixed'] // 20}"]: wrong += 1
    return wrong

print('inline', inline(600))
#---
# Globals that come and go under code that has taken others for constants.
import gc

def use():
    total = 0
    for i in range(50):
        try: total += shifting
        except NameError: total -= 1
    return total

out = []
for i in range(200):
    globals()[f'fresh{i}'] = i
    if i % 20 == 0: globals()['shift' + 'ing'] = i
    if i % 20 == 10: del globals()['shift' + 'ing']
    out.append(use())
    del globals()[f'fresh{i}']
    if i % 15 == 0: gc.collect()
print(sum(out), out[::17])
#---
# Keywords, modules, classes and code with names of their own.
import gc, sys, types

def takes(a, b=2, **kw): return a, b, kw
wrong = 0
for i in range(300):
    if takes(**{'a': i, f'z{i}': 1}) != (i, 2, {f'z{i}': 1}): wrong += 1
    try: takes(**{f'a{i}': 1})
    except TypeError as e:
        if "'a'" not in str(e): wrong += 1
    else: wrong += 1
    ns = {}
    exec(f'def f{i}(p{i}, q=3): return p{i} + q\nclass K{i}:\n    __slots__ = ("s{i}",)\n    def __init__(self): self.s{i} = {i}', ns)
    f, K = ns[f'f{i}'], ns[f'K{i}']
    if f(**{f'p{i}': 1}) != 4 or f.__name__ != f'f{i}' or K.__qualname__ != f'K{i}' or getattr(K(), f's{i}') != i: wrong += 1
    m = types.ModuleType(f'm{i}')
    setattr(m, f'x{i}', i)
    sys.modules[m.__name__] = m
    exec(f'import m{i}\nfrom m{i} import x{i}\nassert x{i} == {i}', {})
    del sys.modules[f'm{i}']
    if i % 25 == 0: gc.collect()
print(wrong)
#---
# sys.intern: the one str, as long as there is one.
import gc, sys

kept = {}
for i in range(500):
    s = sys.intern(f'n{i % 100}')
    if i % 7 == 0: kept[s] = s
    if i % 30 == 0: gc.collect()
    if sys.intern(''.join(['n', str(i % 100)])) is not s: print('differ', i)
    if s in kept and kept[s] is not s: print('another', i)
    if sys.intern(f'\u0416{i}') is not sys.intern(f'\u0416{i}') or sys.intern(f'\xe9{i}') == f'e{i}': print('wide', i)
class S(str): pass
class O: pass
o = O()
setattr(o, S('sub'), 1)
print(len(kept), type(next(iter(vars(o)))) in (str, S), o.sub, getattr(o, 'su' + 'b'))
try: sys.intern(S('x'))
except TypeError as e: print(e)
