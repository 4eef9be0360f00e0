# The variable of a comprehension that is captured, and of the same name as a free one.
def outer():
    x = 5
    def middle():
        def inner():
            return [lambda: x for x in (x, [1, 2, 3])[1]], x
        return inner()
    fs, last = middle()
    return [f() for f in fs], last, x
for i in range(3000):
    r = outer()
print(r)
#---
# in a scope of type parameters
def f[T: [lambda: T for T in (T, [1])[1]]]():
    return [lambda: T for T in T.__name__]
for i in range(3000):
    func, = f()
print(func(), f.__type_params__, f.__type_params__[0].__bound__[0]())
type A[T: [lambda: T for T in (T, [1])[1]]] = [lambda: T for T in T.__name__]
func, = A.__value__
print(func(), A.__type_params__[0].__bound__[0]())
#---
# with a class between
def outer(x):
    class C:
        y = [lambda: x for x in (x, range(3))[1]]
        z = x
    return [f() for f in C.y], C.z
for i in range(2000):
    r = outer(7)
print(r)
#---
# an exception leaves the comprehension: the free variable is what it was
def outer(x):
    def inner():
        fs = []
        try:
            [fs.append(lambda: x) or 1 // (2 - x) for x in (x, range(3))[1]]
        except ZeroDivisionError:
            pass
        return [f() for f in fs]
    return inner(), x
for i in range(2000):
    r = outer(7)
print(r)
