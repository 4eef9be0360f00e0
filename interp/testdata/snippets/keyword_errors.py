# What builtin functions and classes say of keyword arguments, and other things that test files of CPython's ask.
import sys
def t(f, /, *a, **k):
    try: r = f(*a, **k); print("ok", repr(r)[:150].split(" at 0x")[0])
    except BaseException as e: print(type(e).__name__, str(e).split(" at 0x")[0])
def x(code):
    try: exec(code, globals()); 
    except BaseException as e: print(type(e).__name__, str(e)[:200])
import functools, itertools, struct, copy, pickle, types, operator, collections
class FN:
    def __init__(s,n): s.name=n
    def __call__(s): pass
    def __repr__(s): return f"Function({s.name})"
class Ev:
    tr=False
    def __repr__(s):
        if not s.tr and g is not None:
            s.tr=True; g.__setstate__((FN("new"),(None,),{"keyword":None},None))
        return "E"
g=None
trigger=Ev(); g=functools.partial(FN("old"),None,trigger=trigger); print(repr(g))
trigger=Ev(); g=functools.partial(FN("old"),trigger,None,None,None,None,arg=None); print(repr(g))
trigger=Ev(); g=functools.partial(FN("old"),trigger,arg=None); print(repr(g))
x("p=functools.partial(hex)\ndel p.__dict__"); x("def f(): pass\ndel f.__dict__"); x("class P(functools.partial): pass\np=P(hex)\ndel p.__dict__")
class BadStr(str):
    def __eq__(self, o): return True
    def __hash__(self): return hash(str(self)+"x") 
t(lambda: print(0,1,**{BadStr('foo'):','})); t(lambda: round(1.75,**{BadStr('foo'):1}))
t(struct.pack,x=2); t(struct.pack_into,x=2); t(struct.Struct.pack, struct.Struct(""), x=2); t(itertools.product,0,repeat=1,foo=2); t(ImportError,0,name=1,path=2,name_from=3,foo=3); t(min,0,default=1,key=2,foo=3); t(print,0,sep=1,end=2,file=3,flush=4,foo=5)
t(max,0,key=2,foo=3); t(sorted,[1],foo=1); t(sorted,[1],key=None,reverse=0,foo=1); t(ImportError,0,foo=1); t(int,"1",base=10,foo=2); t(int, foo=3); t(str,b"",encoding="a",errors="b",object="c",foo=1); t(open,"/x",foo=1); t(enumerate,[1],start=2,foo=3); t(enumerate,foo=3); t(zip,foo=1); t(zip,strict=1,foo=1);t(map,foo=1);t(dict.fromkeys,foo=1);t([].sort,foo=1);t([].sort,key=1,reverse=2,foo=3);t(AttributeError,name=1,obj=2,foo=3);t(NameError,name=1,foo=3); t(NameError,foo=3); t(property,1,foo=1); t(bytes,foo=1); t(bytearray,source=1,encoding=2,errors=3,foo=1); t("a".split,foo=1); t("a".split,sep=1,maxsplit=1,foo=1); t(pow,1,2,foo=1); t(sum,[1],foo=2); t(sum,[1],start=2,foo=2); t(round,1,foo=2); t(round,1,ndigits=1,foo=2); t(compile,"","","exec",foo=1); t(exec,"",foo=1); t(__import__,"sys",foo=1); t(memoryview,b"",foo=1); t(memoryview,object=b"",foo=1); t(super,foo=1); t(type,foo=1); t(object,foo=1); t(slice,foo=1); t(range,foo=1); t(reversed,foo=1); t(iter,foo=1); t(next,foo=1); t(id,foo=1); t(collections.deque,foo=1); t(collections.deque,iterable=1,maxlen=2,foo=1); t(itertools.accumulate,[1],foo=1); t(itertools.count,foo=1); t(itertools.count,start=1,step=2,foo=1); t(itertools.repeat,1,foo=1); t(itertools.permutations,[1],foo=1); t(itertools.groupby,[1],foo=1); t(itertools.zip_longest,[1],foo=1); t(itertools.compress,foo=1); t(functools.reduce,foo=1); t(functools.cmp_to_key,foo=1)
m=types.ModuleType("mod"); m.mod=lambda:...; t(m); m.mod=42; t(m)
t(copy.copy,memoryview(b"")); t(pickle.dumps,memoryview(b"")); 
async def c(): pass
w=c().__await__(); t(copy.copy,w); t(pickle.dumps,w); w.close()
class L(list): pass
t(L,sequence=()); t(L,foo=1)
class L2(list):
    def __init__(self, a, b): super().__init__(a)
t(L2,[1],b=2)
class F(float):
    def __init__(self,a,n=None): pass
t(F,2.5,n=3)
class F(float): pass
t(F,x=2); t(float,x=2)
class S(set): pass
t(S,sequence=())
class S(set):
    def __new__(cls,a,newarg=None): return super().__new__(cls,a)
t(S,[1],newarg=2); t(S,[1])
class S(frozenset):
    def __init__(self,a,newarg=None): pass
t(S,[1],newarg=2)
class S(frozenset): pass
t(S,a=2)
class S(tuple):
    def __init__(self,a,newarg=None): pass
t(S,[1],newarg=2)
class S(bytes):
    def __init__(self,a,newarg=None): pass
t(S,b"",newarg=2)
class S(bytearray): pass
t(S,b"",newarg=2)
class S(dict): pass
t(S,newarg=2)
class S(int):
    def __init__(self,a,newarg=None): pass
t(S,1,newarg=2)
class S(complex):
    def __init__(self,a,newarg=None): pass
t(S,1,newarg=2)
for k in ("repeat","filterfalse","chain","starmap","islice","takewhile","dropwhile","cycle","compress"):
    pass
t(operator.length_hint, itertools.repeat(None,50)); t(operator.length_hint, itertools.repeat(None)); t(operator.length_hint, itertools.repeat(None,0)); t(len,itertools.repeat(None))
t(dir,1,2); t(vars,1); t(type,'A\udcdc',(),{}); t(type,'A',(),{'__doc__':'x\udcdc'}); t(type,'A\0',(),{})
t(lambda: OSError(108,'x'))
def cell(v): return (lambda: v).__closure__[0]
t(lambda:cell(2)<cell(3)); t(lambda:cell(2)==cell(2)); t(lambda:cell(-36)>=cell(3)); t(lambda:cell("a")<cell(1)); t(lambda:cell(1)<5); t(lambda:types.CellType()<cell(1)); t(lambda:types.CellType()==types.CellType())
T=__import__("typing").TypeVar("T",bound=int); t(lambda:T.evaluate_bound); t(lambda:T.evaluate_bound(1)); t(lambda:T.evaluate_bound(3)); t(lambda:T.evaluate_bound(4)); T=__import__("typing").TypeVar("T",int,str); t(lambda:T.evaluate_constraints(1)); t(lambda:T.evaluate_bound); t(lambda:T.evaluate_constraints(4)); A=__import__("typing").TypeAliasType("A",int); t(lambda:A.evaluate_value(1)); t(lambda:A.evaluate_value(4)); t(lambda:repr(A.evaluate_value)); T=__import__("typing").TypeVar("T",default=int); t(lambda:T.evaluate_default(1)); t(lambda:type(T.evaluate_default)); t(lambda:T.evaluate_default()); t(lambda:T.evaluate_default(5))
mv=memoryview(bytearray(b"A"*64))
class S(bytes):
    def __len__(self): mv.release(); return 1
t(mv.hex,S(b":"))
def s(a,v): a.__name__=v
A=type("A",(),{}); t(s,A,"A\udcdc"); t(s,A,"A\0b")
A=type("A",(),{"__firstlineno__":42}); t(lambda:A.__firstlineno__); t(lambda: "__firstlineno__" in A.__dict__); A.__module__="k"; t(lambda:"__firstlineno__" in A.__dict__)
t(lambda:[].sort(Reverse=1)); t(lambda:[].sort(keys=1)); t(lambda:[].sort(zzzzzz=1)); t(lambda:[].sort(key=None,revers=1)); t(lambda:list.sort([],cmp=1))
