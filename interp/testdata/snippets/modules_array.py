from array import array, typecodes, ArrayType
def a(f,*x):
    try: print(repr(f(*x)))
    except Exception as e: print(type(e).__name__, e)
print(typecodes, ArrayType is array)
for c in "bBhHiIlLqQ":
    for v in (1<<80, -1<<80, 1<<31, -1, 1<<63, "a", 1.5, None):
        print(c, end=" "); a(array, c, [v])
for c in "fduw":
    for v in (1, "a", "ab", 1e300, None, "\u20ac"):
        print(c, end=" "); a(array, c, [v])
a(array); a(array, 1); a(array, "x"); a(array, "xx"); a(array, "i", 5); a(array, "i", "abc"); a(array, "w", "abc"); a(array, "i", b"abc"); a(array,"i",b"abcd"); a(array, "b", bytearray(b"ab")); a(array,"i",array("d",[1.0]));a(array,"d",array("i",[1]));a(array,"i",(1,2));a(array,"i",range(3));a(array,"i",[],1)
x = array("i", [1,2,3,4]); d = array("d", [1.5])
for k in (0,-1,4,-5,"a",1.5,None,slice(1,3),slice(None,None,-1),slice(0,4,2),1<<70):
    a(lambda: x[k]); 
def st(k,v):
    y = array("i",[1,2,3,4]); y[k]=v; return y
for k,v in ((0,9),(9,9),("a",1),(0,"a"),(slice(1,3),array("i",[7,8,9])),(slice(1,3),[7]),(slice(0,4,2),array("i",[5,6])),(slice(0,4,2),array("i",[5])),(slice(1,1),array("i",[5])),(slice(1,2),array("d",[5]))):
    a(st,k,v)
def de(k):
    y = array("i",[1,2,3,4]); del y[k]; return y
for k in (0,-1,9,slice(1,3),slice(None,None,2),slice(None,None,-2),"a"): a(de,k)
a(lambda: x+x); a(lambda: x+d); a(lambda: x+[1]); a(lambda: x*2); a(lambda: 2*x); a(lambda: x*0); a(lambda: x*"a"); a(lambda: x*-1); a(lambda: [1]+x)
def ia(o):
    y=array("i",[1]); y+=o; return y
a(ia,x);a(ia,[1]);a(ia,d)
def im(o):
    y=array("i",[1]); y*=o; return y
a(im,3);a(im,"a")
print(x==array("i",[1,2,3,4]), x==array("d",[1,2,3,4]), x<array("i",[1,3]), x!=d, x==[1,2,3,4], x>=d, 3 in x, 9 in x, "a" in x, 2.0 in x)
a(lambda: x<5); a(hash,x)
a(x.index,3);a(x.index,9);a(x.index,3,3);a(x.index,3,-3);a(x.count,1);a(x.remove,9);a(x.pop,9);a(array("i").pop);a(x.pop);a(x.pop,0);print(x)
a(x.insert,0,"a");a(x.insert,0,5);a(x.insert,99,6);a(x.insert,-1,7);print(x);x.reverse();print(x)
a(x.append,"a");a(x.extend,[1,2]);a(x.extend,d);a(x.extend,5);a(x.extend,[1,"a"]);print(x);a(x.fromlist,[1,2]);a(x.fromlist,(1,));a(x.fromlist,[1,"a"]);print(x);a(x.frombytes,b"abc");a(x.frombytes,b"\1\0\0\0");a(x.frombytes,"a");print(x,x.tobytes()[-8:],x.tolist()); x.byteswap(); print(x, x.itemsize, x.typecode)
w=array("w","h\u20ac"); print(w, w.tounicode(), w[1]); w.fromunicode("x"); print(w); a(x.tounicode); a(x.fromunicode,"a");a(array("w").fromunicode,1)
it=iter(x); print(next(it), type(it).__name__, list(it)); y=x.__copy__(); y.append(1); print(len(x),len(y)); x.clear(); print(x, len(x), bool(x)); print(array("w"), array("d",[1,2.5,float("inf")]), array("f",[0.1]), array("Q",[(1<<64)-1]))
class S(array):
    def __new__(cls, code, *r): return super().__new__(cls, code, *r)
    def __init__(self, *r): self.z=1
s=S("i",[1,2]); s.append(3); print(s, s.z, type(s+s).__name__, isinstance(s,array), len(s), s[0])
a(x.append); a(x.append,1,2); a(lambda: array("i",[1],x=1))
total=0
v=array("d",[0.0])*100
for i in range(3000):
    v[i%100]+=i*0.5
    total+=v[(i*7)%100]
print(total, sum(v), max(v), len(v))
from array import array as A
q=A("q",range(50))
for i in range(2000): q[i%50]=(q[i%50]*31+i)%1000003
print(sum(q), sorted(q)[:5], list(reversed(q))[:3], min(q))
#---
# pickles say what the elements are on the machine that wrote them
import array
import pickle
import warnings

warnings.simplefilter('ignore')
a = array.array('i', [1, -2])
for p in (0, 2, 3, 5):
    print(a.__reduce_ex__(p))
print([array.array(c).__reduce_ex__(3)[1][2] for c in 'bBuwhHiIlLqQfd'])
make = array._array_reconstructor
A = array.array
for args in [(1, 'b', 0, b''), (int, 'b', 0, b''), (A, '?', 0, b''), (A, 'b', 22, b''), (A, 'b', -1, b''), (A, 'b', 0, ''), (A, 'ab', 0, b''),
             (A, 'i', 8, b'abc'), (A, 'i', 5, b'abc'), (A, 'd', 16, b'abc'), (A, 'd', 17, b'abc'), (A, 'd', 15, b'abcd'), (A, 'u', 18, b'a\0b'),
             (A, 'u', 19, b'\0a\0b'), (A, 'w', 18, b'a\0b\0'), (A, 'u', 21, b'\0\0\0a'), (A, 'u', 21, b'\0\0\0a\0\0\0b'), (A, 'l', 8, b'abcd'),
             (A, 'l', 9, b'abcd'), (A, 'b', 13, b'abcdefgh'), (A, 'L', 7, b'\xff\xff\xff\xff'), (A, 'Q', 3, b'\xff\xfe'), (A, 'f', 0, b'\xff\xfe'),
             (A, 'q', 11, b'\xff' * 8)]:
    try:
        print(make(*args))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class Own(A):
    pass


s = Own('h', [3])
s.y = 5
print(s.__reduce_ex__(2), s.__reduce_ex__(4)[1:])
try:
    a.__reduce_ex__('x')
except TypeError as e:
    print(e)
for p in range(6):
    t = pickle.loads(pickle.dumps(s, p))
    print(t, t.y)
#---
# characters that are none, and files
import warnings; warnings.simplefilter("ignore")
import array, io
for c in 'uw':
    a = array.array(c, b'\xff\xff\xff\xff')
    for f in (lambda: a[0], lambda: list(a), a.tounicode, lambda: repr(a), lambda: a == a, lambda: 'x' in a, a.tolist, lambda: a.index('x'), a.pop, lambda: a.count('y'), lambda: array.array(c, b'\x00\x00\x11\x00')[0], lambda: array.array(c, b'\x00\x00\x11\x00').tounicode(), lambda: array.array(c, b'\x00\xd8\x00\x00').tounicode()):
        try: print(ascii(f()))
        except Exception as e: print(type(e).__name__, e)
a = array.array('h')
f = io.BytesIO(bytes(range(9)))
for n in (2, 0, -1, 2, 1, 5):
    try: print(a.fromfile(f, n), a)
    except Exception as e: print(type(e).__name__, e, a)
class F:
    def read(self, n): print('read', n); return 'x'
    def write(self, b): print('write', len(b), type(b))
for args in [(F(), 2), (3, 2), (F(), 'x'), (F(), 10**30), (F(), 2**62)]:
    try: print(a.fromfile(*args))
    except Exception as e: print(type(e).__name__, e)
print(a.tofile(F()), array.array('i', range(40000)).tofile(F()), array.array('i').tofile(F()))
try: a.tofile(3)
except Exception as e: print(type(e).__name__, e)
