# Two loops over one iterator of itertools: what one has ended has ended for the other, and an iterator of a chain goes on behind its exception.
from itertools import *
def f(x):
    if x == 3: raise ValueError(x)
    return x
for mk in (lambda: map(f, range(6)), lambda: filter(f, range(6)), lambda: takewhile(lambda x:f(x)<9, range(6)), lambda: starmap(f,((i,) for i in range(6)))):
    o = chain(mk(), [99])
    out = []
    for _ in range(3):
        try:
            for x in o: out.append(x)
        except ValueError as e: out.append(repr(e))
    print(out)

class Restarts:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i == 2: raise StopIteration
        return self.i
def gen():
    yield from range(6)
o = zip_longest(Restarts(), gen())
print([p for p in zip(o, o)])
o = zip_longest(Restarts(), gen())
out=[]
for x in o:
    out.append(x)
    for y in o:
        out.append(y)
        if y[1] == 3: break
print(out)

class It:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i == 4: raise KeyError(self.i)
        if self.i == 9: raise StopIteration
        if self.i > 12: raise StopIteration
        return self.i
def t(mk,inner):
    o = mk(It()); out = []
    try:
      for x in o:
        out.append(x)
        try:
            if inner==0:
                for y in o: out.append(('n',y))
            elif inner==1: out.append(('n',next(o),next(o),next(o),next(o)))
            else: out.append(('l',list(o)))
        except (KeyError,StopIteration) as e: out.append(repr(e))
        if len(out)>40: break
    except KeyError as e: out.append(('outer',e))
    out.append('|'); out.append(next(o,'end'))
    return out
for nm,mk in {'islice':lambda s:islice(s,20),'isliceNone':lambda s:islice(s,None),'isl2':lambda s:islice(s,0,20,2),'pairwise':pairwise,'longest':lambda s:zip_longest(s,map(str,range(3))),'chain':lambda s:chain(s,[9]),
   'chainfi':lambda s:chain.from_iterable(([x] for x in s)),'chainsrc':lambda s:chain.from_iterable(map(lambda x:[x],s)),'chainsrc2':lambda s:chain.from_iterable(MP(s)),'take':lambda s:takewhile(lambda x:x<90,s),'acc':accumulate,'comp':lambda s:compress(s,repeat(1)),
   'islg':lambda s:islice(map(lambda x:x,s),20),'pairm':lambda s:pairwise(map(lambda x:x,s)),'longm':lambda s:zip_longest(map(lambda x:x,s),[]),'dropm':lambda s:dropwhile(lambda x:x<2,map(lambda x:x,s))}.items():
    class MP(It):
        def __init__(self,s): self.s=s
        def __next__(self): return [next(self.s)]
    for inner in (0,1,2): print(nm,inner,t(mk,inner))
