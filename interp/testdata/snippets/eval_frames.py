# eval of a code object in given namespaces is a frame of its caller's loop.
import sys

look = compile('find(data, name) + here', '<template>', 'eval')
fails = compile('find(data, "nowhere")', '<template>', 'eval')
deep = compile('again(n)', '<deep>', 'eval')
scope = compile('[x for x in items if x != skip]', '<scope>', 'eval')
lam = compile('lambda: here', '<lambda>', 'eval')
stmt = compile('there = here + 1', '<exec>', 'exec')
frame = compile('sys._getframe().f_code.co_name, sys._getframe().f_back.f_code.co_name, sorted(k for k in locals() if k != "__builtins__")', '<frame>', 'eval')

def find(data, name):
    return data[name]

def fresh(n):
    out = 0
    for i in range(n):
        out += eval(look, {'find': find, 'data': {'x': i}, 'name': 'x', 'here': 1})
    return out
print(fresh(300))

def same(n):
    g = {'find': find, 'here': 1}
    out = 0
    for i in range(n):
        out += eval(look, g, {'data': {'x': i}, 'name': 'x'})
        out += eval(look, g, {'data': {'x': i}, 'name': 'x', 'here': 5})
    return out, sorted(g)[0]
print(same(300))

class Space(dict):
    def __getitem__(self, k):
        return dict.__getitem__(self, k) * 2 if dict.__contains__(self, k) else {}[k]
class Map:
    def __init__(self, d):
        self.d = d
    def __getitem__(self, k):
        return self.d[k]
def mapped(n):
    g = {'find': find, 'here': 1, 'data': {'x': 3}}
    out = []
    for i in range(n):
        r = eval(look, g, Space(here=i)  if i & 1 else Map({'here': i, 'name': 'x'})) if i & 1 == 0 else eval(look, dict(g, name='x'), Space(here=i))
        out.append(r)
    return out[-3:]
print(mapped(100))

def caught(n):
    out = []
    for i in range(n):
        try:
            eval(fails, {'find': find, 'data': {}}, None)
        except KeyError as e:
            tb, names = e.__traceback__, []
            while tb:
                names.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
                tb = tb.tb_next
            out.append((str(e), names))
    return out[-1], len(out)
print(caught(100))

def again(n):
    if n == 0:
        return 0
    return 1 + eval(deep, {'again': again, 'n': n - 1})
print([again(50) for i in range(30)][-1])
def endless(n):
    return eval(compile('endless(n)', '<deep>', 'eval'), globals(), {'n': 1})
try:
    endless(1)
except RecursionError as e:
    print(type(e))
print([eval(scope, {'skip': 2}, {'items': [1, 2, 3]}) if False else eval(scope, {'skip': 2, 'items': [1, 2, 3]}) for i in range(100)][-1])
print([eval(lam, {'here': i})() for i in range(100)][-1])
def frames(n):
    for i in range(n):
        r = eval(frame, {'sys': sys}, {'a': 1, 'b': 2, 'sys': sys})
        q = eval(frame, {'sys': sys})
    return r, q
print(frames(100))
def execs(n):
    for i in range(n):
        d = {}
        r = eval(stmt, {'here': i}, d), eval(stmt, {'here': i}), exec(stmt, {'here': i}, d), exec(look, {'find': find, 'data': {'x': i}, 'name': 'x', 'here': 1})
    return r, d
print(execs(100))
def own(n):
    x = 5
    for i in range(n):
        r = eval('x + n'), eval(compile('x * n', '<own>', 'eval')), eval('x', None, {'x': i}), eval('x', {'x': 1}, None)
    return r
print(own(30))
def function(a, b=2):
    return a
gen = compile('(x for x in items)', '<gen>', 'eval')
def wrong(n):
    out = []
    for i in range(n):
        for f in (lambda: eval(function.__code__, {}), lambda: eval(look, 5), lambda: eval(look, {}, 5), lambda: eval(look, {}, {}, 5), lambda: eval(look, {}, {'find': 1}),
                  lambda: eval((lambda: wrong).__code__, {}), lambda: eval(5, {}), lambda: eval(look, Map({})), lambda: eval(look, [])):
            try:
                r = f()
            except (TypeError, NameError) as e:
                r = type(e).__name__, str(e)
            out.append(r)
    return out[-9:]
for r in wrong(60):
    print(r)
print([list(eval(gen, {'items': [1, 2, i]})) for i in range(50)][-1])
def yields(n):
    for i in range(n):
        yield eval(look, {'find': find, 'data': {'x': i}, 'name': 'x', 'here': 1})
print(sum(yields(200)))
import builtins
def bare(n):
    for i in range(n):
        g = {'x': i}
        r = eval(compile('len("abc") + x', '<b>', 'eval') if i == 0 else bcode, g)
        h = {'x': i, '__builtins__': {'len': lambda s: 100}}
        q = eval(bcode, h)
    return r, q, g['__builtins__'] is builtins.__dict__ or g['__builtins__'] is builtins
bcode = compile('len("abc") + x', '<b>', 'eval')
print(bare(100))
e = eval
print([e(look, {'find': find, 'data': {'x': i}, 'name': 'x', 'here': 1}) for i in range(60)][-1], list(map(eval, [look] * 2, [{'find': find, 'data': {'x': 1}, 'name': 'x', 'here': 1}] * 2)))
