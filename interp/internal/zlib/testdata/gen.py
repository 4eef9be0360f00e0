import zlib, random, json, base64, sys
R=random.Random(int(sys.argv[1])); N=int(sys.argv[2])
B=lambda x: base64.b64encode(x).decode()
def data(n):
    k=R.randrange(6)
    if k==0: return bytes(R.randrange(256) for _ in range(n))
    if k==1: return bytes(R.choice(b'abcd ') for _ in range(n))
    if k==2: return (b'the quick brown fox '+bytes([R.randrange(256)]))*(n//20+1)
    if k==3:
        words=[bytes(R.choice(b'etaoinshrdlu') for _ in range(R.randint(1,8))) for _ in range(200)]
        o=b''
        while len(o)<n: o+=R.choice(words)+b' '
        return o[:n]
    if k==4: return bytes([R.randrange(3)])*n
    o=bytearray()
    while len(o)<n:
        if o and R.random()<.5:
            j=R.randrange(len(o)); o+=o[j:j+R.randint(3,400)]
        else: o+=bytes(R.randrange(256) for _ in range(R.randint(1,60)))
    return bytes(o[:n])
good=[]
for i in range(N):
    level=R.choice([-1,1,2,3,4,5,6,6,7,8,9]); w=R.choice([15,15,15,9,10,12,-15,-9,31,25]); mem=R.choice([8,8,9,1,2,5]); st=R.choice([0,0,0,0,1,2,3,4])
    dic=data(R.choice([10,300,40000])) if w<0 or w<16 and R.random()<.2 else b''
    if w<0 and R.random()<.7: dic=b''
    c=zlib.compressobj(level,8,w,mem,st,*([dic] if dic else []))
    parts=[];fl=[];out=b''
    for j in range(R.randint(1,4)):
        d=data(R.choice([0,1,2,3,10,300,5000,40000,100000,R.randrange(300000) if R.random()<.2 else 7]))
        parts.append(B(d)); out+=c.compress(d)
        f=R.choice([0,0,0,1,2,3,5]); fl.append(f)
        if f: out+=c.flush(f)
    parts.append('');fl.append(4);out+=c.flush()
    if len(out)<3000 and not dic: good.append((w,out))
    print(json.dumps(dict(Level=6 if level<0 else level,Wbits=w,Mem=mem,Strat=st,Parts=parts,Flush=fl,Out=B(out),Dict=B(dic))))
for i in range(N*5):
    w,o=R.choice(good); o=bytearray(o)
    k=R.random()
    for _ in range(R.randint(1,2)):
        j=R.randrange(len(o)) if R.random()<.5 else R.randrange(min(len(o),30))
        if k<.6: o[j]^=1<<R.randrange(8)
        elif k<.7: o[j]=R.randrange(256)
        elif k<.8: o+=b'trail'
        elif len(o)>1: del o[j]
        if not o: o=bytearray(b'x')
    if R.random()<.1: w=R.choice([0,47,15,-15,31])
    d=zlib.decompressobj(w); e='';out=b''
    try:
        out=d.decompress(bytes(o),1<<20)
        if not d.eof: e='incomplete'
    except zlib.error as x:
        e=str(x)
        e = 'dict' if e.startswith('Error 2') else e.split(': ',1)[1] if ': ' in e else e
    print(json.dumps(dict(Level=0,Wbits=w,Data=B(bytes(o)),Out=B(out),Err=e,Dict=B(d.unused_data))))
