# Quotients and remainders of floats: signs, zeros, edges, and what machine code leaves to Go.


def both(values, n):
    out = []
    for x in values:
        for y in values:
            for i in range(n):
                try:
                    r = x // y, x % y, divmod(x, y)
                except ZeroDivisionError as e:
                    r = str(e)
            out.append(repr(r))
    return out


print(*both([7.0, -7.0, 2.5, -0.1, 0.0, -0.0, 3, -4, float("inf"), float("-inf"), float("nan"), 1e300, 5e-324, True, 1e16, 0.3], 60), sep="\n")
#---
def walk(start, step, by, n):
    x, q, r = start, 0.0, 0.0
    for _ in range(n):
        q += x // by
        r += x % by
        x += step
    return q, r


for step in 0.1, -0.7, 1 / 3, 1e-9, 12345.678:
    for by in 0.3, -2.0, 1e-5, 360.0, 7:
        print(step, by, *walk(-100.0, step, by, 4000))
#---
def exact(n):
    wrong = 0
    for i in range(n):
        y = 0.1 + i
        for k in (3, 17, 1023, 65537):
            q, r = divmod(y * k, y)
            if not (0 <= r < y and (q == k or q == k - 1)):
                wrong += 1
            if q != y * k // y or r != y * k % y:
                wrong += 1
    return wrong


print(exact(3000))
