# What compiled code makes and takes apart by itself: instances, lists, cells, tuples,
# iterators; where it has to ask, and what it may not get wrong.


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b


class Bare:
    pass


def pairs(n):
    keep = []
    for i in range(n):
        keep.append(Pair(i, [i]))
        if i % 7 == 0:
            keep[-1].c = i
    return keep


def check(keep):
    return sum(p.a + p.b[0] for p in keep), sum(len(vars(p)) for p in keep), sorted(vars(keep[7]))


for n in (10, 5000):
    print(check(pairs(n)))


def bare(n):
    last = Bare()
    for i in range(n):
        b = Bare()
        b.next = last
        b.number = i
        last = b if i % 3 else Bare()
    return last.number if hasattr(last, "number") else vars(last)


print(bare(3000), bare(3002))


def stack(n):
    s = []
    total = 0
    for i in range(n):
        s.append(i)
        s.append(i * 2)
        total += s.pop()
        if i % 5 == 0:
            total -= s.pop()
    while s:
        total += s.pop()
    return total, s


print(stack(4000))


def drained(lists):
    errors = []
    for s in lists:
        try:
            while True:
                s.pop()
        except IndexError as e:
            errors.append(str(e))
    return len(errors), set(errors)


print(drained([[0] * (i % 40) for i in range(600)]))


def shrinking():
    s = list(range(1000))
    sizes = []
    while len(s) > 1:
        s.pop()
        if len(s) % 100 == 0:
            sizes.append(len(s))
            s.append(-1)
            s.pop()
    return sizes, s


print(shrinking())


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(range(self.n, 0, -1))


class Listed(list):
    def __iter__(self):
        yield "mine"


def walk(things):
    out = []
    for t in things:
        n = 0
        for x in t:
            n += 1
            if n > 4:
                break
        out.append(n)
    return out


things = [[1, 2, 3], (1, 2), "abcd", {1, 2, 3}, {1: 2}, range(9), Countdown(3), Listed([1, 2]), [], ()]
print(walk(things * 1))
print(walk([[1, 2, 3]] * 400)[-1], walk(things * 60)[-10:])

try:
    walk([[1]] * 300 + [7])
except TypeError as e:
    print(e)


def growing(n):
    out = [0]
    for x in out:
        if len(out) < n:
            out.append(x + 1)
    return len(out), out[-1]


print(growing(3000))


def kept(n):
    its = []
    for i in range(n):
        it = iter([i, i + 1])
        for x in it:
            break
        its.append(it)
    return sum(next(it) for it in its)


print(kept(2000))


def nested(rows):
    total = 0
    for row in rows:
        for x in row:
            if x == 3:
                row.append(0) if len(row) < 6 else None
            total += x
    return total


print(nested([[1, 2, 3] for _ in range(1500)]))


def adders(n):
    made = []
    for i in range(n):
        made.append(lambda x, i=i: x + i + n)
    return sum(f(1) for f in made)


print(adders(1500))


def tuples(n):
    keep = []
    for i in range(n):
        keep.append((i, str(i), [i, [], i + 1]))
    return keep[-1], sum(t[0] + t[2][2] for t in keep)


print(tuples(3000))


def steps(n):
    out = []
    for i in range(n):
        t = 0
        for j in range(i, 0, -3):
            t += j
        for j in range(2, i % 9, 2):
            t += 1000 * j
        for j in range(i % 4):
            if j == 2:
                break
            t -= j
        else:
            t += 1
        out.append(t)
    return sum(out), out[-3:]


print(steps(600))
