# Floats compared with ints: exactly, with ints that are no floats, nan, infinities, and other types later.
def count(xs, ys):
    t = [0] * 6
    for i in range(len(xs)):
        x, y = xs[i], ys[i]
        if x < y:
            t[0] += 1
        if x <= y:
            t[1] += 1
        if x == y:
            t[2] += 1
        if x != y:
            t[3] += 1
        if x > y:
            t[4] += 1
        t[5] += x >= y
    return t
def negative(x):
    return x * 2.0 < 0
big = 1 << 53
xs = [0.5, -1.5, 2.0, 3.0, -0.0, 1e300, float('inf'), float('nan'), float(big), -float(big)] * 300
ys = [1, -2, 2, 4, 0, 5, 6, 7, big, -big] * 300
print(count(xs, ys))
print(count(ys, xs))
late = [big + 1, big - 1, -big - 1, 1 << 60, 1 << 80, -1 << 70, True, False, 2.5, 'x']
for a in late[:-1]:
    print(count(xs[-400:], [a] * 400), count([a] * 400, xs[-400:]))
    print(count([float(big)] * 500, [a] * 500), count([a] * 500, [9007199254740992.0] * 500))
print(sum(negative(k * 0.5) for k in range(-2000, 2000)), negative(float('nan')), negative(-0.0))
try:
    count(xs[:10], late)
except TypeError as e:
    print(e)
print(count(xs, ys))
#---
# bytes leave comparisons with others to these.
class Own(bytearray):
    def __gt__(self, other):
        return "gt"

    def __eq__(self, other):
        return "eq"


print(b"a" < Own(b"a"), b"a" == Own(b"b"), b"a" != Own(b"b"), b"a" <= Own(b"a"), b"b" > Own(b"a"))
for x in (b'a', b'b', bytearray(b'a'), bytearray(b'b'), memoryview(b'a'), 'a', 1):
    for y in (b'a', bytearray(b'a'), memoryview(b'a'), bytearray(b'b'), None):
        out = []
        for op in ('__eq__', '__lt__', '__ge__'):
            for t in (bytes, bytearray):
                try: out.append(getattr(t, op)(x, y))
                except Exception as e: out.append(str(e))
        import operator
        for op in (operator.eq, operator.ne, operator.lt, operator.ge):
            try: out.append(op(x, y))
            except Exception as e: out.append(str(e))
        print(type(x), type(y), out)
