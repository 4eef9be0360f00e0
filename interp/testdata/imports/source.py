from pkg import frames as other
x = 'main'
def loop(n):
    s = {}
    for i in range(n):
        r = other.g(), len(other.h()), other.e()
        s[r] = s.get(r, 0) + 1
    return s
print(loop(2000))
exec("a = 1\nprint(a + 1, __name__)")
print(a, eval(' 1 + a'), eval('b', {'b': 5}), eval('c + b', {'b': 5}, {'c': 2}))
ns = {}
exec("def f(x):\n    return x * k\nk = 3", ns)
print(ns['f'](5), sorted(k for k in ns if k[0] != '_'))
l = {}
exec("z = 1\ny = z + a", {'a': 10}, l)
print(l)
c = compile('p + q', 'file.py', 'eval')
print(eval(c, dict(p=1, q=2)), c.co_names, c.co_filename, loop.__code__.co_varnames, loop.__code__.co_argcount)
for src in ('1 +', 'def', 'a b', '\tx\n y'):
    try:
        exec(src)
    except SyntaxError as e:
        print(type(e).__name__, e, e.msg, e.lineno, e.offset, e.text, e.filename)
for f in (lambda: eval(1), lambda: exec('', 1), lambda: compile('a', 'f', 'x'), lambda: eval('x = 1'), lambda: eval('nope')):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
def inner(n):
    t = 0
    for i in range(n):
        q = i
        t += eval('q + 1')
    return t
print(inner(500))
