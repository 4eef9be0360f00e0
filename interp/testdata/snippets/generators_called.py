"""Generators that calls resume, next and send; builtins that take all of one; iterators
over str, and methods that test one character."""


def count(n):
    i = 0
    while i < n:
        yield i
        i += 1
    return "end"


def by_next(n):
    g = count(n)
    s = 0
    try:
        while True:
            s += next(g)
    except StopIteration as e:
        return s, e.value, e.args


def by_method(n):
    g = count(n)
    s = 0
    for i in range(n + 2):
        try:
            s += g.__next__()
        except StopIteration as e:
            s -= 1000 + len(e.args)
    return s


def total():
    t = 0
    while True:
        x = yield t
        if x is None:
            x = 1
        elif x == 7:
            x = (yield -1) or 0
        t += x


def by_send(n):
    g = total()
    next(g)
    s = 0
    for i in range(n):
        s = (s + g.send(i % 9)) % 10007
        if i % 50 == 49:
            s += next(g)
    return s


def by_default(n):
    g = count(n)
    return [next(g, "none") for i in range(n + 3)][-5:]


def several(n):
    gs = [total(), count(n), total()]
    next(gs[0]), next(gs[2])
    send = gs[0].send
    s = 0
    for i in range(n):
        g = gs[i % 3]
        try:
            s += next(g) if i % 2 else g.send(i if i % 3 != 1 else None)
            s += send(3)
        except StopIteration as e:
            gs[1] = count(i)
    return s


def inside(n):
    g = total()
    next(g)

    def feed():
        for i in range(n):
            yield g.send(i)

    return sum(feed())


class Box:
    def __init__(self):
        self.g = total()
        next(self.g)

    def put(self, x):
        return self.g.send(x)


def boxes(n):
    list_of = [Box() for i in range(3)]
    return sum(list_of[i % 3].put(i) for i in range(n))


for f in by_next, by_method, by_send, by_default, several, inside, boxes:
    print(f.__name__, f(3), f(10), f(2500))


# Not generators, under the same calls.
class Like:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration("over")
        return self.n

    def send(self, x):
        return x


def mixed(n):
    out = []
    s = 0
    for i in range(n):
        g = (count(5), Like(4), iter([1, 2]))[i % 3]
        try:
            for k in range(6):
                s += next(g)
        except StopIteration as e:
            s += len(e.args)
        h = (total(), Like(1))[i % 2]
        try:
            s += h.send(i)
        except TypeError as e:
            s += len(str(e))
    return s


print(mixed(5), mixed(1000))


def wrong(n):
    out = []
    for i in range(n):
        g = count(3)
        try:
            if i % 4 == 0:
                next(3)
            elif i % 4 == 1:
                g.send(1)
            elif i % 4 == 2:
                g.send()
            else:
                next()
        except TypeError as e:
            out.append(str(e))
    return out[-4:]


print(wrong(8))
print(wrong(800))


# max and min.
class Worse:
    def __init__(self, n):
        self.n = n

    def __gt__(self, other):
        return self.n < other.n

    def __lt__(self, other):
        return self.n > other.n

    def __repr__(self):
        return "Worse(%d)" % self.n


def extremes(n):
    return (
        max(i * 7919 % 101 for i in range(1, n)),
        min(i * 7919 % 101 - 50.5 for i in range(1, n)),
        max(str(i) for i in range(n)),
        max(Worse(i % 17) for i in range(n)),
        min(Worse(i % 17) for i in range(n)),
        max((i % 5, -i) for i in range(n)),
        max((x for x in (True, 1, 1.0)), default=4),
        min(x for x in (1, True, 1.0)),
    )


print(extremes(2))
print(extremes(1500))
nan = float("nan")
print(max(x for x in (nan, 1.0, 2.0)), max(x for x in (1.0, nan, 2.0)), min(x for x in (1.0, nan, 0.5)))
for f in max, min:
    for k in range(100):
        try:
            f(i for i in range(0))
        except ValueError as e:
            last = e
        try:
            f(x for x in (1, "a"))
        except TypeError as e:
            other = e
    print(last, last.__context__, "|", other)


# Characters.
TEXT = "ab1 _Z\u00e9\u00aa\u00b2\u00bd\u0660\u4e2d\U0001f600\t\n\u00a0\x00\x7f\u0085"


def classes(text, n):
    out = {}
    for i in range(n):
        for c in text:
            if c.isalpha():
                k = "alpha"
            elif c.isdigit():
                k = "digit"
            elif c.isspace():
                k = "space"
            elif c.isprintable():
                k = "printable"
            else:
                k = "other"
            k += c.isidentifier() * "i" + c.isupper() * "u" + c.islower() * "l" + c.isascii() * "a" + c.isnumeric() * "n" + c.isdecimal() * "d"
            k += c.istitle() * "t" + c.isalnum() * "w"
            out[k] = out.get(k, 0) + 1
    return sorted(out.items())


print(classes(TEXT, 1))
print(classes(TEXT, 300))
print(classes("plain text, 7 words: \u00fcber alles", 300))


def words(text, n):
    s = 0
    for i in range(n):
        for w in text.split():
            s += w.isalpha() + 2 * w.isdigit() + 4 * w.isupper() + 8 * "".isalpha() + 16 * w.isspace()
            s += (w == "seven") + 32 * (w != "7") + 64 * (w == w[:1] + w[1:])
    return s


print(words("one 2 seven 7 EIGHT \u00c9 x", 300))


def pairs(n):
    s = 0
    for i in range(n):
        it = iter("abc" if i % 3 else "\u0100b\u00ff")
        for c in it:
            s += ord(c)
            for d in it:
                s += 3 * ord(d)
                break
        s += len(list(it))
        for c in "" if i % 2 else ("x", "yz"):
            s += len(c)
    return s


print(pairs(1), pairs(2000))


# Strs that are equal, the same, interned or neither.
def equal(n):
    s = 0
    kinds = ["name", "number", "na" + "me" * (n > 0), "".join(["num", "ber"]), "n", "\u00e9", "\u00e9\u00e9"[:1], "", "nam"]
    for i in range(n):
        a, b = kinds[i % 9], kinds[i * 5 % 7]
        if a == b:
            s += 1
        if a != "name":
            s += 10
        if b == "number":
            s += 100
    return s


print(equal(10), equal(3000))
