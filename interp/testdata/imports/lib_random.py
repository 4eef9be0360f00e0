"""random: CPython's own module over _random, hashlib's functions under it."""
import random
import _md5
import _sha1
import _sha2
import _sha3

for seed in 0, 1, -7, 2**31, 10**30, True, "abc", "", "h\u00e9", b"bytes", bytearray(b"xyz"), 1.5, -0.0, float("inf"):
    random.seed(seed)
    print(seed, random.random(), random.getrandbits(5), random.getrandbits(64), random.getrandbits(100), random.getrandbits(0))
    print(random.randint(1, 6), random.randrange(5, 100, 7), random.randrange(10**20), random.choice("abcdef"), random.randbytes(5))
    x = list(range(12))
    random.shuffle(x)
    print(x, random.sample(range(10**15), 3), random.sample("abc", 2), random.sample([1, 2], 4, counts=[3, 2]))
    print(random.choices([1, 2, 3], k=4), random.choices("xyz", weights=[5, 1, 1], k=4), random.choices("xyz", cum_weights=[1, 2, 9], k=3))
    print("%.9g " * 9 % (random.uniform(2, 5), random.triangular(1, 9, 3), random.gauss(0, 1), random.gauss(5, 2), random.normalvariate(1, 2),
          random.expovariate(2), random.betavariate(2, 3), random.gammavariate(0.5, 2), random.paretovariate(3)))
    print("%.9g " * 3 % (random.lognormvariate(0, 0.25), random.weibullvariate(1, 1.5), random.vonmisesvariate(0, 4)), random.binomialvariate(40, 0.3))
random.seed("again", version=1)
print(random.random())
random.seed(b"again", 1)
print(random.random())

state = random.getstate()
first = [random.random() for _ in range(700)]
random.setstate(state)
print(state[0], len(state[1]), state[1][-1], state[2], first == [random.random() for _ in range(700)])
for bad in (2, (1,) * 625, None), (9, (), None), (3, (1, 2), None), (3, [1] * 625, None):
    try:
        random.setstate(bad)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class Dice(random.Random):
    sides = 6

    def roll(self):
        return self.randrange(self.sides) + 1


class Half(random.Random):
    """Without getrandbits of its own, so that randrange goes by random()."""

    def random(self):
        return super().random() / 2


dice = Dice(42)
print([dice.roll() for _ in range(12)], isinstance(dice, random.Random), Dice(42).random(), sorted(vars(dice)))
print([Half(3).randrange(100) for _ in range(3)], random.Random(5).random(), random.Random(x=5).random())
system = random.SystemRandom()
print(0 <= system.random() < 1, system.randrange(10) in range(10), len(system.randbytes(3)), system.getrandbits(8) < 256)
for call in ("random.choice([])", "random.randrange(0)", "random.randrange(5, 1)", "random.randrange(1.5)", "random.randint(5, 1)", "random.sample([1], 3)",
             "random.sample({1}, 1)", "random.getrandbits(-1)", "random.seed([])", "random.choices([1], weights=[0])", "random.shuffle((1, 2))",
             "random.randbytes(-1)", "random.randbytes(None)", "random.rnadom()", "random.Random(1, 2)", "system.getstate()"):
    try:
        print(eval(call))
    except Exception as e:
        print(call, type(e).__name__, e)

for make in (_md5.md5, _sha1.sha1, _sha2.sha224, _sha2.sha256, _sha2.sha384, _sha2.sha512, _sha3.sha3_224, _sha3.sha3_256, _sha3.sha3_384, _sha3.sha3_512,
             _sha3.shake_128, _sha3.shake_256):
    h = make(b"some ")
    other = h.copy()
    h.update(bytearray(b"bytes"))
    length = () if h.digest_size else (20,)
    print(h.name, h.digest_size, h.block_size, h.hexdigest(*length), other.hexdigest(*length) == make(b"some ").hexdigest(*length), len(h.digest(*length)))
for call in ('_sha2.sha256("x")', "_sha2.sha256(1)", "_sha2.SHA256Type()", '_sha2.sha256(b"", string=b"")', "_sha2.sha256(b'', False)", "_sha2.sha256().update()",
             "_sha3.shake_128(b'').digest(-1)", "_sha3.shake_128().digest()", "_md5.md5(usedforsecurity=0).hexdigest()", "_md5.MD5Type", "_sha1.SHA1Type()",
             "_sha2.sha256(string=memoryview(b'abc')).hexdigest()"):
    try:
        print(eval(call))
    except Exception as e:
        print(call, type(e).__name__, e)
