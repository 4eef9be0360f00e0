def f(a:int, b:"x"=3)->str: pass
print(f.__annotations__, f.__annotate__.__name__, f.__type_params__)
def t(s):
    try: exec(s); print('ok', s)
    except Exception as e: print(s, repr(e))
t("f.__annotate__=3"); t("del f.__annotate__"); t("f.__annotate__=None"); print(f.__annotations__)
t("f.__annotations__=3"); t("f.__annotations__={'q':1}"); print(f.__annotate__, f.__annotations__); t("del f.__annotations__"); print(f.__annotations__)
t("f.__type_params__=3"); t("f.__type_params__=(1,)"); print(f.__type_params__); t("del f.__type_params__")
f.__annotate__=lambda x: 5
t("f.__annotations__")
class C:
    x: int = 3
    y: "foo"
print(C.__annotations__, C.__annotate__.__qualname__, C.__dict__.keys(), C.__type_params__)
t("C.__annotate__=3"); t("del C.__annotate__"); 
C.__annotate__=lambda x: 5
t("C.__annotations__")
C.__annotate__=lambda x: {'x':5}
t("C.__annotations__")
print(C.__annotations__)
t("C.__annotations__={'a':1}"); print(C.__annotations__, C.__annotate__)
t("del C.__annotations__"); print(C.__annotations__)
t("del C.__annotations__"); t("del C.__annotations__")
t("int.__annotations__"); t("int.__annotate__"); t("int.__annotations__={}"); t("int.__annotate__=None"); t("int.__type_params__")
t("C.__type_params__=(1,)"); t("print(C.__type_params__)"); t("del C.__type_params__"); t("print(C.__type_params__)")
class D(C): pass
print(D.__annotations__, D.__dict__.keys())
print(D.__annotate__, D.__dict__.keys())
import sys
m=sys.modules['__main__']
t("m.__annotations__"); t("m.__annotate__"); 
print('__annotate__' in m.__dict__, '__annotations__' in m.__dict__)
t("m.__annotate__=3"); t("m.__annotate__=lambda f: {'k':f}"); t("print(m.__annotations__)")
t("m.__annotations__=3"); t("print(m.__annotations__, m.__annotate__)"); t("del m.__annotations__"); t("del m.__annotations__"); t("del m.__annotate__"); 
t("m.__annotate__=lambda f: 3"); t("print(m.__annotations__)")
def __getattr__(name):
    if name == 'foo': return 42
    raise AttributeError(name)
print(m.foo, hasattr(m, 'bar'))
