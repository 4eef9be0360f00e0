# _hashlib: hash functions by name, HMAC and PBKDF2.
import hashlib, hmac, _hashlib
def t(label, f):
    try: r=f()
    except BaseException as e: r=(type(e).__name__, str(e))
    print(label, r)
h=hashlib.sha256(b'x')
t('repr', lambda: repr(h)[:24]); t('type', lambda: (type(h), type(h).__mro__, h.name, h.digest_size, h.block_size))
x=hashlib.shake_128(b'x')
t('repr', lambda: repr(x)[:30]); t('type', lambda: (type(x), type(x).__mro__, x.name, x.digest_size, x.block_size, x.digest(5), x.hexdigest(5), x.digest(length=3)))
for n in sorted(set(hashlib.algorithms_available)-{'ripemd160','sm3'}):
    t(n, lambda: (hashlib.new(n,b'abc').name, type(hashlib.new(n)), hashlib.new(n).digest_size, hashlib.new(n).block_size, (hashlib.new(n,b'abc').hexdigest(16) if 'shake' in n else hashlib.new(n,b'abc').hexdigest())))
for n in ('SHA256','Sha256','sha-256','SHA2-256','SHA512-256','sha512/256','sha3-256','SHA3_256','MD5','blake2b512','blake2s256','BLAKE2B512','shake128','SHAKE-128','foo','',1,None,b'sha256'):
    t(n, lambda: _hashlib.new(n, b'a').name)
    t(n, lambda: hashlib.new(n, b'a').name)
for f in (_hashlib.openssl_md5, _hashlib.openssl_sha3_256):
    t(f, lambda: f().hexdigest()); t(1, lambda: f(1)); t(1, lambda: f('a')); t(1, lambda: f(b'a', b'b')); t(1, lambda: f(data=b'a').hexdigest()); t(1, lambda: f(string=b'a').hexdigest()); t(1, lambda: f(b'a',string=b'b')); t(1, lambda: f(b'a',usedforsecurity=0).hexdigest()); t(1,lambda:f(foo=1))
t('HASH()', lambda: _hashlib.HASH()); t('HASHXOF()', lambda: _hashlib.HASHXOF()); t('HMAC()', lambda: _hashlib.HMAC())
t('upd', lambda: h.update('a')); t('upd', lambda: h.update()); t('upd', lambda: h.update(b'yz')); t('dig', lambda: h.hexdigest()); t('dig', lambda: h.digest(1)); t('copy', lambda: h.copy().hexdigest())
t('eq', lambda: (h==h.copy(), hash(h)==hash(h)))
for a in ((),(1,),('sha256',b'p',b's',1),('sha256','p',b's',1),('sha256',b'p','s',1),('sha256',b'p',b's',0),('sha256',b'p',b's',-1),('sha256',b'p',b's',2**40),('sha256',b'p',b's',2**70),('sha256',b'p',b's',1,0),('sha256',b'p',b's',1,-1),('sha256',b'p',b's',1,None),('sha256',b'p',b's',1,100),('sha256',b'p',b's',1,2**31),('sha256',b'p',b's',1,2**70),('foo',b'p',b's',1),(b'sha256',b'p',b's',1),('sha256',b'',b'',1),('sha1',b'password',b'salt',4096,25),('sha512',bytearray(b'password'),memoryview(b'salt'),1),('md5',b'x'*200,b'salt',3),('sha3_256',b'x',b'salt',3),('shake_128',b'x',b'salt',3),('blake2b',b'x',b'salt',3),('SHA256',b'x',b'salt',3),('sha256',b'p',b's',1.0),('sha256',b'p',b's',1,1.0),('sha256',b'p',b's',True)):
    t([bytes(x) if isinstance(x, memoryview) else x for x in a], lambda: hashlib.pbkdf2_hmac(*a).hex())
t('kw', lambda: hashlib.pbkdf2_hmac(hash_name='sha256',password=b'p',salt=b's',iterations=2,dklen=5).hex())
t('kw', lambda: hashlib.pbkdf2_hmac(hash_name='sha256',password=b'p',salt=b's',foo=2,dklen=5).hex())
for d in ('sha256','md5','sha3_256','sha512','SHA1',hashlib.sha256,hashlib.md5,hashlib.blake2b,'blake2b','shake_128','foo',None,'',1,_hashlib.new,len):
    t(d if not callable(d) else d.__name__, lambda: hmac.new(b'k',b'm',d).hexdigest())
    t(d if not callable(d) else d.__name__, lambda: hmac.new(b'k'*300,b'm',d).name)
    t('dig', lambda: hmac.digest(b'k',b'm',d).hex())
    t('hn', lambda: _hashlib.hmac_new(b'k',b'm',d).hexdigest())
    t('hn', lambda: _hashlib.hmac_new(b'k',b'm',digestmod=d))if 0 else None
    t('hd', lambda: _hashlib.hmac_digest(b'k',b'm',d).hex())
m=_hashlib.hmac_new(b'k',b'm','sha256')
t('m', lambda: repr(m)[:20]); t('m', lambda: (m.name,m.digest_size,m.block_size,m.hexdigest(),m.digest().hex(), m.copy().hexdigest()))
t('m', lambda: m.update(b'q')); t('m', lambda: m.hexdigest()); t('m', lambda: m.update('q')); t('m', lambda: m.update(msg=b'q')); t('m', lambda: m.hexdigest()); t('m',lambda:m.update())
t('m', lambda: _hashlib.hmac_new()); t('m', lambda: _hashlib.hmac_new(b'k')); t('m', lambda: _hashlib.hmac_new('k',b'm','md5')); t('m', lambda: _hashlib.hmac_new(b'k','m','md5')); t('m', lambda: _hashlib.hmac_new(b'k',digestmod='md5').hexdigest()); t('m', lambda: _hashlib.hmac_new(bytearray(b'k'),None,digestmod='md5').hexdigest())
t('e', lambda: (_hashlib.UnsupportedDigestmodError.__mro__, _hashlib.get_fips_mode(), _hashlib._GIL_MINSIZE, sorted(_hashlib._constructors.values())))
t('c', lambda: type(_hashlib._constructors)); t('c', lambda: sorted(_hashlib._constructors.values()))
t('c', lambda: sorted((k.__name__,v) for k,v in _hashlib._constructors.items()))
t('cd', lambda: (_hashlib.compare_digest('a','a'), _hashlib.compare_digest(b'a',b'b')))
import pickle, copy
t('p', lambda: pickle.dumps(h)); t('p', lambda: copy.copy(h)); t('s', lambda: type('X',(_hashlib.HMAC,),{}))
t('a', lambda: setattr(h,'name',1)); t('a', lambda: setattr(h,'x',1)); t('a', lambda: type(_hashlib.HASH.name)); t('a', lambda: setattr(_hashlib.HASH,'x',1))
for n in dir(_hashlib): n.startswith('__') or t(n, lambda: type(getattr(_hashlib,n)).__name__)
for c in (_hashlib.HASH,_hashlib.HASHXOF,_hashlib.HMAC): t(c, lambda: (dir(c))) 
t('scr', lambda: hashlib.scrypt)
import io
t('fd', lambda: hashlib.file_digest(io.BytesIO(b'abc'),'sha256').hexdigest())
import random; random.seed('abc'); print(random.random())
