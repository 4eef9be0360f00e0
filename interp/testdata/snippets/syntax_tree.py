# The syntax tree with comments of types, of older Pythons' syntax, and of a function's type.
import ast
src = "def f(a):\n    # type: (int) -> str\n    x = []  # type: list[int]\n    for i in x:  # type: int\n        pass  # type: ignore[x]\n"
print(ast.dump(ast.parse(src, type_comments=True)))
print(ast.dump(ast.parse('(int, *str) -> list[int]', mode='func_type')))
for v in (3, 5), (3, 7), (3, 9), (3, 14), 6:
    for s in 'async def f():\n  async with a as b: pass', '(x := 1)', 'match a:\n  case 1: pass', 'with (a as b, c as d): pass', 'def f(a, /): pass', 'x: int = 1':
        try: print(v, s[:9], len(ast.dump(ast.parse(s, feature_version=v))))
        except SyntaxError as e: print(v, s[:9], e)
for m, f in ('func_type', 0), ('x', 0), ('x', ast.PyCF_ONLY_AST):
    try: compile('1', 'f', m, f)
    except ValueError as e: print(e)
print(eval(compile('1+1', 'f', 'eval', ast.PyCF_TYPE_COMMENTS)))
