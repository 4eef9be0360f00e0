"""Writes the expected results of the tests of containers. Run it with CPython
3.14:

    PYTHONHASHSEED=0 python3.14 -s -S -P gen_containers.py

(not -I: it would ignore the seed).

containers.txt: the cases of containers_cases.txt, one a line: source and result
separated by a tab. The source is in the part of Python that
container_eval_test.go evaluates; the result is the repr of its last expression,
"Type: message" of the exception it raised, or "-".

containers_more.txt.gz: the same for cases that are made here: slices, sorts,
every operator on every pair of types.

containers_random.txt.gz: random programs, one statement a line; "#" begins a
program, "=" gives the CRC-32 of the results since the last such line.
"""
import gzip, io, os, random, re, sys, warnings, zlib

assert sys.version_info[:2] == (3, 14) and not sys.flags.hash_randomization
warnings.simplefilter("ignore")

LOG = []


class K:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"K({self.n})"

    def __hash__(self):
        return self.n % 4

    def compare(self, other, what, f):
        if type(other) is not K:
            return NotImplemented
        LOG.append(f"{what}{self.n},{other.n}")
        if self.n < 0 or other.n < 0:
            raise ValueError("bad")
        return f(self.n, other.n)

    def __eq__(self, other):
        return self.compare(other, "e", lambda a, b: a == b)

    def __lt__(self, other):
        return self.compare(other, "l", lambda a, b: a < b)


class A:
    def __init__(self, n, f=None):
        self.n, self.f = n, f

    def __repr__(self):
        return f"A({self.n})"

    def __hash__(self):
        return self.n % 4

    def __eq__(self, other):
        if self.f:
            self.f()
        if type(other) is int:
            return self.n == other
        if type(other) is not A:
            return NotImplemented
        return self.n == other.n

    def __lt__(self, other):
        if self.f:
            self.f()
        if type(other) is int:
            return self.n < other
        if type(other) is not A:
            return NotImplemented
        return self.n < other.n


def log():
    s = f"{len(LOG)} {zlib.crc32(' '.join(LOG).encode()):08x}"
    LOG.clear()
    return s


def fail(*_):
    raise ValueError("fail")


def stop(*_):
    raise StopIteration


def names():
    return dict(K=K, A=A, log=log, fail=fail, stop=stop, inf=float("inf"), nan=float("nan"),
                typename=lambda x: type(x).__name__, hash=lambda x: str(hash(x)))


def run(src, env):
    head, _, last = src.rpartition("; ")
    if src.startswith("for "):
        head, last = src, "None"
    try:
        try:
            compile(last, "", "eval")
        except SyntaxError:
            exec(src, env)
            return "-"
        exec(head, env)
        if src.startswith("for "):
            return "-"
        return repr(eval(last, env))
    except Exception as e:
        s = re.sub(r"used \d+ kB", "used 8152 kB", str(e))  # of the C stack
        return type(e).__name__ + (": " + s if s else "")


CASES = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "containers_cases.txt")).read().split("\n")


def write_cases(out, lines):
    for src in lines:
        LOG.clear()
        result = run(src, names())
        assert "\t" not in src + result and "\n" not in src + result, src
        out.write(f"{src}\t{result}\n")


def slices(rng):
    """Slices of all sequences, got, set and deleted."""
    bounds = ["", "0", "1", "2", "3", "-1", "-2", "-5", "7", "99", "-99", "None", "True"]
    steps = ["", ":", ":1", ":2", ":3", ":-1", ":-2", ":-7", ":100", ":None"]
    lines = []
    for i in range(150):
        s = rng.choice(bounds) + ":" + rng.choice(bounds) + rng.choice(steps)
        seq = rng.choice(["[0, 1, 2, 3, 4, 5, 6]", "(0, 1, 2, 3, 4, 5)", "range(7)", "range(20, 3, -4)", "[]", "()"])
        lines.append(f"{seq}[{s}]")
        lines.append(f"l = list(range({rng.randrange(8)})); l[{s}] = {rng.choice(['[]', '(8, 9)', '[7]', 'l', 'range(3)', '{5: 1}', '(7, 8, 9, 10)'])}; l")
        lines.append(f"l = list(range({rng.randrange(12)})); del l[{s}]; l")
        lines.append(f"slice({', '.join(x or 'None' for x in (rng.choice(bounds), rng.choice(bounds), rng.choice(['1', '-1', '2', '-3', 'None'])))}).indices({rng.randrange(9)})")
    return lines


def sorts(rng):
    """Sorting with comparisons logged: their sequence must be CPython's."""
    lines = []
    for n in (0, 1, 2, 3, 5, 10, 31, 32, 33, 63, 64, 65, 100, 130, 200, 300, 513, 1000):
        for kind in range(9):
            seq = [rng.randrange(max(1, n)) for _ in range(n)]
            if kind == 1:
                seq.sort()
            elif kind == 2:
                seq.sort(reverse=True)
            elif kind == 3:
                seq = sorted(seq)
                for _ in range(4):
                    if n:
                        seq[rng.randrange(n)] = rng.randrange(n)
            elif kind == 4:
                seq = [x % 4 for x in seq]
            elif kind == 5:
                seq = sorted(seq[: n // 2]) + sorted(seq[n // 2 :])
            elif kind == 6:
                seq = sorted(seq[: n // 3]) + sorted(seq[n // 3 :], reverse=True)
            elif kind == 7:
                seq = list(range(0, n, 2)) + list(range(1, n, 2))
            elif kind == 8:
                seq = [7] * n
            text = str(seq).replace(" ", "")
            reverse = rng.choice(["", ", reverse=True"])
            if n <= 300 or kind in (0, 3, 5):
                lines.append(f"l = sorted(map(K, {text}){reverse}); log()")
                if n <= 100:
                    lines.append(f"l = sorted(map(K, {text}){reverse}); l")
            if n <= 200:
                lines.append(f"sorted({text}, key=lambda x: x % 5{reverse})")
                lines.append(f"sorted(enumerate({text}), key=lambda p: p[1]{reverse})")
                lines.append(f"sorted(map(lambda x: (x % 3, -x), {text}){reverse})")
                lines.append(f"sorted(map(lambda x: x / 4 - 3, {text}){reverse})")
                lines.append(f"sorted({[str(x) for x in seq]}{reverse})")
    for n in (5, 40, 90, 200):
        for _ in range(6):
            seq = [rng.choice([rng.randrange(9) / 2, float("nan"), 0.0, -0.0, -3.5]) for _ in range(n)]
            lines.append(f"sorted({seq})")
            lines.append(f"sorted({[x if x == x else rng.randrange(5) for x in seq]})")
            bad = list(range(n))
            rng.shuffle(bad)
            bad[rng.randrange(n)] = -1
            lines.append(f"l = list(map(K, {bad})); l.sort(); l")
            lines.append(f"l = list(map(K, {bad})); l.sort(reverse=True)")
    return lines


def pairs():
    """Every operator on every pair of types."""
    values = ["5", "1.5", "True", "None", "'ab'", "[1, 2]", "(1, 2)", "{1: 2}", "{1}", "frozenset([1])", "range(3)",
              "{1: 2}.keys()", "{1: 2}.values()", "{1: 2}.items()", "slice(3)", "len", "[]", "()", "{}", "set()"]
    containers = values[5:15] + values[16:]
    lines = []
    for a in values:
        for b in values:
            if a not in containers and b not in containers:
                continue
            for op in ("+", "-", "*", "|", "&", "^", "<", "<=", "==", "!=", ">", ">=", "in"):
                if "'ab'" in (a, b) and (op in ("+", "*", "in") or a == "len" or b == "len"):
                    continue  # str's own errors
                lines.append(f"{a} {op} {b}")
            if a in containers:
                for op in ("+=", "-=", "*=", "|=", "&=", "^="):
                    if "'ab'" in b and op in ("+=", "*=") and a == "slice(3)":
                        continue
                    lines.append(f"x = {a}; x {op} {b}; x")
    for a in containers:
        for e in ("len(x)", "hash(x)", "iter(x) is iter(x)", "typename(iter(x))", "typename(reversed(x))", "list(x)", "tuple(x)",
                  "sorted(x)", "set(x)", "dict(x)", "x[0]", "x['a']", "x[1.5]", "x[0:1]", "x.foo", "-x", "x()", "next(x)",
                  "len(iter(x))", "iter(x).__length_hint__()", "reversed(x).__length_hint__()"):
            if "values" not in a or "hash" not in e:  # the hash is an address
                lines.append(f"x = {a}; {e}")
        lines += [f"x = {a}; x[0] = 1; x", f"x = {a}; del x[0]; x"]
    return [l for l in lines if not ("len" in l.split(" = ")[-1].split() and "in" in l)]


# Random programs.

def key(rng, small):
    """A hashable value, as source."""
    k = rng.randrange(20)
    if k < 8:
        return str(rng.randrange(small))
    if k < 10:
        return str(-rng.randrange(small))
    if k < 12:
        return str(rng.randrange(small) * 2 ** rng.randrange(20))
    if k < 16:
        return f"'s{rng.randrange(small)}'"
    if k == 16:
        return str(rng.randrange(small) / 2)
    if k == 17:
        return f"({rng.randrange(9)}, {rng.randrange(9)})"
    if k == 18:
        return rng.choice(["None", "True", "False", "()", "''"])
    return f"frozenset([{rng.randrange(4)}, {rng.randrange(9)}])"


def keys(rng, small, most):
    return "[" + ", ".join(key(rng, small) for _ in range(rng.randrange(most))) + "]"


def set_program(rng, steps):
    small = rng.choice([5, 20, 60, 200, 1000])
    yield "s = set(); t = set(); f = frozenset()"
    for _ in range(steps):
        x = rng.choice("sst")
        y = rng.choice("stf")
        op = rng.choice([
            f"{x}.add({key(rng, small)})", f"{x}.add({key(rng, small)})", f"{x}.add({key(rng, small)})",
            f"{x}.discard({key(rng, small)})", f"{x}.remove({key(rng, small)})", f"{x}.pop()",
            f"{x}.update({keys(rng, small, 30)})", f"{x} |= {y}", f"{x} -= {y}", f"{x} &= {y}", f"{x} ^= {y}",
            f"{x}.update({y}, {keys(rng, small, 9)})", f"{x}.difference_update({keys(rng, small, 20)})",
            f"{x}.intersection_update({keys(rng, small, 60)}, t)", f"{x}.symmetric_difference_update({keys(rng, small, 20)})",
            f"{x} = set({y})", f"{x} = {y}.copy()", f"{x} = set({keys(rng, small, 50)})", f"f = frozenset({x})",
            f"{x} = set(s) | {y}", f"{x} = set(s).difference({y}, t)", f"{x} = set(t).intersection({y})", f"{x} = set(t).union(f, s)",
            f"{x} = set({y} - s)", f"{x} = set({y} ^ t)", f"{x} = set({y} & s)", f"{x} = set(dict.fromkeys({y}))",
            f"{x}.update(dict.fromkeys({keys(rng, small, 30)}))", f"{x} = set(s.difference(dict.fromkeys({y})))",
            f"{x}.symmetric_difference_update(dict.fromkeys({y}))",
            f"{key(rng, small)} in {x}", f"{x} == {y}", f"{x} <= {y}", f"{x} > {y}", f"{x}.isdisjoint({y})",
            f"{x}.isdisjoint({keys(rng, small, 4)})", f"{x}.issuperset({keys(rng, small, 4)})", f"{x}.issubset({keys(rng, small, 40)})",
            f"hash(frozenset({x}))", f"list({y})", f"list({x})", "[len(s), len(t), len(f)]",
            f"for i in range({rng.randrange(40)}): {x}.add(i * {rng.choice([1, 3, 8, 32, 1024])})",
            f"for i in range({rng.randrange(30)}): {x}.discard(i)",
        ] + ([f"{x}.clear()"] if rng.randrange(9) == 0 else []))
        yield op
        if op[1:5] != " in ":
            yield f"list({x})"
    yield f"[list(s), list(t), list(f)]"


def dict_program(rng, steps):
    small = rng.choice([5, 20, 60, 200, 1000])
    strings = rng.randrange(2)

    def k():
        if strings and rng.randrange(200):
            return f"'s{rng.randrange(small)}'"
        return key(rng, small)

    yield "d = {}; e = {}; it = iter(d); n = 0"
    for _ in range(steps):
        x = rng.choice("dde")
        y = rng.choice("de")
        view = rng.choice(["keys", "values", "items"])
        yield rng.choice([
            f"{x}[{k()}] = {rng.randrange(100)}", f"{x}[{k()}] = {rng.randrange(100)}", f"{x}[{k()}] = {rng.randrange(100)}",
            f"{x}[{k()}] = n; n += 1", f"del {x}[{k()}]", f"del {x}[{k()}]", f"{x}.pop({k()}, 'none')", f"{x}.pop({k()})",
            f"{x}.popitem()", f"{x}.popitem()", f"{x}.setdefault({k()}, {rng.randrange(9)})", f"{x}.get({k()})", f"{x}[{k()}]",
            f"{x}.update({y})", f"{x} |= {y}", f"{x} = {y}.copy()", f"{x} = d | e", f"{x} = dict({y})",
            f"{x}.update({{{k()}: 1, {k()}: 2}})", f"{x}.update([({k()}, 3), ({k()}, 4)])", f"{x} = dict.fromkeys({y}, 8)",
            f"{x} = dict(list({y}.items()))", f"{x} = dict.fromkeys(set({y}), 9)", f"{x} = {{{k()}: 1, {k()}: 2, {k()}: 3}}",
            f"{k()} in {x}", f"{x} == {y}", f"list({x})", f"list({x}.{view}())", f"list(reversed({x}))", f"list(reversed({x}.{view}()))",
            f"{x}", f"it = iter({x})", f"it = iter({x}.{view}())", f"it = reversed({x}.{view}())",
            "next(it)", "next(it)", "next(it)", "next(it, 0)", "next(it, 0)", "it.__length_hint__()", "[len(d), len(e)]",
            f"for i in {x}: {x}[i] = n", f"for i in {x}: {y}.pop(i, 0)", f"for i in {x}: {x}[-7] = i", f"for i in list({x}): {x}[i] = 1",
            f"for i in {x}: {x}.pop(i); {x}[i] = 2", f"for i in {x}.{view}(): {x}.popitem(); {x}[n] = 1; n += 1",
            f"list({x}.keys() & {y}.keys())", f"list({x}.keys() | {y})", f"list({x}.items() ^ {y}.items())", f"list({x}.keys() - {y}.keys())",
            f"list({x}.items() & {y}.items())", f"list({x}.keys() ^ {y}.keys())", f"{x}.keys() <= {y}.keys()", f"{x}.items() == {y}.items()",
            f"for i in range({rng.randrange(40)}): {x}[i * {rng.choice([1, 3, 8, 32, 1024])}] = i",
            f"for i in range({rng.randrange(30)}): {x}.pop(i, 0)",
        ] + ([f"{x}.clear()"] if rng.randrange(6) == 0 else []))
    yield "[d, e]"


def list_program(rng, steps):
    yield "l = []; m = [1, 2]; it = iter(l)"
    for _ in range(steps):
        def i():
            return str(rng.choice([0, 1, 2, -1, -2, 5, 9, -7, rng.randrange(-40, 40)]))

        def sl():
            b = [rng.choice(["", i()]), rng.choice(["", i()])]
            return ":".join(b) + rng.choice(["", "", "", ":2", ":-1", ":3", ":-2"])

        x = rng.choice("llm")
        v = str(rng.randrange(12))
        op = rng.choice([
            f"{x}.append({v})", f"{x}.append({v})", f"{x}.append({v})", f"{x}.insert({i()}, {v})", f"{x}.pop()", f"{x}.pop({i()})",
            f"{x}[{i()}]", f"{x}[{i()}] = {v}", f"del {x}[{i()}]", f"{x}[{sl()}]", f"{x}[{sl()}] = m", f"{x}[{sl()}] = [{v}, {v}, 7]",
            f"del {x}[{sl()}]", f"{x}.extend([{v}, {v}])", f"{x}.extend(range({v}))", f"{x} += (1, {v})", f"{x}.remove({v})",
            f"{x}.index({v})", f"{x}.index({v}, {i()})", f"{x}.index({v}, {i()}, {i()})", f"{x}.count({v})", f"{x}.reverse()", f"{x}.sort()",
            f"{x}.sort(reverse=True)", f"{x}.sort(key=lambda x: x % 4)", f"{x}.copy()", f"{v} in {x}", "l == m", "l < m", "l >= m",
            f"m = l[{sl()}]", f"l = {x}[:20]", f"it = iter({x})", f"it = reversed({x})", "next(it, 'end')", "next(it, 'end')",
            "it.__length_hint__()", f"{x}[1:3] += [{v}]", f"l = l + m[:5]", f"l[::2] = l[1::2]", "m *= 2", "m *= 0", "m = [3] * 5",
            f"tuple({x})", f"{x}.clear()" if rng.randrange(5) == 0 else "len(l)", f"for i in {x}: {x}.pop()", "sorted(l)",
        ])
        yield op
        yield f"{x}" if rng.randrange(3) == 0 else "[len(l), len(m)]"
        if rng.randrange(12) == 0:
            yield "m = m[:30]; l = l[:60]"


def write_programs(out):
    for kind, program, runs, steps in (("set", set_program, 24, 300), ("dict", dict_program, 30, 400), ("list", list_program, 12, 500)):
        for n in range(runs):
            rng = random.Random(f"{kind} {n}")
            env = names()
            out.write(f"# {kind} {n}\n")
            crc = count = 0
            for src in program(rng, steps):
                result = run(src, env)
                out.write(src + "\n")
                crc = zlib.crc32((result + "\n").encode(), crc)
                count += 1
                if count % 20 == 0:
                    out.write(f"= {crc:08x}\n")
                    crc = 0
            out.write(f"= {crc:08x}\n")


def compress(name, text):
    with open(name, "wb") as f, gzip.GzipFile("", "wb", 9, f, 0) as z:
        z.write(text.encode())


os.chdir(os.path.dirname(os.path.abspath(__file__)))
with open("containers.txt", "w") as f:
    write_cases(f, [c for c in CASES if c and not c.startswith("#")])
with io.StringIO() as f:
    rng = random.Random(1)
    write_cases(f, slices(rng) + sorts(rng) + pairs())
    compress("containers_more.txt.gz", f.getvalue())
with io.StringIO() as f:
    write_programs(f)
    compress("containers_random.txt.gz", f.getvalue())
