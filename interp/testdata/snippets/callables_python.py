# Instances that are called: several classes at one site, a __call__ that is replaced, deleted, or takes more.
class Add:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return x + self.n
class Scale(Add):
    def __call__(self, x):
        return x * self.n % 1009
class Wide:
    def __call__(self, x, y=5, *rest, **named):
        return x + y + len(rest) + len(named)
class Gen:
    def __call__(self, x):
        yield x
        yield x + 1
class Static:
    @staticmethod
    def __call__(x):
        return x + 4
def apply(f, x):
    return f(x)
def main(n):
    fs = [Add(3), Add(5), Scale(7), Wide(), Static(), abs, Add(1).__call__, len]
    t = 0
    for i in range(n):
        t += apply(fs[0], i)
        if i > 800:
            t += apply(fs[i % 3], i)
        if i > 1600:
            f = fs[i % 7]
            t += f(i) + fs[3](i, 2, 3, z=1)
        if i > 2000:
            t += sum(Gen()(i))
        if i == 2500:
            Add.__call__ = lambda self, x: self.n - x
        if i == 2800:
            del Add.__call__
        if i >= 2800:
            try:
                t += apply(fs[0], i)
            except TypeError as e:
                text = str(e)
                Add.__call__ = lambda self, x: x & self.n
    return t, text
print(main(3200))
#---
# Its frame, its exceptions, its recursion.
import sys
class C:
    def __init__(self):
        self.depth = 0
        self.inner = None
    def __call__(self, n):
        if n % 17 == 3:
            raise ValueError(n, sys._getframe().f_back.f_code.co_name)
        return n
class R:
    def __call__(self, n):
        return n if n == 0 else self(n - 1) + 1
class D:
    def __call__(self):
        global deepest
        deepest += 1
        return self()
def use(c, i):
    return c(i)
def main():
    c, r, t, seen = C(), R(), 0, set()
    c.inner = c
    for i in range(3000):
        try:
            t += use(c, i) + c.inner(i + 1)
        except ValueError as e:
            seen.add((e.args[1], e.__traceback__.tb_lineno, e.__traceback__.tb_next.tb_lineno))
        t += r(i % 5)
    return t, sorted(seen)
print(main())
sys.setrecursionlimit(300)
for i in range(5):
    deepest = 0
    try:
        D()()
    except RecursionError as e:
        print(deepest, e)
#---
# Defaults of __init__ and of methods, which are replaced while hot; a global that hides a builtin later.
class P:
    def __init__(self, x, y=2, z=3):
        self.x = x
        self.y = y
        self.z = z
    def moved(self, dx, dy=1):
        return P(self.x + dx, self.y + dy)
    def sum(self):
        return self.x + self.y + self.z
def length(l):
    return len(l) + abs(-2)
def main(n):
    p, t, l = P(0), 0, [1, 2, 3]
    for i in range(n):
        p = p.moved(1)
        p = p.moved(dx=1, dy=-1) if i % 3 == 0 else p.moved(2, 3)
        p = P(p.x & 255, z=p.y & 7)
        t += p.sum() + P(i).sum() + length(l)
        if i == 2000:
            P.__init__.__defaults__ = (5, 6)
            P.moved.__defaults__ = (7,)
        if i == 2400:
            globals()['abs'] = lambda v: v * 10
        if i == 2600:
            P.__init__.__defaults__ = (6,)
            try:
                P(1)
            except TypeError as e:
                print(e)
            P.__init__.__defaults__ = (1, 2)
        if i == 2700:
            del globals()['abs']
    return t, p.x, p.y, p.z
print(main(3000))
