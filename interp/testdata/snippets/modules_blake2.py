# BLAKE2 with all that its parameter block has, and what is wrong with arguments.
import _blake2, hashlib
for f in (hashlib.blake2b, hashlib.blake2s):
    print(f, f.MAX_DIGEST_SIZE, f.MAX_KEY_SIZE, f.SALT_SIZE, f.PERSON_SIZE)
    h=f(b'abc'); print(h.hexdigest(), h.digest_size, h.block_size, h.name)
    for n in (0,1,63,64,65,127,128,129,1000): print(f((bytes(range(256))*4)[:n], digest_size=7, key=b"key", salt=b"salt", person=b"pers", fanout=3, depth=4, leaf_size=77, node_offset=12345, node_depth=2, inner_size=9, last_node=True).hexdigest())
    for kw in (dict(digest_size=0),dict(digest_size=-1),dict(digest_size=65),dict(digest_size=10**10),dict(digest_size='a'),dict(key=b'k'*65),dict(key='k'),dict(salt=b's'*17),dict(person=b'p'*17),dict(fanout=256),dict(fanout=-1),dict(depth=0),dict(depth=256),dict(leaf_size=-1),dict(leaf_size=2**32),dict(leaf_size=2**64),dict(leaf_size=1.0),dict(node_offset=2**48),dict(node_offset=2**64),dict(node_offset=-1),dict(node_depth=256),dict(inner_size=65),dict(inner_size=-1),dict(last_node=[1]),dict(string=b'x'),dict(data=b'y'),dict(string=b'x',data=b'y'),dict(nope=1),dict(usedforsecurity=0), dict(salt=bytearray(b'q')), dict(key=memoryview(b'q')), dict(node_offset='1'), dict(fanout=2**40), dict(data='s'), dict(data=5), dict(salt=None)):
        try: print(sorted(kw), f(**kw).hexdigest()[:16])
        except Exception as e: print(sorted(kw), type(e).__name__, e)
    try: f(b'',b'')
    except Exception as e: print(type(e).__name__, e)
    h=f(b'a'); g=h.copy(); g.update(b'b'); print(h.hexdigest()[:9], g.hexdigest()[:9])
    try:
        class X(f): pass
    except TypeError as e: print(e)
    print(f.__module__)
print(sorted(n for n in dir(_blake2) if not n.startswith('__')))
print(hashlib.new('blake2b', b'x').hexdigest()[:9], 'blake2s' in hashlib.algorithms_available)
