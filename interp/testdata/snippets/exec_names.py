# Code that runs with another dict of globals each time: its names are looked up in that dict, then in its builtins.
source = '''
total = 0
for i in range(400):
    total = total + i * scale
    last = len(names)
    if i == 300:
        names = (1, 2, 3)
'''
code = compile(source, "source", "exec")
for scale in range(6):
    space = {"scale": scale, "names": ()}
    exec(code, space)
    print(space["total"], space["last"], space["i"])
# One has a len of its own, one other builtins, one is of a class derived from dict.
space = {"scale": 1, "names": (), "len": lambda x: -1}
exec(code, space)
print(space["total"], space["last"])
space = {"scale": 1, "names": (), "__builtins__": {"range": range, "len": lambda x: "own"}}
exec(code, space)
print(space["total"], space["last"])


class Space(dict):
    def __missing__(self, key):
        raise KeyError("missing " + key)


space = Space(scale=2, names=())
exec(code, space)
print(space["total"], space["last"])
try:
    exec(code, {"scale": 1})
except NameError as e:
    print(e)
#---
# A name that comes and goes, and one that hides a builtin for a while.
code = compile('''
seen = []
for i in range(300):
    if i % 50 == 0:
        abs = hidden
    if i % 50 == 10:
        del abs
    seen.append(abs(-i))
try:
    gone
except NameError as e:
    seen.append(str(e))
''', "source", "exec")
for factor in range(4):
    space = {"hidden": lambda x: x * factor}
    exec(code, space)
    print(sum(space["seen"][:-1]), space["seen"][-1], "abs" in space)
#---
# Functions of the same code in several dicts see what is stored there, from the outside too.
code = compile('''
def step(n):
    global count
    for _ in range(n):
        count = count + by
    return count
''', "source", "exec")
spaces = [{"count": 0, "by": k} for k in range(5)]
for space in spaces:
    exec(code, space)
print([space["step"](100) for space in spaces])
for space in spaces:
    space["by"] += 10
print([space["step"](100) for space in spaces])
spaces[2]["by"] = 0.5
print([space["step"](100) for space in spaces], [space["count"] for space in spaces])
del spaces[1]["by"]
try:
    spaces[1]["step"](3)
except NameError as e:
    print(e)
spaces[0]["__builtins__"]["by"] = 3
print(spaces[1]["step"](3), spaces[3]["step"](3))
del spaces[0]["__builtins__"]["by"]
#---
# What a program relies on as constant changes by code that runs with its dict.
limit = 3


def bound():
    return limit


change = compile("for k in range(200): limit = k", "change", "exec")
found = []
for n in range(6):
    for _ in range(100):
        found.append(bound())
    exec(change, globals() if n % 2 else {})
print(sorted(set(found)), limit)
