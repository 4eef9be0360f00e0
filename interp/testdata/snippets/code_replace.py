# Code objects that a program makes: replace, types.CodeType.
import types

def f(a, b=2, *args, k=3, **kw):
    total = a + b + k
    return total, args, kw, "text", 2.5, (1, "x")

c = f.__code__
names = ["co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals", "co_stacksize", "co_flags", "co_code", "co_consts", "co_names",
         "co_varnames", "co_name", "co_qualname", "co_firstlineno", "co_linetable", "co_exceptiontable", "co_freevars", "co_cellvars"]
def same(x, y):
    return [n for n in names if getattr(x, n) != getattr(y, n)]

print(same(c, c.replace()), c.replace() is c)
d = c.replace(co_name="g", co_firstlineno=100, co_qualname="G.g")
print(same(c, d), d.co_name, d.co_qualname, d.co_firstlineno)
g = types.FunctionType(d, globals())
print(g.__name__, g(1, 2, 3, k=4, z=5), g.__qualname__)

e = c.replace(co_consts=tuple("other" if k == "text" else k for k in c.co_consts))
print(types.FunctionType(e, globals())(1, 1, k=1))
big = c.replace(co_consts=tuple(2 ** 70 if k == "text" else frozenset([1]) if k == 2.5 else k for k in c.co_consts))
print(types.FunctionType(big, globals())(1, 1, k=1))

m = types.CodeType(c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_nlocals, c.co_stacksize, c.co_flags, c.co_code, c.co_consts, c.co_names,
                   c.co_varnames, c.co_filename, "m", "m", c.co_firstlineno, c.co_linetable, c.co_exceptiontable)
print(same(c, m), m.co_name, types.FunctionType(m, globals())(5, 6, k=7))

def outer(x):
    def inner(y):
        return x + y
    return inner
i = outer(3)
r = i.__code__.replace(co_varnames=("renamed",))
print(r.co_varnames, r.co_freevars, types.FunctionType(r, globals(), None, None, i.__closure__)(4))
o = outer.__code__.replace(co_name="o")
print(same(outer.__code__, o), types.FunctionType(o, globals())(10)(5))
# The constants stay the same objects.
print(all(x is y for x, y in zip(outer.__code__.co_consts, o.co_consts)))

def gen(n):
    for j in range(n):
        yield j
print(list(types.FunctionType(gen.__code__.replace(co_name="other"), globals())(4)))

def loop(n):
    s = 0
    for j in range(n):
        s += j
    return s
hot = types.FunctionType(loop.__code__.replace(co_name="hot"), globals())
print([hot(3000) for _ in range(5)])

for bad in [lambda: c.replace(co_argcount=-1), lambda: c.replace(co_code=b"x"), lambda: c.replace(co_nlocals=1), lambda: c.replace(co_name=1), lambda: c.replace(co_code="x"),
            lambda: c.replace(nothing=1), lambda: c.replace(1), lambda: c.replace(co_consts=[]), lambda: types.CodeType()]:
    try:
        bad()
        print("made")
    except Exception as x:
        print(type(x).__name__)
