# dict(name=value, …), hot, and what else such a call may be.
def named(n):
    d, s = {}, 0
    for i in range(n):
        d = dict(a=i, b=s, c=None)
        s = (s + d["a"] + len(d)) & 0xFFFF
    return s, d, list(d)


print(named(300))


#---
# what is called is another one behind the trace, and the builtin again
def other(n):
    global dict
    out = []
    for i in range(n):
        if i == n - 3:
            dict = lambda **kw: sorted(kw.items())
        if i == n - 2:
            del dict
        if i == n - 1:
            import builtins
            was, builtins.dict = builtins.dict, lambda **kw: len(kw)
        out.append(dict(b=i, a=2))
    builtins.dict = was
    return out[-4:]


print(other(300))


#---
# classes that derive from dict, arguments by position, and names behind two stars
class D(dict):
    def __init__(self, *a, **kw):
        self.given = a, kw
        super().__init__(*a, **kw)


def kinds(n):
    s = 0
    for i in range(n):
        s += len(D(a=i)) + len(dict([("x", i)], y=2)) + len(dict({"a": 1}, a=2)) + len(dict(**{"p": 1}, q=i)) + dict({"a": 1}, a=5)["a"]
        s += D(a=3).given[1]["a"]
    return s


print(kinds(300))


#---
# a value raises in the middle, and a call in it sees what is made
def value(i):
    if i == 297:
        raise ValueError(i)
    return i


def raises(n):
    made = []
    try:
        for i in range(n):
            made.append(dict(first=len(made), second=value(i), third=value(-i)))
    except ValueError as e:
        return repr(e), len(made), made[-1]


print(raises(300))


#---
# each call makes one of its own
def own(n):
    last, same = None, 0
    for i in range(n):
        d = dict(x=1, y=[])
        same += d is last
        d["x"] += i
        d["y"].append(i)
        last = d
    return same, last


print(own(300))


#---
# many names
def many(n):
    for i in range(n):
        d = dict(a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8, i=9, j=10, k=11, l=12, m=13, n=14, o=15, p=16, q=17, r=i)
    return d


print(many(300))


#---
# as deep as it goes
def deep(n):
    return dict(next=deep(n + 1))


try:
    deep(0)
except RecursionError:
    print("deep")
