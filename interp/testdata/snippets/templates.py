name = "W"; n = 3.14159
t = t"hello {name}! {n:.2f} {n!r:>10} {name=}"
print(t, t.strings, t.values, type(t), type(t).__module__)
print(t.interpolations[1].value, t.interpolations[1].expression, t.interpolations[1].conversion, repr(t.interpolations[1].format_spec), t.interpolations[2].conversion)
print(list(t), [type(x).__name__ for x in t"{n}{n}"], list(t""), t"".strings)
u = t"a{n}b" + t"c{name}d"
print(u.strings, u.values)
T, I = type(t), type(t.interpolations[0])
print(T("a", "b", I(1, "x"), I(2, "y", "r", ".2"), "c"), I(5), I.__match_args__, T().strings)
for f in (lambda: t + "a", lambda: T(1), lambda: I(), lambda: I(1, 2), lambda: I(1, "a", "q"), lambda: t.foo, lambda: setattr(t, "strings", 1), lambda: "a" + t, lambda: I(1,"a",None,3), lambda: type("X", (T,), {}), lambda: T(a=1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
match t.interpolations[0]:
    case I(v, e, c, s): print(v, e, c, s)
w = 5
print(t"{n:{w}.1f}".interpolations[0].format_spec, t == t, hash(t) == hash(t), t"x" == t"x")
def f():
    tot = 0
    for i in range(2000):
        x = t"{i} and {i+1:{w}}"
        tot += x.values[0] + len(x.strings)
    return tot
print(f(), type(iter(t)).__name__, T[int])
