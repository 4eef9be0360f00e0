# What matches, patterns and scanners have, and how it is looked up.
import re
m = re.search("(a)(?P<n>b)", "xab", )
p = m.re
s = p.scanner("ab")
for o, names in (m, "string re pos endpos lastindex lastgroup regs"), (p, "pattern flags groups groupindex"), (s, "pattern"):
    for n in names.split():
        print(n, getattr(o, n), n in dir(o))
        for f in (lambda: setattr(o, n, 1), lambda: delattr(o, n), lambda: getattr(type(o), n).__get__(3)):
            try:
                f()
            except Exception as e:
                print(type(e).__name__, e)
try:
    m.nothing
except AttributeError as e:
    print(e)
try:
    p.nothing = 1
except AttributeError as e:
    print(e)
print([x for x in dir(m) if x[0] != "_"], [x for x in dir(p) if x[0] != "_"], [x for x in dir(s) if x[0] != "_"])
#---
# In a loop that is hot: methods, attributes, and the same of several types.
import re

word = re.compile(r"(\w+)(?:=(?P<value>\d+))?")


def run(lines, n):
    total, names = 0, []
    for i in range(n):
        m = word.search(lines[i % len(lines)])
        total += m.end() - m.start(1) + m.pos + m.endpos + m.lastindex
        names.append(m.group(1) + (m["value"] or m.lastgroup or "-"))
        total += len(m.groups()) + len(m.re.pattern) + len(m.string)
    return total, names[-3:]


print(run(["a=1", "  bc ", "d=22 e", "f"], 3000))


class Value:
    pos = 5

    def end(self):
        return 7


def both(objects, n):
    total = 0
    for i in range(n):
        o = objects[i % len(objects)]
        total += o.end() + o.pos
    return total


print(both([Value(), word.match("abc=1"), Value()], 3000), both([word.match("xy")], 3000))

# Where pos lies behind endpos, what asks how many characters are left fails, and what does not is empty.
for pattern in "", "a*", "a??", "a*+", "(?:ab)*", "(?:a|)", "(|[k-s])", "$", "(?m)$", r"\B", r"(a)?(?(1)b)":
    p = re.compile(pattern)
    print(pattern, [[f("caacbba", *at) and f("caacbba", *at).span() for at in ((3, 1), (3, 3), (7, 2), (9, 1))] for f in (p.match, p.fullmatch, p.search)],
          p.scanner("abcdef", 3, 1).match() is None, len(list(p.finditer("abcdef", 3, 1))))
