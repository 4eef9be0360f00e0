# A method that is looked up by the general form may come without a receiver: a bound
# builtin made anew each time.
import re

find = re.compile("([ab]+)(c?)").search


def spans(words):
    total, last = 0, ()
    for w in words:
        m = find(w)
        if m is not None:
            total += m.end() - m.start(1)
            last = m.groups()
    return total, last


print(spans(["xabc", "bb", "none", "c"] * 700))
#---
# The same with keywords.
import re

swap = re.compile("a")


def swapped(n):
    out = []
    for i in range(n):
        out.append(swap.sub("bb", string="banana"[i % 6:], count=i % 3))
    return len("".join(out)), out[-6:]


print(swapped(3000))
#---
# At one place a method with a receiver, functions without, and a builtin.
class Method:
    def get(self, x=1):
        return x + 1


class Static:
    @staticmethod
    def get(x=2):
        return x * 2


class Own:
    def __init__(self):
        self.get = lambda x=3: x * 3


class Builtin:
    get = len


class Dict(dict):
    pass


def calls(objects, n):
    total = 0
    for i in range(n):
        o = objects[i % len(objects)]
        total += o.get(i) or 0
        total += o.get(*[i])
        total += o.get(x=i)
    return total


def positional(objects, n):
    total = 0
    for i in range(n):
        total += objects[i % len(objects)].get("ab") == "abab"
    return total


print(calls([Method(), Static(), Own()], 3000))
print(positional([Static(), Static, {"ab": "abab"}, Dict(ab="abab"), Own()], 3000))
