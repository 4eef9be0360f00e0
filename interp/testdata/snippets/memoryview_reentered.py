# memoryviews: what a subscript, a value or a comparison may do to the view meanwhile; hashes.
import array


def t(f, *a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
m=memoryview(bytearray(b"abcdef"))
def seti(k,v): m[k]=v; return bytes(m)
for k in [(0,),(0,0),(),(slice(0,1),slice(0,1)),(slice(0,1),),(slice(0,1),0),0.0,"a",(0.0,),(9,),None,...,(True,),(-1,)]:
    print(k,end=' '); t(lambda:m[k])
    print(k,end=' '); t(seti,k,65)
    print(k,end=' '); t(seti,k,b"B")
t(hash, memoryview(bytearray(b"abc")).toreadonly())
m2=memoryview(b"abc"); hash(m2); m2.release(); print(hash(m2) == hash(b"abc"))
class A(array.array): pass
print(memoryview(A('i',[1,2,3])).tolist())
class H(A):
    def __hash__(self): return 3
print(hash(memoryview(H('B',[1,2,3])).toreadonly())==hash(b"\1\2\3"))
t(hash,memoryview(H('i',[1,2,3])).toreadonly())
class B(bytes): pass
class S(bytes):
    def __len__(self): return 1
print(bytes(b"abc").hex(B(b":")), memoryview(b"abc").hex(B(b"-")))
t(b"abc".hex, B(b"::")); t(b"abc".hex, S(b"::"))


def evil(m):
    class I:
        def __index__(self):
            m.release(); ba[:]=b""; ba.extend(b"zz"); return 0
        def __float__(self): m.release(); return 1.0
        def __bool__(self): m.release(); return True
        def __eq__(self, o): m.release(); return False
    return I()
for fmt in "Bbhd?c":
  for op in ("m[0]=I","m[I]=1","m[I]","m[0:I]=b'abcd'","m.count(I)","m.index(I)","I in m","list(m).index(I)"):
    ba=bytearray(16)
    m=memoryview(ba).cast(fmt)
    I=evil(m)
    print(fmt,op,end=' ')
    try: exec(op); print("ok")
    except Exception as e: print(type(e).__name__, e)
