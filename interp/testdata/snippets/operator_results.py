# What operators' methods return: each call of one goes on in a frame beneath it, which has an executor of its own
# where methods of many classes come by.

class A:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        if self.n % 7 == 3:
            return NotImplemented
        return A(self.n + other.n)
    def __lt__(self, other):
        if self.n % 5 == 2:
            return NotImplemented
        return self.n < other.n
    def __eq__(self, other):
        if self.n % 11 == 4:
            return self.n  # its truth is wanted
        return self.n == other.n
    __hash__ = None

class B(A):
    def __radd__(self, other):
        return B(self.n * 2 + other.n)
    def __gt__(self, other):
        return [] if self.n % 3 else [1]

class C:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        if other.n % 2:
            return None
        return C(self.n - other.n)
    def __radd__(self, other):
        return "r%d" % self.n
    def __lt__(self, other):
        return 0.0 if self.n % 2 else "yes"
    def __gt__(self, other):
        return self.n
    def __eq__(self, other):
        return NotImplemented
    __hash__ = None

def show(v):
    return v.n if isinstance(v, (A, C)) else v

def add(x, y):
    try:
        return show(x + y)
    except TypeError as e:
        return str(e)

def less(x, y):
    try:
        if x < y:
            return 1
    except TypeError as e:
        return 16
    return 2

def unequal(x, y):
    if x != y:
        return 4
    return 8

def run(n):
    h = 0
    last = []
    classes = [A, B, C]
    for i in range(n):
        x = classes[i % 3](i % 13)
        y = classes[i // 3 % 3](i % 9)
        r = add(x, y)
        k = less(x, y) + unequal(x, y)
        h = (h * 31 + k + (r if isinstance(r, int) else len(str(r)))) & 0xFFFFFFFF
        if i > n - 12:
            last.append((r, k))
    return h, last

for n in 50, 6000:
    h, last = run(n)
    print(n, h)
    for r, k in last:
        print(" ", r, k)

# A loop over generators, lists, tuples, ranges and iterators by __getitem__.
class Items:
    def __init__(self, n):
        self.n = n
    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * 3

def numbers(n):
    for i in range(n):
        yield i + 1

def total(it):
    s = 0
    for v in it:
        s += v
    return s

def totals(n):
    s = 0
    for i in range(n):
        k = i % 6
        if k == 0:
            it = [1, 2, i]
        elif k == 1:
            it = numbers(i % 5)
        elif k == 2:
            it = (i, 2)
        elif k == 3:
            it = Items(i % 4)
        elif k == 4:
            it = range(i % 7)
        else:
            it = {i: 1, 2: 3}
        s += total(it)
    return s

print(totals(30), totals(9000))
