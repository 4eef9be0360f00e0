# loop: isinstance of a class whose metaclass decides goes on in the method, of values of any type
class M(type):
    def __instancecheck__(cls, x): return x is None
class N(metaclass=M): pass
def count(xs, n):
    s = 0
    for i in range(n):
        if isinstance(xs[i], N): s += 1
    return s
count([None] * 3000, 3000)
