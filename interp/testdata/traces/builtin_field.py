# loop: an attribute of a builtin type that is a field is loaded, behind a guard of the type
import _functools
def run(p, n):
    s = 0
    for i in range(n): s += len(p.args)
    return s
run(_functools.partial(print, 1, 2), 3000)
