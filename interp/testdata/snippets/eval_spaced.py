# Code with a namespace of its own besides the globals is compiled: names in the namespace, the globals, the builtins, or nowhere.
code = compile('f(x, y) + len(z)', '<spaced>', 'eval')
loop = compile('sum(x for x in range(n)) + [y for y in (1, 2, n)][2] + k', '<loop>', 'eval')
body = compile('a = x + 1\nfor i in range(3):\n    a = a + i\ndel i\nb = a', '<body>', 'exec')

def f(x, y):
    return x * y

class Counting(dict):
    seen = 0
    def __getitem__(self, k):
        Counting.seen += 1
        return dict.__getitem__(self, k)
class Missing(dict):
    def __missing__(self, k):
        if k in ('x', 'y'):
            return 7
        raise KeyError(k)
class Raising:
    def __init__(self, exc):
        self.exc = exc
    def __getitem__(self, k):
        raise self.exc

def run(n, make):
    out = []
    g = {'f': f, 'z': 'abc', 'y': 2}
    for i in range(n):
        try:
            r = eval(code, g, make(i))
        except Exception as e:
            r = type(e).__name__, str(e)
        if i >= n - 3:
            out.append(r)
    return out

print(run(300, lambda i: {'x': i}))
print(run(300, lambda i: {'x': i, 'y': 5} if i % 2 else {'x': i}))
print(run(300, lambda i: {'x': i, 'len': lambda z: 1000}))
print(run(300, lambda i: {'f': lambda x, y: -1, 'x': 0, 'z': 'z'}))
print(run(300, lambda i: {}))
print(run(300, lambda i: Counting(x=i)), Counting.seen)
print(run(300, lambda i: Missing()))
print(run(300, lambda i: Raising(KeyError('own'))))
print(run(300, lambda i: Raising(ValueError('own'))))
print(run(300, lambda i: {'x': i} if i < 297 else Counting(x=i) if i == 298 else {'y': 1}))
space = {'x': 1}
def changing(i):
    space['x'] = i
    if i % 3 == 0:
        space.pop('y', None)
    else:
        space['y'] = i
    return space
print(run(300, changing))
def loops(n):
    for i in range(n):
        r = eval(loop, {'k': i}, {'n': 10})
    return r
print(loops(200))
def bodies(n):
    for i in range(n):
        d = {'x': i}
        exec(body, {}, d)
    return d
print(bodies(200))
def classes(n):
    out = 0
    for i in range(n):
        class C:
            a = i
            b = a + len('abc')
            c = [a for _ in range(2)] if i < 0 else b
        out += C.b + C.c
    return out
print(classes(100))
def globals_of(n):
    class G(dict):
        def __missing__(self, k):
            return 'missing ' + k
    h = compile('x, len("a")', '<g>', 'eval')
    for i in range(n):
        try:
            r = eval(h, G(), {})
        except NameError as e:
            r = str(e)
    return r
print(globals_of(100))
