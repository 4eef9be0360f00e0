# Floats with a few digits behind the point in f-strings: ties, signs, widths, and what machine code leaves to Go.


def texts(values, n):
    out = []
    for x in values:
        for _ in range(n):
            r = f"{x:.2f}|{x:.0f}|{x:7.1f}|{x:12.3f}|{x:.4f}|{x:+.2f}|{x:06.2f}|{x:<9.2f}|{x:5f}"
        out.append(r)
    return out


print(*texts([0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 0.125, 0.375, 0.005, 0.015, 1.005, -0.001, 0.04999999999999999, 0.05, 9.995, 99.95, 999.9996, 4294967.295,
              42949672.955, 4294967295.5, 1e15, 1e22, 5e-324, float("inf"), float("-inf"), float("nan"), 7, True], 300), sep="\n")
#---
def total(n):
    x, length, last = -50.0, 0, ""
    for i in range(n):
        x += 0.03125 * (i % 7)
        last = f"{x:.2f}"
        length += len(last) + len(f"{x / 3:8.3f}") + len(format(x, ".1f"))
    return length, last


print(total(9000))


class Tagged(float):
    def __format__(self, spec):
        return "tagged " + spec


def mixed(n):
    seen = set()
    for i in range(n):
        for x in 2.5, Tagged(2.5), 2:
            seen.add(f"{x:.1f}")
    return sorted(seen)


print(mixed(3000))
