# The time of one operation: that of a loop with it, less that of the loop alone; in
# nanoseconds of CPU time, the shortest of several. docs/speed.md has the command.
import sys
import time

clock = getattr(time, "process_time", time.perf_counter)
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 200000

# name, what is there, the operation
OPERATIONS = [
    ("int in set of 64", "c = set(range(64))", "63 in c"),
    ("int in list of 4", "c = list(range(4))", "3 in c"),
    ("int in list of 16", "c = list(range(16))", "15 in c"),
    ("int in list of 32", "c = list(range(32))", "31 in c"),
    ("str in set", "c = {'some', 'words'}; x = 'wor' + 'ds'", "x in c"),
    ("str in tuple of 3", "c = ('some', 'other', 'words')", "'words' in c"),
    ("x in (1, 2, 3)", "c = [1, 2, 3, 4]", "c[i & 3] in (1, 2, 3)"),
    ("l[:8]", "c = list(range(32))", "c[:8]"),
    ("l[2:]", "c = list(range(10))", "c[2:]"),
    ("l[::-1] of 8", "c = list(range(8))", "c[::-1]"),
    ("l[1:3] = a, b", "c = list(range(8)); x = [1, 2]", "c[1:3] = x"),
    ("startswith 3", "c = 'a string'", "c.startswith('a s')"),
    ("endswith 3", "c = 'a string'", "c.endswith('ing')"),
    ("find of one character at 16", "c = 'a' * 16 + 'b'", "c.find('b')"),
    ("tuple == tuple, 2 ints", "c = (1, 2); x = (1, 2)", "c == x"),
    ("tuple == tuple, 8 ints", "c = tuple(range(8)); x = tuple(list(range(8)))", "c == x"),
    ("(a, b) == (c, d)", "c = [1, 2, 3, 4]", "(c[0], i & 1) == (c[1], 1)"),
    ("str < str", "c = 'some words'; x = 'some wordy'", "c < x"),
    ("d[i, k], tuple made", "c = {(a, b): a for a in range(8) for b in range(8)}", "c[i & 7, 3]"),
    ("d.setdefault, there", "c = {n: n for n in range(32)}", "c.setdefault(31, 1)"),
    ("d[k] = v, there", "c = {n: n for n in range(32)}; x = 31", "c[x] = 1"),
    ("d.get(k), a str", "c = {'a': 1, 'b': 2}; x = 'b'", "c.get(x)"),
    ("l.append, l.pop", "c = [1]", "c.append(i); c.pop()"),
    ("l.insert(1, x), l.pop(1)", "c = [1, 2, 3, 4]", "c.insert(1, 5); c.pop(1)"),
    ("l.index of 16", "c = list(range(16))", "c.index(15)"),
    ("l.count of 16", "c = list(range(16))", "c.count(15)"),
    ("l.reverse of 16", "c = list(range(16))", "c.reverse()"),
    ("l.remove, l.append", "c = list(range(8))", "c.remove(7); c.append(7)"),
    ("l + l of 4", "c = [1, 2]; x = [3, 4]", "c + x"),
    ("l.extend of 2, del", "c = [1, 2]; x = [3, 4]", "c.extend(x); c.pop(); c.pop()"),
    ("s.add, there", "c = set(range(32))", "c.add(31)"),
    ("s.discard, s.add", "c = set(range(32))", "c.discard(31); c.add(31)"),
    ("s.remove, s.add", "c = set(range(32))", "c.remove(31); c.add(31)"),
    ("s <= s of 8", "c = set(range(8)); x = set(range(64))", "c <= x"),
    ("join of 4", "c = ['a', 'bc', 'd', 'efg']; x = ','", "x.join(c)"),
    ("lower of 12", "c = 'Some Strings'", "c.lower()"),
    ("upper of 12", "c = 'Some Strings'", "c.upper()"),
    ("strip of 12", "c = ' some words '", "c.strip()"),
    ("for a, b in zip(x, y) of 8", "x = list(range(8)); y = list(range(8))", "for a, b in zip(x, y): pass"),
    ("for a, b in enumerate(x) of 8", "x = list(range(8))", "for a, b in enumerate(x): pass"),
    ("for a, b in d.items() of 8", "c = {n: n for n in range(8)}", "for a, b in c.items(): pass"),
    ("f'{i}'", "c = 1", "f'{i}'"),
    ("f'{c}={i}'", "c = 'some'", "f'{c}={i}'"),
    ("'%s=%d' % (c, i)", "c = 'some'", "'%s=%d' % (c, i)"),
    ("str(i)", "c = 1", "str(i)"),
    ("repr of a str of 10", "c = 'some words'", "repr(c)"),
    ("int of '123'", "c = '123'", "int(c)"),
    ("round of a float", "c = 3.7", "round(c)"),
    ("hash of a tuple of 3", "c = (1, 2, 3)", "hash(c)"),
    ("split of 3 parts", "c = 'one,two,three'", "c.split(',')"),
    ("set()", "c = 1", "set()"),
    ("{i, 1}", "c = 1", "{i, 1}"),
    ("s.copy of 8", "c = set(range(8))", "c.copy()"),
    ("l.copy of 8", "c = list(range(8))", "c.copy()"),
    ("d.pop, d[k] = v", "c = {n: n for n in range(32)}", "c.pop(31); c[31] = 1"),
    ("tuple < tuple, 2 ints", "c = (1, 2); x = (1, 3)", "c < x"),
    ("list == list of 8", "c = list(range(8)); x = list(range(8))", "c == x"),
    ("bytes + bytes", "c = b'some'; x = b'words'", "c + x"),
    ("int + int of two limbs", "c = [1 << 100, 0]; x = [3 << 99]", "c[1] = c[0] + x[0]"),
    ("int * int of a limb", "c = [1 << 61, 0]; x = [3 << 50]", "c[1] = c[0] * x[0]"),
    ("int < int of two limbs", "c = [1 << 100, 0]; x = [3 << 99]", "c[1] = c[0] < x[0]"),
    ("min of 8 ints", "c = list(range(8)); x = [0]", "x[0] = min(c)"),
    ("sum of 8 ints", "c = list(range(8)); x = [0]", "x[0] = sum(c)"),
    ("range[i]", "c = range(9); x = [0]", "x[0] = c[3]"),
    ("{k: v} of 3", "c = 1", "{'a': i, 'b': c, i: 3}"),
    ("d[t], t a tuple of tuples", "c = {(n, (n, 2), None): n for n in range(8)}; x = (3, (3, 2), None)", "c[x]"),
    ("d[f], f a float", "c = {n / 2: n for n in range(8)}; x = 1.5", "c[x]"),
    ("dict of 20 ints, grown", "x = list(range(20))", "c = {}\n        for k in x: c[k] = i"),
]


def loop(setup, operation):
    lines = ["def f(n):"] + ["    " + s for s in setup.split("; ")] + ["    for i in range(n):", "        " + operation]
    names = {}
    exec("\n".join(lines), names)
    return names["f"]


def shortest(f):
    best = 1e9
    for _ in range(7):
        start = clock()
        f(ROUNDS)
        best = min(best, clock() - start)
    return best


alone = shortest(loop("c = 1", "pass"))
for name, setup, operation in OPERATIONS:
    print("%s\t%.1f" % (name, (shortest(loop(setup, operation)) - alone) / ROUNDS * 1e9))
