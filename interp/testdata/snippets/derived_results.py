# Values of classes derived from builtin types: what their methods return is of the builtin type.
def sub(base):
    class S(base): pass
    return S
for base, v, pad, calls in ((bytes, b"abc", b"*", None), (str, "abc", "*", None), (bytearray, bytearray(b"abc"), b"*", None)):
    S = sub(base)
    s = S(v)
    e = base()
    fns = {
     'center': lambda: s.center(2), 'ljust': lambda: s.ljust(1), 'rjust': lambda: s.rjust(0), 'zfill': lambda: s.zfill(1),
     'strip': lambda: s.strip(), 'lstrip': lambda: s.lstrip(), 'rstrip': lambda: s.rstrip(), 'strip2': lambda: s.strip(pad),
     'replace': lambda: s.replace(pad, pad), 'replace0': lambda: s.replace(pad, v, 0), 'replace1': lambda: s.replace(v[:1], v[:1]),
     'expandtabs': lambda: s.expandtabs(), 'removeprefix': lambda: s.removeprefix(pad), 'removesuffix': lambda: s.removesuffix(pad),
     'mul': lambda: s * 1, 'rmul': lambda: 1 * s, 'add': lambda: s + e, 'radd': lambda: e + s, 'slice': lambda: s[:], 'slice2': lambda: s[0:3:1], 'slice3': lambda: s[-9:9],
     'lower': lambda: s.lower(), 'upper': lambda: s.upper(), 'title': lambda: s.title(), 'capitalize': lambda: s.capitalize(), 'swapcase': lambda: s.swapcase(),
     'partition': lambda: s.partition(pad)[0], 'rpartition': lambda: s.rpartition(pad)[2], 'split': lambda: s.split()[0], 'split1': lambda: s.split(pad)[0],
     'rsplit': lambda: s.rsplit()[0], 'rsplit1': lambda: s.rsplit(pad)[0],  'splitlines': lambda: s.splitlines()[0], 'join': lambda: e.join([s]), 'translate': lambda: s.translate({} if base is str else None),
     'base': lambda: base(s), 'mod': lambda: s % (), 'iconcat': lambda: __import__('operator').iconcat(s, e) if base is not bytearray else e, 'concat0': lambda: e.join((s,)),
     'format': lambda: format(s) if base is str else e, 'fstr': lambda: f"{s}" if base is str else e, 'casefold': lambda: s.casefold() if base is str else e, 'str': lambda: str(s) if base is str else e,
     'getnew': lambda: s.__getnewargs__()[0] if base is not bytearray else e, 'bytes': lambda: bytes(s) if base is not str else e, 'fromhex': lambda: e, 'reduce': lambda: s.__str__() if base is str else e,
     'memo': lambda: s.decode() if base is not str else e, 'intern': lambda: e, 'percent': lambda: ('%s' % s) if base is str else e, 'fmt': lambda: '{}'.format(s) if base is str else e, 'join2': lambda: s.join([pad]),
    }
    for k, f in fns.items():
        if base is str and k in ('partition', 'rpartition', 'mod'): continue  # documented: here they are plain
        try: r = f(); print(base.__name__, k, type(r).__name__, r is s, r)
        except Exception as x: print(base.__name__, k, type(x).__name__, x)
for base, v in ((list,[1]),(tuple,(1,)),(frozenset,{1}),(set,{1}),(dict,{1:1}),(int,5),(float,2.5),(complex,1j)):
    S=sub(base); s=S(v)
    for k,f in {'mul':lambda:s*1,'rmul':lambda:1*s,'add':lambda:s+base(),'slice':lambda:s[:],'base':lambda:base(s),'copy':lambda:s.copy(),'or':lambda:s|base(),'ror':lambda: base()|s,'and':lambda:s&s,'union':lambda:s.union(),'diff':lambda:s.difference(),'inter':lambda:s.intersection(),'sub':lambda:s-base(),'neg':lambda:-s,'pos':lambda:+s,'abs':lambda:abs(s),'int':lambda:int(s),'float':lambda:float(s),'round':lambda:round(s),'round1':lambda:round(s,1),'trunc':lambda:__import__('math').trunc(s),'conj':lambda:s.conjugate(),'real':lambda:s.real,'num':lambda:s.numerator,'idx':lambda:__import__('operator').index(s),'floor':lambda:__import__('math').floor(s),'pow':lambda:s**1,'inv':lambda:~s,'sh':lambda:s<<0,'floordiv':lambda:s//1,'mod':lambda:s%10,'copy2':lambda:__import__('copy').copy(s),'index0':lambda:s.__index__(),'cx':lambda:complex(s),'rev':lambda:list(reversed(s)),'divmod':lambda: divmod(s,1)[0],'max':lambda: max(s,0), 'sum':lambda: sum([s],base())}.items():
        try: r=f(); print(base.__name__,k,type(r).__name__,r is s,r)
        except Exception as x: print(base.__name__,k,type(x).__name__,x)
