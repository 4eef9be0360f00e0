# Format specifications that are used again and again: by values of several types, made
# anew each time, grown in place, wrong ones.


class F(float):
    pass


class Own:
    def __format__(self, spec):
        return "<" + spec + ">"


values = [3, -4, 2.5, True, F(1.25), "text", 10**30, Own(), 0.0, -0.0]
specs = ["", "5", "05", "<8", "^9", "=+7", ".2f", "e", "x", "#x", ",", "_", "s", ".3", "z.1f", "%", "c", "\xe9>6", "\u2003<6", "d", "08.3f", "10s"]
for _ in range(200):
    out = []
    for v in values:
        for s in specs:
            try:
                out.append(format(v, s))
            except (ValueError, OverflowError, TypeError) as e:
                out.append(str(e))
print(out)


def grown(n):
    out = []
    for i in range(n):
        spec = ""
        for c in "0", "9", ".", "3", "f":
            spec += c
            try:
                out.append(f"{i / 4:{spec}}")
            except ValueError as e:
                out.append(str(e))
    return out[-10:], len(out)


def made(n):
    size = 0
    for i in range(n):
        size += len(f"{i:{i % 7}d}") + len(f"{i:>{i % 5}}") + len("{:{}}".format(i, i % 9)) + len(f"{i * 0.5:.{i % 4}f}")
    return size


print(grown(600), made(3000))
for _ in range(300):
    out = []
    for f in "%s|%5s|%-5s|%05d", "%x %X %#o %+d", "%.3f %e %g %5.1f%%", "%c%c%c%c", "\u2003%s%r%a%s":
        for args in ((1, 2, 3, 4), (65, 66, 67, 68), (1.5, 2.5, 3.5, 4.5), ("a", "b", "c", 5), (1, 2, 3), (1, 2, 3, 4, 5)):
            try:
                out.append(f % args)
            except (TypeError, ValueError) as e:
                out.append(str(e))
    out += ["%(a)s %(b)d %%" % {"a": 1, "b": 2}, b"%d %s %x" % (1, b"s", 255), "%s" % 5, "%%" % (), "%*d|%-*.*f" % (5, 3, 8, 2, 1.5)]
print(out)
