"""inspect, ast and pprint."""
import ast
import inspect
import pprint
from dataclasses import dataclass


def f(a, b: int = 1, /, c=2, *args, d, e: str = "x", **kw) -> float:
    """Doc of f.

    More.
    """
    x = a
    return x


class A:
    """Doc of A."""

    def m(self, x):
        return x

    @classmethod
    def c(cls): ...

    @staticmethod
    def s(y): ...

    @property
    def p(self):
        return 1


class B(A):
    def m(self, x): ...


def gen():
    yield 1


async def co(): ...


sig = inspect.signature(f)
print(sig, sig.return_annotation, list(sig.parameters), [str(p.kind) for p in sig.parameters.values()], sig.parameters["b"].default, sig.parameters["e"].annotation)
ba = sig.bind(1, 2, 3, 4, d=5, z=6)
ba.apply_defaults()
print(ba.args, ba.kwargs, ba.arguments)
for args in ((), (1,)):
    try:
        sig.bind(*args)
    except TypeError as e:
        print(e)
print(inspect.signature(A.m), inspect.signature(A().m), inspect.signature(A.c), inspect.signature(A), inspect.signature(lambda *, k=1: 0), inspect.signature(dataclass(type("P", (), {"__annotations__": {"q": int}}))))
print(inspect.getfullargspec(f), inspect.getdoc(f), inspect.getdoc(B.m), inspect.cleandoc("  a\n    b"), inspect.getcomments(f))
print(inspect.isfunction(f), inspect.ismethod(A().m), inspect.isclass(A), inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), inspect.iscoroutinefunction(co), inspect.isbuiltin(len),
      inspect.ismodule(ast), inspect.isroutine(f), inspect.isdatadescriptor(A.p), inspect.isabstract(A), inspect.ismethoddescriptor(str.join), inspect.iscode(f.__code__))
print([n for n, _ in inspect.getmembers(B, inspect.isfunction)], inspect.getmro(B))
print(inspect.getattr_static(B(), "p") is A.p, inspect.getmodulename("/a/b.py"), inspect.unwrap(f) is f, inspect.Parameter("x", inspect.Parameter.KEYWORD_ONLY, default=3))
print(sig.replace(parameters=list(sig.parameters.values())[:2]), str(inspect.Signature([inspect.Parameter("q", inspect.Parameter.VAR_POSITIONAL)])))


def outer():
    frame = inspect.currentframe()
    return frame.f_code.co_name, inspect.getframeinfo(frame).function, frame.f_back.f_code.co_name


print(outer(), inspect.getclosurevars(f).globals)

tree = ast.parse("def g(x, *y):\n    '''doc'''\n    return [i ** 2 for i in y if i > x] + {'a': (1, 2.5, None, b'x')}['a'] if x else lambda: -x\n")
print(ast.dump(tree.body[0].args), ast.get_docstring(tree.body[0]), type(tree.body[0]).__name__, tree.body[0].lineno, tree.body[0].end_lineno)
print(ast.dump(ast.parse("a.b[1:2, ...] = f'{x!r:>{w}}'; assert not a < b <= c"), indent=1))
print(ast.unparse(tree))
print([type(n).__name__ for n in ast.walk(ast.parse("x = y + 1"))], ast.literal_eval("{'a': [1, -2.5, (True, None)], b'k': {1, 2}}"))
for bad in "a + 1", "[1", "f()":
    try:
        ast.literal_eval(bad)
    except (ValueError, SyntaxError) as e:
        print(type(e).__name__, str(e)[:40])


class Names(ast.NodeVisitor):
    def __init__(self):
        self.names = []

    def visit_Name(self, node):
        self.names.append((node.id, type(node.ctx).__name__))
        self.generic_visit(node)


class Double(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node)


v = Names()
v.visit(ast.parse("for a in b: c = a + d(b)"))
print(v.names)
expr = ast.fix_missing_locations(Double().visit(ast.parse("3 + 4 * x", mode="eval")))
print(ast.unparse(expr))

data = {"name": "x" * 30, "list": list(range(30)), "nested": {"a": [{"k": i, "v": "w" * i} for i in range(4)], "t": (1, 2), "s": {3, 1, 2}}, "bytes": b"abc" * 30, 1: None}
pprint.pprint(data)
pprint.pprint(data, width=40, depth=2, compact=True, indent=2)
print(pprint.pformat([["deep" * 5] * 3] * 3, width=30), pprint.isreadable(data), pprint.isrecursive([]), pprint.saferepr({"b": 1, "a": 2}))
loop = [1]
loop.append(loop)
print(pprint.isrecursive(loop), pprint.pformat(loop).startswith("[1, <Recursion on list"))


@dataclass
class Item:
    name: str
    children: list


pprint.pprint(Item("root" * 10, [Item("leaf" * 8, []), Item("other" * 8, [1, 2, 3])]))
pprint.pp({"z": 1, "a": "some text that is long enough to be wrapped by the printer, which splits strings at spaces"}, width=50)
