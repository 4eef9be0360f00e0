import builtins
def t(f):
    try: return f()
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
g = {}; exec("1", g); print(type(g['__builtins__']).__name__, g['__builtins__'] is builtins.__dict__)
print(t(lambda: eval("len('abc')", {'__builtins__': {}})))
print(t(lambda: eval("len('abc')", {'__builtins__': None})))
print(t(lambda: eval("len('abc')", {'__builtins__': 5})))
print(t(lambda: eval("1+1", {'__builtins__': None})))
print(t(lambda: eval("len('abc')", {'__builtins__': {'len': lambda x: 'mine'}})))
print(t(lambda: eval("len('abc')", {'__builtins__': builtins})))
print(t(lambda: exec("import os", {'__builtins__': {}})))
print(t(lambda: exec("import os", {'__builtins__': None})))
print(t(lambda: exec("class A: pass", {'__builtins__': {}})))
print(t(lambda: exec("class A: pass", {'__builtins__': 3})))
class D(dict):
    def __getitem__(self, k): return 'D' + k
    def __missing__(self, k): return 'M' + k
print(t(lambda: eval("foo", {'__builtins__': D()})))
print(t(lambda: exec("x = 1\ndel y", {'__builtins__': {}})))
print(t(lambda: eval("[x for x in (1,2) if y]", {'__builtins__': {}})))
src = '''
def f(n):
    t = 0
    for i in range(n): t += len('abc')
    return t
def mk():
    def inner(x): return abs(x)
    return inner
'''
mine = {'len': lambda x: 100, 'range': range, 'abs': lambda x: ('abs', x)}
code = compile(src, 'src', 'exec')
g1 = {'__builtins__': mine}; exec(code, g1)
g2 = {}; exec(code, g2)
for k in range(3):
    print(g1['f'](5000), g2['f'](5000), g1['mk']()(-3), g2['mk']()(-3))
print(g1['f'].__builtins__ is mine, g2['f'].__builtins__ is builtins.__dict__)
mine['len'] = lambda x: 7
print(g1['f'](5000), g2['f'](5000))
import types
h = types.FunctionType(g1['f'].__code__, {'__builtins__': {'range': range, 'len': lambda x: 2}})
print(h(5000), t(lambda: types.FunctionType(g1['f'].__code__, {'__builtins__': {'range': range}})(3)))
h2 = types.FunctionType(g1['f'].__code__, {})
print(h2(10), h2.__builtins__ is builtins.__dict__)
n = eval("lambda: zork", {'__builtins__': None}); print(n.__builtins__); print(t(n))
for i in range(3000):
    try: n()
    except TypeError as e: pass
print(t(n))
exec("exec('print(len)', {})", {'__builtins__': {'exec': exec, 'print': print, 'len': 'LEN'}})
for i in range(2000): r = eval("len('abc')", {'__builtins__': {'len': lambda x: i}})
print(r)
def loop(bs):
    out = []
    for b in bs:
        out.append(t(lambda: eval(CODE, {'__builtins__': b})))
    return out
CODE = compile("sum([len(x) for x in y])" , '', 'eval')
print(set(loop([{'len': len, 'sum': sum, 'y': ['a'] * (i % 3)} if i % 7 else None for i in range(4000)])))
