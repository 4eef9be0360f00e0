# Random numbers that machine code draws are those of the generator, at the ends of a state too, of instances and of subclasses.
import random
import _random
import copy
import pickle


def bits(r, n):
    s = 0
    for i in range(n):
        s = (s * 31 + r.getrandbits(1 + i % 70)) % (1 << 61)
    return s


def floats(r, n):
    s = 0.0
    for i in range(n):
        s = s / 2 + r.random()
    return s


def held(r, n):
    f, g = r.random, r.getrandbits
    s = 0
    for i in range(n):
        s = (s * 7 + g(33)) % (1 << 50)
        if f() < 0.5:
            s += 1
    return s


class Mine(random.Random):
    def random(self):
        return super().random() / 2


class Own(_random.Random):
    pass


for r in random.Random(1), Mine(2), Own(3), _random.Random(4):
    print(bits(r, 3000), floats(r, 3000), held(r, 3000))
    state = r.getstate()
    a = floats(r, 700)
    r.setstate(state)
    print(a == floats(r, 700))

r = random.Random("text")
c, p = copy.copy(r), pickle.loads(pickle.dumps(r))
print(floats(r, 1000) == floats(c, 1000) == floats(p, 1000))
random.seed(7)
print(sum(random.randint(1, 6) for _ in range(3000)), sum(random.randrange(0, 1000, 7) for _ in range(3000)))
print(floats(random, 2000), bits(random, 2000))
l = list(range(50))
for _ in range(100):
    random.shuffle(l)
print(l, random.sample(l, 5), random.choices(l, k=5), random.choice(l))
print(random.gauss(0, 1), random.uniform(1, 2), random.expovariate(3), random.betavariate(1, 2))


def wrong(g, k):
    try:
        return g(k)
    except (TypeError, ValueError, OverflowError) as e:
        return type(e).__name__, str(e)


for k in 0, 1, 31, 32, 33, 47, 48, 49, 63, 64, 65, 200, True, -1, "x", 2.5, None:
    print(k, [wrong(random.getrandbits, k) for _ in range(200)][-1])


class N:
    def __index__(self):
        return 40


print([random.getrandbits(N()) for _ in range(200)][-1])
try:
    _random.Random.random(5)
except TypeError as e:
    print(e)
print(type(random.random()), isinstance(random.getrandbits(8), int))


for at, x in (0, "a"), (5, -1), (623, 1 << 64), (623, (1 << 64) - 1), (1, N()), (2, True), (624, -1), (624, 625), (624, "a"), (624, 1 << 70):
    state = [7] * 624 + [624]
    state[at] = x
    g = random.Random(1)
    print(at, wrong(g.setstate, (3, tuple(state), None)), g.random())
