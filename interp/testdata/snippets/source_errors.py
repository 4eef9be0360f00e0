# sys.audit without hooks does nothing. Errors of source text say where they are.
import sys
def show(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ': ' + str(e)
print(show(lambda: sys.audit('a')), show(lambda: sys.audit('a', 1, 2)), show(lambda: sys.audit()), show(lambda: sys.audit(3)), show(lambda: sys.audit(None)), show(lambda: sys.audit('a', b=1)))
#---
for s in ("def f(a, a): pass", "def f():\n nonlocal x", "return 1", "class C[T, T]: pass", "x = (", "break", "def f():\n  x=1\n  global x", "f() = 1", "lambda a, a: 1", "\tx\n y", "'abc"):
    try: compile(s, 'f', 'exec')
    except SyntaxError as e: print(repr(s), type(e).__name__, e.args, e.msg, e.lineno, e.offset, e.filename, e.text, e.end_lineno, e.end_offset)
try: exec("def g():\n    return *")
except SyntaxError as e: print(e, e.lineno, e.filename)
import ast
try: ast.parse("(a, a) -> 3")
except SyntaxError as e: print(e, e.lineno, e.offset, e.filename)
try: compile("a\0b", 'f', 'exec')
except SyntaxError as e: print(e, e.lineno)
