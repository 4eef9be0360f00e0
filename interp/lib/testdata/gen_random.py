"""Writes random.json: what CPython 3.14's random draws after some seeds.

    PYTHONHASHSEED=0 python3.14 -P -s -S testdata/gen_random.py > testdata/random.json

The form is that of cases.json. Every group's setup seeds; the cases are evaluated
in order, so that each depends on all before it.
"""
import json
import random
import sys

SEEDS = ["0", "1", "42", "-7", "2**31", "2**32", "2**64 + 5", "10**100", "-2**200", "True", "'abc'", "''", "'h\\xe9llo \\u20ac'", "b'bytes'",
         "bytearray(b'xyz')", "1.5", "-0.0", "float('inf')", "1e300", "'abc', version=1", "b'\\xff\\x00', version=1", "'', version=1", "5, version=3", "a=3"]

METHODS = """
random.random()
random.getrandbits(1)
random.getrandbits(5)
random.getrandbits(32)
random.getrandbits(33)
random.getrandbits(64)
random.getrandbits(65)
random.getrandbits(200)
random.getrandbits(1000)
random.randrange(10)
random.randrange(1)
random.randrange(5, 50, 7)
random.randrange(50, 5, -7)
random.randrange(-2**70, 2**70)
random.randrange(2**32)
random.randrange(2**48 + 1)
random.randrange(2**64 - 3)
random.randrange(start=3, stop=9, step=2)
random.randint(1, 6)
random.randint(-10**30, 10**30)
random.randint(a=5, b=5)
random.choice('abcdef')
random.choice([1, 2, 3])
random.choice(range(1000))
random.choice((5,))
(l := list(range(20)), random.shuffle(l), l)[2]
(l := bytearray(b'abcdef'), random.shuffle(l), l)[2]
random.sample(range(100), 5)
random.sample(range(1000000), 10)
random.sample([1, 2, 3], 3)
random.sample('abc', k=0)
random.sample(range(60), 20)
random.sample(range(10**15), 6)
random.sample([1, 2, 3], 4, counts=[2, 3, 4])
random.choices('abc', k=5)
random.choices([1, 2, 3], weights=[1, 2, 3], k=5)
random.choices([1, 2, 3], [1.5, 2, 0.1], k=5)
random.choices([1, 2, 3], cum_weights=[1, 3, 6], k=3)
random.choices([1, 2])
random.uniform(1, 10)
random.uniform(-1.5, 2.5)
random.uniform(2**70, 0)
random.triangular()
random.triangular(1, 10, 3)
random.triangular(low=0.5, mode=0.75)
random.normalvariate()
random.normalvariate(5, 2)
random.gauss()
random.gauss(0, 1)
random.gauss(10, 0.5)
random.gauss(mu=1)
random.lognormvariate(0, 0.25)
random.expovariate()
random.expovariate(2.5)
random.gammavariate(2, 3)
random.gammavariate(0.5, 1)
random.gammavariate(1.0, 2)
random.betavariate(2, 5)
random.paretovariate(3)
random.weibullvariate(1, 1.5)
random.vonmisesvariate(0, 4)
random.vonmisesvariate(1, 0)
random.binomialvariate()
random.binomialvariate(10, 0.3)
random.binomialvariate(1000, 0.5)
random.binomialvariate(1000, 0.25)
random.binomialvariate(100, 0.9)
random.binomialvariate(5, 0)
random.binomialvariate(5, 1.0)
random.randbytes(5)
random.randbytes(0)
hash(random.getstate())
random.getstate()[0]
random.getstate()[1][-1]
(s := random.getstate(), random.random(), random.setstate(s), random.random())[1:]
(random.gauss(), s := random.getstate(), random.gauss(), random.setstate(s), random.gauss())[2:]
(r := random.Random(5), r.random(), r.randint(1, 100), random.random())[1:]
[random.random() for i in range(1300)][-3:]
random.randint(5, 1)
random.randrange(3, 3)
random.choice([])
"""

out = []
for seed in SEEDS:
    setup = f"import random\nrandom.seed({seed})\n"
    space = {}
    exec(setup, space)
    cases = []
    for line in METHODS.strip().splitlines():
        try:
            cases.append([line, "=" + repr(eval(line, space))])
        except Exception as e:
            cases.append([line, f"!{type(e).__name__}: {e}"])
    out.append(json.dumps({"name": seed, "setup": setup})[:-1] + ', "cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "\n]}")
sys.stdout.write("[\n" + ",\n".join(out) + "\n]\n")
