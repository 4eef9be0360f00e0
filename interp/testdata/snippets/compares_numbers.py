# Comparisons of classes derived from float and int that have some of the methods: the others are the builtin type's.
import operator


class Derived(float):
    pass


class Greater(float):
    def __gt__(self, other):
        return "gt"


class Less(float):
    def __lt__(self, other):
        return "lt"


class Equal(float):
    def __eq__(self, other):
        return NotImplemented


class Whole(int):
    pass


class WholeLess(int):
    def __lt__(self, other):
        return NotImplemented


operations = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]
values = [c(2) for c in (float, Derived, Greater, Less, Equal, int, Whole, WholeLess)] + [Derived(3), Less(1), True]
for x in values:
    for y in values:
        print(type(x).__name__, x, type(y).__name__, y, [f(x, y) for f in operations], float.__le__(x, y) if isinstance(x, float) else int.__le__(x, y))


def hot(a, b, n):
    r = {}
    for i in range(n):
        k = a >= b, a < b, a == b, b > a
        r[k] = r.get(k, 0) + 1
    return r


for x in values:
    print([hot(x, y, 300) for y in values[:8]])
nan = Greater("nan")
print(nan >= nan, nan == nan, nan != nan, nan <= 1.0, Equal("inf") < Greater("inf"), sorted([Greater(3), Greater(1), Equal(2)]), max(Less(1), Less(3)))
