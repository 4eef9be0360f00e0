# Code that runs with another dict of globals each time: its names are looked up in that dict, then in its builtins.
source = '''
total = 0
for i in range(400):
    total = total + i * scale
    last = len(names)
    if i == 300:
        names = (1, 2, 3)
'''
code = compile(source, "source", "exec")
for scale in range(6):
    space = {"scale": scale, "names": ()}
    exec(code, space)
    print(space["total"], space["last"], space["i"])
# One has a len of its own, one other builtins, one is of a class derived from dict.
space = {"scale": 1, "names": (), "len": lambda x: -1}
exec(code, space)
print(space["total"], space["last"])
space = {"scale": 1, "names": (), "__builtins__": {"range": range, "len": lambda x: "own"}}
exec(code, space)
print(space["total"], space["last"])


class Space(dict):
    def __missing__(self, key):
        raise KeyError("missing " + key)


space = Space(scale=2, names=())
exec(code, space)
print(space["total"], space["last"])
try:
    exec(code, {"scale": 1})
except NameError as e:
    print(e)
#---
# A name that comes and goes, and one that hides a builtin for a while.
code = compile('''
seen = []
for i in range(300):
    if i % 50 == 0:
        abs = hidden
    if i % 50 == 10:
        del abs
    seen.append(abs(-i))
try:
    gone
except NameError as e:
    seen.append(str(e))
''', "source", "exec")
for factor in range(4):
    space = {"hidden": lambda x: x * factor}
    exec(code, space)
    print(sum(space["seen"][:-1]), space["seen"][-1], "abs" in space)
#---
# Functions of the same code in several dicts see what is stored there, from the outside too.
code = compile('''
def step(n):
    global count
    for _ in range(n):
        count = count + by
    return count
''', "source", "exec")
spaces = [{"count": 0, "by": k} for k in range(5)]
for space in spaces:
    exec(code, space)
print([space["step"](100) for space in spaces])
for space in spaces:
    space["by"] += 10
print([space["step"](100) for space in spaces])
spaces[2]["by"] = 0.5
print([space["step"](100) for space in spaces], [space["count"] for space in spaces])
del spaces[1]["by"]
try:
    spaces[1]["step"](3)
except NameError as e:
    print(e)
spaces[0]["__builtins__"]["by"] = 3
print(spaces[1]["step"](3), spaces[3]["step"](3))
del spaces[0]["__builtins__"]["by"]
#---
# What a program relies on as constant changes by code that runs with its dict.
limit = 3


def bound():
    return limit


change = compile("for k in range(200): limit = k", "change", "exec")
found = []
for n in range(6):
    for _ in range(100):
        found.append(bound())
    exec(change, globals() if n % 2 else {})
print(sorted(set(found)), limit)
#---
# exec in a dict whose class has methods for names.
log = []
class Names(dict):
    def __getitem__(self, k):
        log.append(k)
        return dict.__getitem__(self, k)
    def __setitem__(self, k, v):
        log.append(('set', k))
        dict.__setitem__(self, k, v)
    def __delitem__(self, k):
        log.append(('del', k))
        dict.__delitem__(self, k)
    def __missing__(self, k):
        log.append(('missing', k))
        raise KeyError(k)
def logged(source, d):
    log.clear()
    try:
        exec(source, d)
    except Exception as e:
        print(type(e).__name__, e)
    print(log)
d = Names(n=3)
logged('a = n + len([])\nb = a\ndel a', d)
logged('import sys as s\ndef f():\n    global g\n    g = n\n    return n\nx = f()\nclass C:\n    y = n', d)
logged('for i in range(3):\n    q = i\nnothing', d)
logged('del nothing', d)
log.clear(); print(eval('n + b', d), log)
log.clear(); print(eval('[n for k in range(2)], (lambda: n)()', d), log)
class Plain(dict):
    pass
p = Plain(k=1)
exec('t = 0\nfor i in range(3000):\n    t += k', p); print(p['t'], sorted(x for x in p if x[0] != '_'))
exec('def f(n):\n    t = 0\n    for i in range(n): t += k\n    return t', p); print(p['f'](3000)); p['k'] = 2; print(p['f'](3000))
exec('print(globals() is locals(), type(locals()).__name__, __name__)', p)
import collections
for d in (collections.defaultdict(int), collections.OrderedDict(k=2), collections.Counter(k=5)):
    try: exec('k\nm = k + 1\ndef f(): return k, m, len\nx = f()', d); print(d['m'], d['x'], sorted(x for x in d if x[0] != '_'))
    except Exception as e: print(type(e).__name__, e)
class Body(dict):
    def __getitem__(self, k):
        if k[0] == '_': raise KeyError(k)
        return k * 2
try: exec('print(a, b)\nclass C:\n    try: z = a\n    except NameError as e: print(e)', Body(print=print))
except Exception as e: print(type(e).__name__, e)
