# The parts of an ast.JoinedStr may be any expressions: BUILD_STRING tests that they are strs.
import ast

class S(str):
    pass

def joined(*values):
    tree = ast.parse("def f(g, h): return 0")
    tree.body[0].body[0].value = ast.JoinedStr([ast.parse(v, mode="eval").body for v in values])
    names = {}
    exec(compile(ast.fix_missing_locations(tree), "x", "exec"), names)
    return names["f"]

def run(f, *args):
    try:
        return f(*args)
    except TypeError as e:
        return str(e)

two, three, four = joined("g(1)", "'/'"), joined("g(1)", "h", "'x'"), joined("'a'", "g(2)", "h", "'é'")
print(run(two, str, None), run(three, str, "b"), run(four, str, "c"))
found = set()
for i in range(6000):
    v = [5, None, S("q"), "r", "é", 1 << 80, b"x"][i // 500 % 7]
    for f in (two, three, four):
        found.add(run(f, str, v))
        found.add(run(f, lambda n: v, "w"))
print(sorted(found))
