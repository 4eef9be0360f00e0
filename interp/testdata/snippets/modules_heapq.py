# _heapq and _bisect.
import heapq, _heapq, _bisect, bisect, random
def t(f, /, *a, **k):
    try: print("ok", f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
r=random.Random(5)
for kind in (lambda: r.randrange(50), lambda: r.random(), lambda: (r.randrange(5), r.random()), lambda: str(r.randrange(99)), lambda: r.choice([1, 2.5, True, 10**30])):
    for sfx in ("", "_max"):
        push, pop, rep, pp, hf = (getattr(heapq, n + sfx) for n in ("heappush", "heappop", "heapreplace", "heappushpop", "heapify"))
        a=[kind() for _ in range(40)]; hf(a); print(a)
        for _ in range(30):
            print(push(a, kind()), rep(a, kind()), pp(a, kind()))
        print([pop(a) for _ in range(len(a))], a, pp(a, 5))
    b=sorted(kind() for _ in range(50))
    for _ in range(20):
        x=kind(); print(bisect.bisect_left(b,x), bisect.bisect_right(b,x), bisect.bisect(b,x,3,hi=20), bisect.insort(b,x), bisect.insort_left(b,x,key=None), b.index(x))
t(heapq.heappop,[]); t(heapq.heapreplace,[],1); t(heapq.heappush,(),1); t(heapq.heapify,()); t(heapq.heappop,5); t(heapq.heappush,[]); t(heapq.heappush_max, 1, 2); t(heapq.heappop); t(heapq.heapify,[1,"a"]); t(heapq.heappush,[1],"a")
t(bisect.bisect_left,[1],2,-1); t(bisect.bisect_left,5,2); t(bisect.bisect,[1],"a"); t(bisect.bisect_right,[1,2,3],2,0,10); t(bisect.bisect_right,[1,2,3],2,0,-1); t(bisect.bisect_right,[1,2,3],2,0,-5); t(bisect.bisect_right,[1,2,3]); t(bisect.bisect_right,[1,2,3],x=1); t(bisect.bisect_right,a=[1,2,3],x=1,foo=2); t(bisect.bisect_left,[3,2,1],2,key=lambda x:-x); t(bisect.bisect,{},1); t(bisect.bisect,{1:2,0:1},1)
class L(list): pass
class S:
    def __len__(s): return 10
    def __getitem__(s,i): print("get",i); return i*2
    def insert(s,i,x): print("ins",i,x)
t(bisect.insort,S(),7); t(bisect.insort_left,S(),7,key=lambda x:x); l=L([1,3]); t(bisect.insort,l,2); print(l)
class X:
    def __init__(s,v): s.v=v
    def __lt__(s,o): print(s.v,"<",o.v); return s.v<o.v
    def __repr__(s): return f"X{s.v}"
a=[X(i) for i in (5,3,8,1,9,2)]; heapq.heapify(a); print(a); heapq.heappush(a,X(4)); print(heapq.heappop(a), a, heapq.heappushpop(a, X(0)), heapq.heapreplace_max(a, X(3)))
class Y:
    def __lt__(s,o): g.clear(); return True
g=[Y() for _ in range(6)]; t(heapq.heapify,g); g=[Y() for _ in range(6)]; t(heapq.heappop,g); g=[Y() for _ in range(6)]; t(heapq.heappushpop,g,Y()); g=[Y() for _ in range(6)]; t(heapq.heappush,g,Y()); g=[Y() for _ in range(6)]; t(heapq.heapreplace,g,Y())
print(list(heapq.merge([1,3],[2,4])), heapq.nlargest(3,range(20),key=lambda x:-x), heapq.nsmallest(3,[5,1,4]))
print(heapq.heappush.__module__, bisect.bisect_left.__module__, bisect.bisect.__name__, heapq.heapify.__text_signature__)
