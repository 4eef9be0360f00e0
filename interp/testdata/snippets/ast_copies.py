# Copies of syntax trees: pickles, deepcopy, __replace__.
import ast, copy, pickle, sys
print(ast.arguments._field_types, ast.arguments._fields); print(ast.dump(ast.arguments(), show_empty=True)); print(ast.FunctionDef._field_types)
a=ast.parse("x+1"); b=pickle.loads(pickle.dumps(a)); print(ast.dump(b)); print(a.body[0].__reduce_ex__(2)[0]); print(ast.dump(copy.deepcopy(a), include_attributes=True))
r=a.body[0].value.left.__reduce__(); print(r)
a=ast.parse("x"); n=a.body[0].value; n.extra=5
def t(f, /, *a, **k):
    try: print("ok", f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
m=copy.replace(n,id="y") if 0 else None
def dump(x): return ast.dump(x, include_attributes=True), x.__dict__.keys()
t(lambda: dump(n.__replace__(id="z"))); del n.extra; t(lambda: dump(n.__replace__(id="z"))); t(lambda: dump(copy.replace(n,ctx=ast.Store(),lineno=5))); t(n.__replace__, foo=1); t(n.__replace__, 1); t(n.__replace__, **{"id":1,"foo":2,"bar":3}); del n.id; t(n.__replace__); t(n.__replace__, ctx=5); del n.ctx; t(n.__replace__); t(n.__replace__, lineno=3)
n=ast.Name("x"); del n.ctx; t(lambda: dump(n.__replace__()))
class My(ast.AST): _fields=("a","b"); _field_types={"a":int,"b":str|None}
t(lambda: dump(My(1,"x").__replace__(a=3))); t(lambda: dump(My(1).__replace__(a=3))); m=My(1,"x"); del m.b; t(lambda: m.__replace__(a=3)); m=My(1,"x"); del m.a;  t(lambda: m.__replace__()); m=My(1,"x"); m.c=3; t(lambda: m.__replace__()); t(lambda: dump(m.__replace__(c=5)))
class My(ast.AST): _fields=("a","b"); _attributes=("k",)
import warnings; warnings.simplefilter("ignore"); t(lambda: My(1,"x",k=3).__replace__(a=3).__dict__); m=My(1,"x"); m.c=3; t(m.__replace__)
f=ast.FunctionDef("f", ast.arguments(), []); del f.decorator_list; t(lambda: dump(f.__replace__(name="g")))
t(lambda: ast.Name(**{"id":"x"}, **{"ctx":5})); t(lambda: ast.Name("x").__reduce__()); t(lambda: My(1,2).__reduce_ex__(4)); t(lambda: ast.AST().__reduce__()); t(lambda: ast.Name("a", foo=3).__reduce__())
