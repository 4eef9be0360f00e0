# __init__, __reduce__ and copies of the exceptions that have attributes of their own, and of classes derived from them.
import copy, pickle
class E(ImportError):
    def __init__(self, a): super().__init__("m:" + a, name="n")
class O(OSError):
    def __init__(self, a, b): super().__init__(a, "text" + b)
class S(SyntaxError):
    def __init__(self, a): super().__init__(a, ("f", 1, 2, "t"))
class SI(StopIteration):
    def __init__(self, a): super().__init__(a, 2)
class SE(SystemExit):
    def __init__(self, a): super().__init__(a, 3)
class K(KeyError):
    def __init__(self, a): super().__init__(a, 3)
class U(UnicodeDecodeError):
    def __init__(self, a): super().__init__("ascii", b"abc", 0, 1, a)
class N(NameError):
    def __init__(self, a): super().__init__(a, name="nn")
class A(AttributeError):
    def __init__(self, a): super().__init__(a, name="nn", obj=5)
class G(ExceptionGroup):
    def __init__(self, *a): super().__init__("x", [ValueError()])
def show(e):
    r = [type(e).__name__, e.args]
    for n in ("msg","name","path","name_from","errno","strerror","filename","filename2","lineno","offset","text","end_lineno","print_file_and_line","value","code","obj","encoding","object","start","end","reason","message","exceptions"):
        if hasattr(e, n): r.append((n, getattr(e, n)))
    try: r.append(str(e))
    except Exception as x: r.append(repr(x))
    return r
def t(f, *a, **k):
    try: return f(*a, **k)
    except Exception as x: return type(x).__name__, str(x)
for c, a in ((E,("a",)),(O,(2,"b")),(S,("a",)),(SI,("a",)),(SE,("a",)),(K,("a",)),(U,("r",)),(N,("a",)),(A,("a",)),(G,("m",[KeyError()]))):
    print(show(t(c,*a)) if isinstance(t(c,*a), BaseException) else t(c,*a))
for e, news in ((ImportError("test",name="n",path="p"),[((),{}),(("x",),{"name":"q"}),(("x","y"),{}),((),{"path":1}),((),{"bad":1})]),
           (SyntaxError("msg",("f",1,2,"t")),[(("new",),{}),(("n2",("g",3,4,"u",5,6)),{}),((),{}),(("a",5),{}),(("a",(1,)),{})]),
           (OSError(2,"no","f"),[((3,"x"),{}),((),{}),((1,2,3,4,5),{})]),
           (StopIteration(1),[((2,3),{}),((),{})]),(SystemExit(1),[((2,3),{}),((),{}),((5,),{})]),
           (NameError("a",name="b"),[(("c",),{}),((),{"name":"d"})]),(AttributeError("a",name="b",obj=3),[(("c",),{}),((),{"obj":"d"})]),
           (UnicodeDecodeError("ascii",b"abc",0,1,"r"),[(("utf-8",b"xyz",1,2,"s"),{}),((),{}),((1,2,3,4,5),{})]),
           (UnicodeEncodeError("ascii","abc",0,1,"r"),[(("utf-8","xyz",1,2,"s"),{}),((1,),{})]),
           (KeyError(1),[((2,),{}),((),{})]),(ValueError(1),[((2,),{}),((),{"a":1})])):
    for a,k in news:
        r = t(e.__init__, *a, **k)
        print(r, show(e) if r is None else '')
for e in (ImportError("test",name="n",path="p"),ImportError("x"),ImportError(),ModuleNotFoundError("m",name="z"),OSError(2,"no","f"),OSError(2,"no","f",None,"g"),OSError(2,"no"),OSError("x"),OSError(),FileNotFoundError(2,"no","f"),BlockingIOError(11,"b"),E("a"),O(2,"b"),SyntaxError("m",("f",1,2,"t")),AttributeError("a",name="b",obj=3),NameError("z",name="q"),KeyError(1),StopIteration(4),SystemExit(3),UnicodeDecodeError("ascii",b"abc",0,1,"r"),ExceptionGroup("m",[ValueError(1)])):
    e.extra = 5
    print(t(e.__reduce__))
    for f in (copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: pickle.loads(pickle.dumps(e,0))):
        x = t(f, e)
        print("  ", show(x) if isinstance(x, BaseException) else x, getattr(x,'extra',None))

class O3(OSError):
    def __init__(self, path): super().__init__(2, "no", path)
class O4(OSError):
    def __new__(cls, *a): return super().__new__(cls, 3, "new", "file")
class O5(OSError):
    def __new__(cls, *a): return super().__new__(cls, 3, "new", "file")
    def __init__(self, *a): super().__init__(4, "init", "other")
class O6(OSError):
    def __init__(self, *a): pass
class O7(FileNotFoundError): pass
class O8(OSError):
    def __init__(self, *, code): super().__init__(code, "c")
class E2(ImportError): pass
class E3(ImportError):
    def __init__(self, a, *, code=1): self.code = code
class N2(AttributeError): pass
class S2(SyntaxError): pass
class S3(StopIteration):
    def __init__(self, *a): pass
for c, a, k in ((O3,("p",),{}),(O4,(1,),{}),(O5,(1,),{}),(O6,(2,"x","f"),{}),(O7,(2,"x","f"),{}),(O8,(),{"code":5}),(E2,("a",),{"name":"n"}),(E2,("a",),{"bad":"n"}),
                (E3,("a",),{"code":2}),(N2,("a",),{"name":"n","obj":4}),(N2,(),{}),(S2,("m",("f",1,2,"t")),{}),(S2,("m",("f",1,2,"t",3)),{}),(S3,(4,5),{}),(ImportError,("a",),{"name_from":3})):
    x = t(c, *a, **k)
    print(c.__name__, show(x) if isinstance(x, BaseException) else x)
    if isinstance(x, BaseException):
        print("  ", t(x.__reduce__))
