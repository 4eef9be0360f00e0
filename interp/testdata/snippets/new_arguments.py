# __new__ of types of modules in C: without arguments, with another type, with the wrong ones.
import json, _json, hashlib, _blake2, subprocess, sys
def t(label, f):
    try: r=f()
    except BaseException as e: r=(type(e).__name__, str(e))
    print(label, r)
for n in ('make_encoder','make_scanner'):
    c=getattr(_json,n)
    t(n, lambda: c())
    t(n, lambda: c.__new__(c))
    t(n, lambda: c.__new__())
    t(n, lambda: c.__new__(int))
    t(n, lambda: c(1))
    t(n, lambda: c(a=1))
    t(n, lambda: c(1,2))
    t(n, lambda: c(1,2,3,4,5,6,7,8,9))
    t(n, lambda: c(1,2,3,4,5,6,7,8,9,10))
    t(n, lambda: c(context=1))
    t(n, lambda: c(markers=1))
    t(n, lambda: c(markers=1,default=1,encoder=1,indent=1,key_separator=1,item_separator=1,sort_keys=1,skipkeys=1,allow_nan=1))
    t(n, lambda: c(markers=None,default=1,encoder=1,indent=1,key_separator=1,item_separator=1,sort_keys=1,skipkeys=1,allow_nan=1))
    t(n, lambda: type(c(markers=None,default=1,encoder=1,indent=1,key_separator='1',item_separator='1',sort_keys=1,skipkeys=1,allow_nan=1)))
    t(n, lambda: c.__new__(c,1,2,3,4,5,6,7,8,9))
for c in (_blake2.blake2b,_blake2.blake2s):
    n=c.__name__
    t(n, lambda: type(c()))
    t(n, lambda: type(c.__new__(c)))
    t(n, lambda: c.__new__())
    t(n, lambda: c.__new__(int))
    t(n, lambda: c.__new__(1))
    t(n, lambda: c(1))
    t(n, lambda: c('a'))
    t(n, lambda: c(a=1))
    t(n, lambda: c(b'',b''))
    t(n, lambda: c(b'',data=b''))
    t(n, lambda: c(data=b'').hexdigest()[:8])
    t(n, lambda: c(string=b'').hexdigest()[:8])
    t(n, lambda: c(b'',string=b'').hexdigest()[:8])
    t(n, lambda: c(digest_size=0))
    t(n, lambda: c(digest_size='a'))
    for k in ('digest_size','key','salt','person','fanout','depth','leaf_size','node_offset','node_depth','inner_size','last_node','usedforsecurity'):
        for v in (None,-1,0,1,33,65,256,2**32,2**64,2**100,'x',b'x',b'x'*100,1.5):
            t((n,k,v), lambda: c(b'',**{k:v}).hexdigest()[:8])
