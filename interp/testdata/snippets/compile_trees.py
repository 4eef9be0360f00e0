# compile() of syntax trees, with flags, optimize and _feature_version; exec with a closure.
import ast, warnings
warnings.simplefilter("ignore")
src='''
def f(x, *a, y: int = 3, **k):
    """doc"""
    z = frozenset((1,2)) , x in {1,2,3}, -1.5e300, 2+3j, b"xy\\xff", ..., 10**30, 100000000000000000000, "a\\udc80é"
    return z + tuple([i for i in a]), f"{x!r:>{y}} {x}"
match f(1, 2, 3):
    case [_, *r]: print(r)
'''
t=ast.parse(src)
c=compile(t,"<t>","exec"); exec(c); print(f(1,2,y=5)); print(f.__code__.co_consts==(lambda d:(exec(compile(src,'x','exec'),d),d['f'].__code__.co_consts)[1])({}))
def bad(node, mode="exec"):
    try: compile(node,"<t>",mode); print("none")
    except Exception as e: print(type(e).__name__, str(e).split(" at 0x")[0])
bad(ast.Expression(ast.Constant(1)))
bad(ast.Expression(ast.Constant(object(),lineno=1,col_offset=0)),"eval")
bad(ast.Expression(ast.Constant((1,[2]),lineno=1,col_offset=0)),"eval")
bad(ast.Expression(ast.Constant(1,lineno="a",col_offset=0)),"eval")
bad(ast.Expression(ast.Name(1,lineno=1,col_offset=0)),"eval")
bad(ast.Expression([]),"eval"); bad(ast.Expression(object()),"eval"); bad(ast.Expression(None),"eval")
bad(ast.Module([ast.Expr(ast.Name("x",ast.Store()),lineno=1,col_offset=0)],[]))
bad(ast.Expression(ast.Constant(1)),"foo"); bad("1","func_type"); bad(5)
print(ast.dump(ast.parse("x = 1 # type: int\ndef f(a):\n  # type: (int) -> str\n  pass", type_comments=True)))
print(ast.dump(ast.parse("(int, *str) -> list", mode="func_type")))
print(ast.dump(compile("1+2;__debug__","s","exec",ast.PyCF_OPTIMIZED_AST)), ast.dump(compile(ast.parse("1+2"),"s","exec",ast.PyCF_OPTIMIZED_AST, optimize=2)))
exec(compile("assert 0; print(__debug__)","s","exec",optimize=1))
try: exec(compile("assert 0","s","exec",optimize=0))
except AssertionError: print("A")
bad(ast.parse("match x:\n case 1: pass")); 
try: ast.parse("match x:\n case 1: pass", feature_version=(3,8))
except SyntaxError as e: print(e)
def outer():
    a=1
    def inner():
        nonlocal a; a+=1; print(a)
    return inner
i=outer(); exec(i.__code__, closure=i.__closure__); i()
for cl in ((), None, (1,), i.__closure__*2):
    try: exec(i.__code__, closure=cl)
    except TypeError as e: print(e)
for code in ("pass", compile("pass","","exec")):
    try: exec(code, closure=i.__closure__)
    except TypeError as e: print(e)
class Yields:
    def __await__(self):
        x = yield "waits"
        return x
def drive(co):
    print(co.send(None))
    try: co.send(7)
    except StopIteration as e: print(e.value)
flag = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
drive(eval(compile("await Yields()", "", "eval", flag)))
ns = {}; drive(eval(compile("b = await Yields()", "", "exec", flag), {"Yields": Yields}, ns)); print(ns)
class N(ast.Name):
    _fields=("foo",)
    @property
    def id(self): return "print"
n=ast.Expression(N(lineno=1,col_offset=0,ctx=ast.Load())); print(eval(compile(n,"","eval")))
import codeop
print(codeop.compile_command("if 1:"), codeop.compile_command("x=1").co_consts)
class N(ast.AST):
    _fields = (b'foo', 'x'); _field_types={'x': ast.expr_context}
def t(f, /, *a, **k):
    try: print("ok", f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
t(N); t(N,1); t(lambda: repr(N.__new__(N))); t(N, **{'x':1})
class N(ast.AST):
    _fields = (b'foo',); _field_types={b'foo': list[int]}
t(N)
n=ast.Name("x"); del n.id
t(compile, ast.Expression(n), "", "eval"); t(ast.dump, n)
n.id="y"; n.ctx=n
d=ast.Constant(1); 
for i in range(150): d=ast.UnaryOp(ast.USub(), d)
t(lambda: eval(compile(ast.fix_missing_locations(ast.Expression(d)), "", "eval")))
