# py.room int.lt py.finish: special methods in Python are frames: __contains__, __iter__ that returns what is not known, and __setitem__, which has no result
class A:
    def __init__(self):
        self.x = 0
        self.it = iter(())

    def __contains__(self, x):
        return x < 5

    def __setitem__(self, k, v):
        self.x = v

    def __iter__(self):
        return self.it


def f(a, i):
    if i in a:
        a[i] = i
    for x in a:
        pass


a = A()
for i in range(2000):
    f(a, i & 3)
