# The variables of frames that an exception has ended, by a traceback.
import sys
def frames(e):
    tb = e.__traceback__
    while tb:
        yield tb.tb_frame
        tb = tb.tb_next
def shown(d):
    return {k: v if isinstance(v, (int, str, list)) else type(v).__name__ for k, v in d.items() if k[:2] != "__"}
def inner(a, b=2, *args, c=3, **kw):
    cell = [a]
    late = 1
    del late
    if a > 2:
        unset = 5
    def use():
        return cell, a
    use()
    return a / 0
def outer(n):
    total = 0
    for i in range(n):
        total += i
    text = "x" * 3
    if n % 10 == 9:
        inner(n, 7, 8, c=9, k=10)
    return total
for i in range(300):
    try:
        outer(i)
    except ZeroDivisionError as e:
        kept = e
f = list(frames(kept))
print([x.f_code.co_name for x in f], [shown(x.f_locals) for x in f[1:]])
print(f[1].f_locals is f[1].f_locals or f[1].f_locals == f[1].f_locals, f[1].f_lineno > 0)
class C:
    pass
def gen(n):
    x = 1
    yield n
    y = [g * 2 for g in range(n)]
    raise ValueError(y)
try:
    list(gen(3))
except ValueError as e:
    print([shown(x.f_locals) for x in frames(e)][1:])
try:
    class Body:
        z = 4
        raise KeyError(z)
except KeyError as e:
    print([shown(x.f_locals) for x in frames(e)][1:])
def again(d):
    here = d
    try:
        if d:
            again(d - 1)
        else:
            [][0]
    finally:
        after = here + 1
try:
    again(3)
except IndexError as e:
    print([shown(x.f_locals) for x in frames(e)][1:])
    for x in list(frames(e))[1:]:
        x.clear()
    print([shown(x.f_locals) for x in frames(e)][1:])
try:
    exec("q = 1\ndef deep(r):\n    s = r\n    t.u\ndeep(q)", {"w": 2})
except NameError as e:
    print([shown(x.f_locals) for x in frames(e)][1:], [sorted(k for k in x.f_globals if k[0] != "_") for x in frames(e)][1:])
