# Format specifications of ints and strs in loops that are compiled, and those that are left to Go.
class S(str):
    def __format__(self, spec): return "S:" + spec

class I(int):
    def __format__(self, spec): return "I:" + spec

def texts(values, n):
    out = []
    for i in range(n):
        x = values[i % len(values)]
        t = [f"{x}", f"{x!s:>8}", f"{x!s:<6}|", f"{x!s:^7}|", f"{x!s:3}", f"{x!r:>10}"]
        if i < len(values):
            out.append(t)
        else:
            assert out[i % len(values)] == t, (x, t)
    return out

for t in texts(["", "a", "abc", "abcdefghij", "é", "ω" * 3, 5, -5, 1234567, True, None, 2.5, S("s"), I(3)], 4000):
    print(t)
#---
def ints(values, n):
    out = []
    for i in range(n):
        x = values[i % len(values)]
        t = [f"{x:d}", f"{x:5}", f"{x:5d}", f"{x:05}", f"{x:05d}", f"{x:<5}|", f"{x:^6d}|", f"{x:>3}", f"{x:0}", f"{x:00}", f"{x:02d}", f"{x:64}", f"{x:70}", f"{x:x}", f"{x:+d}", f"{x:,}"]
        if i < len(values):
            out.append(t)
        else:
            assert out[i % len(values)] == t, (x, t)
    return out

for t in ints([0, 7, -7, 10, -10, 99999, -99999, 123456, (1 << 32) - 1, 1 << 32, -(1 << 40), 1 << 70, True, False], 3000):
    print(t)
#---
# A specification that is computed, and what raises.
def computed(n):
    out = []
    for i in range(n):
        w = i % 9
        t = f"{i % 1000:{w}}|{'ab':>{w}}|{i % 7:0{w}}|{'x':^{w}}"
        if i < 30:
            out.append(t)
    return out

print(computed(3000))

def errors(n):
    seen = {}
    for i in range(n):
        for x, spec in (("a", "d"), ("a", "05"), (5, "s"), ("a", "=5"), (5, "5z"), ("a", "<05"), (None, "5"), ([], "5"), (5, "d5"), (5, ".2d"), ("abc", ".2"), ("ab", "0")):
            try:
                r = f"{x:{spec}}"
            except (ValueError, TypeError) as e:
                r = type(e).__name__ + ": " + str(e)
            seen[repr(x), spec] = r
    return seen

for k, v in errors(800).items():
    print(k, repr(v))
