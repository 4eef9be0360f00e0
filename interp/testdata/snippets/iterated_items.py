# Loops over instances that are iterated by their __getitem__: one that is hot, of any length, and where it ends.
class Items:
    def __init__(self, *l): self.l = l
    def __getitem__(self, i): return self.l[i]
def total(s):
    t = 0
    for x in s:
        t = t * 3 + x
    return t
for n in (0, 1, 2, 7, 3000):
    print(total(Items(*range(n))) % 1000007)
print(sum(total(Items(*range(n % 5))) for n in range(3000)))
class Squares:
    def __getitem__(self, i):
        if i == 5: raise IndexError("the end", i)
        return i * i
class Stops:
    def __getitem__(self, i):
        if i == 4: raise StopIteration(i)
        return -i
class Derived(IndexError): pass
class Ends:
    def __getitem__(self, i):
        if i == 3: raise Derived
        return i
class Keys(dict): pass
class Listed(list):
    def __getitem__(self, i): return "never"
several = [Items(1, 2), Squares(), Stops(), Ends(), Items(), [4, 5], Listed([6, 7]), Keys({8: 9})]
def run(n):
    r = 0
    for i in range(n):
        for x in several[i % 8]:
            r = (r * 7 + x) % 1000003
    return r
print(run(8), run(4000))
print([x for x in Squares()], [*Stops()], list(Ends()), tuple(Items(1, 2)), sum(x for x in Squares()), max(Squares()), 9 in Squares(), dict.fromkeys(Ends()))
a, b, *c = Squares()
print(a, b, c, [(x, y) for x in Ends() for y in Ends() if x < y], sorted(Squares(), reverse=True))
#---
# What is no end passes through, with the lines of the functions only; the loop can be left, and begun anew.
import sys, traceback
class Broken:
    def __getitem__(self, i):
        if i == 3:
            self.fails(i)
        return i
    def fails(self, i):
        raise KeyError(i)  # a LookupError, as IndexError is
def loop(s):
    r = []
    try:
        for x in s:
            r.append(x)
            if x == 7: break
        else:
            r.append("else")
    except LookupError as e:
        r.append((type(e).__name__, e.args, [(f.name, f.lineno) for f in traceback.extract_tb(e.__traceback__)], e.__context__, sys.exception() is e))
    r.append(sys.exception())
    return r
class Upto:
    def __init__(self, n): self.n = n
    def __getitem__(self, i):
        if i >= self.n: raise IndexError
        return i
for i in range(200):
    r = loop(Broken()), loop(Upto(3)), loop(Upto(30))
print(*r, sep="\n")
# What is handled meanwhile stays handled, in the method as well.
class Handling:
    def __getitem__(self, i):
        if i == 2: raise IndexError(repr(sys.exception()))
        return repr(sys.exception())
def handled():
    try:
        raise ValueError("outer")
    except ValueError:
        r = [x for x in Handling()]
        for x in Handling():
            r.append(x)
        r.append(repr(sys.exception()))
    return r, sys.exception()
for i in range(100):
    r = handled()
print(r)
# A generator expression, left and dropped, and one that is thrown into.
def thrown():
    g = (x for x in Upto(5))
    r = [next(g), next(g)]
    try:
        g.throw(ValueError("in"))
    except ValueError as e:
        r.append(str(e))
    r.append(list(g))
    g = (x for x in Upto(5))
    next(g)
    g.close()
    return r, list(g)
for i in range(100):
    r = thrown()
print(r)
#---
# The method changes during the loop: of the class, of a base, to one that is none in Python, and away; __class__ of the object.
class Base:
    def __getitem__(self, i): return self.step(i)
    def step(self, i):
        if i == 6: raise IndexError
        return i
class C(Base): pass
class D:
    def __getitem__(self, i):
        if i == 9: raise IndexError
        return -i
def run(o, at, change):
    r = []
    try:
        for x in o:
            r.append(x)
            if x == at: change()
    except TypeError as e:
        r.append(str(e)[:10])
    return r
def none(): pass
for i in range(150):
    r = run(C(), -1, none)
print(r)
def other(self, i):
    if i == 8: raise IndexError
    return i + 100
print(run(C(), 3, lambda: setattr(C, "__getitem__", other)))
del C.__getitem__
print(run(C(), -1, none))
class Builtin:
    def __call__(self, i):
        if i == 5: raise IndexError
        return str(i)
print(run(C(), 2, lambda: setattr(C, "__getitem__", Builtin())), run(C(), 2, none))
del C.__getitem__
c = C()
print(run(c, 4, lambda: setattr(c, "__class__", D)))
print(run(C(), 4, lambda: delattr(Base, "__getitem__")))
print(run(C(), 4, none))
C.__iter__ = lambda self: iter("abc")
print(run(C(), 4, none))
C.__iter__ = None
C.__getitem__ = Base.step
print(run(C(), 4, none))
#---
# An explicit iterator is an object as any; it says where it is, and is at its end for good.
class S:
    def __init__(self, l): self.l = l
    def __getitem__(self, i): return self.l[i]
    def __len__(self): return len(self.l)
def steps():
    s = S([1, 2, 3])
    it = iter(s)
    r = [next(it), it.__length_hint__(), it.__reduce__()[2]]
    for x in it:
        r.append(x)
    s.l.append(9)
    r += list(it)
    r.append(list(s))
    it = iter(s)
    for x in it:
        for y in it:
            r.append((x, y))
    return r
for i in range(60):
    r = steps()
print(r)
# What the loop changes is seen; the same object in two loops.
def grows(s):
    r = 0
    for x in s:
        if x < 40: s.l.append(x + 7)
        for y in s:
            r += y
            if y > 20: break
    return r, len(s)
for i in range(60):
    r = grows(S([1, 2]))
print(r)
#---
# yield from what has an __iter__ in Python: generator functions, what returns another iterator, a list, itself, and what is none.
class Tree:
    def __init__(self, left, value, right): self.left, self.value, self.right = left, value, right
    def __iter__(self):
        if self.left: yield from self.left
        yield self.value
        if self.right: yield from self.right
def tree(a, b):
    if a >= b: return None
    m = (a + b) // 2
    return Tree(tree(a, m), m, tree(m + 1, b))
t = tree(0, 300)
print(sum(x * i for i, x in enumerate(t)), list(t) == list(range(300)))
class Lists:
    def __iter__(self): return iter([1, 2])
class Own:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration("own")
        return self.n
class Gives:
    def __iter__(self):
        x = yield 5
        return ("got", x)
class Wrong:
    def __iter__(self): return 5
class Raises:
    def __iter__(self): raise KeyError("iter")
class ByItems:
    def __getitem__(self, i):
        if i == 2: raise IndexError
        return i
def outer(v):
    try:
        r = yield from v
        yield ("result", r)
    except (TypeError, KeyError) as e:
        yield (type(e).__name__, str(e), e.__traceback__.tb_lineno)
made = [Lists, Own, Gives, Wrong, Raises, ByItems, lambda: tree(0, 4), lambda: "ab", lambda: map(str, [1, 2]), lambda: 7]
def each():
    return [list(outer(m())) for m in made]
for i in range(120):
    r = each()
print(r)
def sends():
    r = []
    for v in (Gives(), ByItems(), map(str, [1])):
        g = outer(v)
        next(g)
        try:
            r.append(g.send("sent"))
        except AttributeError as e:
            r.append(str(e))
    return r
for i in range(60):
    r = sends()
print(r)
