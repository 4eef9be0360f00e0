# What re takes as an index of a group, a position or a number has __index__, or is a name.
import re
class I:
    def __init__(s,v): s.v=v
    def __index__(s):
        if isinstance(s.v, Exception): raise s.v
        return s.v
class IH(I):
    def __hash__(s): return hash('a')
    def __eq__(s,o): return o=='a'
class S(str): pass
class HE:
    def __hash__(s): raise ZeroDivisionError('h')
class EE:
    def __hash__(s): return hash('a')
    def __eq__(s,o): raise ZeroDivisionError('e')
class N(int): pass
class NI(int):
    def __index__(s): return 1
def t(label, f):
    try: r=f()
    except BaseException as e: r=(type(e).__name__, str(e))
    print(label, r)
m=re.match('(?P<a>.)(?P<b>.)','xy')
keys=[0,1,2,3,-1,10**30,-10**30,True,I(1),I(2),I(3),I(10**30),I('x'),I(KeyError('q')),IH(2),'a','b','c',S('a'),HE(),EE(),[],None,1.0,b'a',N(2),NI(2),slice(1),(),{}]
for i,k in enumerate(keys):
    for name in ('__getitem__','group','start','end','span'):
        t((i,name), lambda: getattr(m,name)(k))
    t((i,'two'), lambda: m.group(1,k))
p=re.compile('a')
vals=[0,1,-1,2,10**30,-10**30,True,I(1),I(10**30),I(-10**30),I('x'),I(KeyError('q')),None,1.0,'1',N(1),NI(1)]
for i,v in enumerate(vals):
    for name in ('match','search','fullmatch','findall'):
        t((i,name,'pos'), lambda: getattr(p,name)('baab',v))
        t((i,name,'endpos'), lambda: getattr(p,name)('baab',0,v))
    t((i,'finditer'), lambda: list(p.finditer('baab',v)))
    t((i,'finditer2'), lambda: list(p.finditer('baab',0,v)))
    t((i,'scanner'), lambda: p.scanner('baab',v).search())
    t((i,'scanner'), lambda: p.scanner('baab',1,v).search())
    t((i,'split'), lambda: p.split('baab',v))
    t((i,'sub'), lambda: p.sub('x','baab',v))
    t((i,'subn'), lambda: p.subn('x','baab',v))
    t((i,'re.split'), lambda: re.split('a','baab',maxsplit=v))
    t((i,'re.sub'), lambda: re.sub('a','x','baab',count=v))
    t((i,'flags'), lambda: re.compile('a',v))
    t((i,'expand'), lambda: m.expand(v))
import _sre
for i,v in enumerate(vals):
    for n in ('ascii_iscased','unicode_iscased','ascii_tolower','unicode_tolower'):
        t((i,n), lambda: getattr(_sre,n)(v))
for v in (65,97,0x100,0x130,0x10ffff):
    for n in ('ascii_iscased','unicode_iscased','ascii_tolower','unicode_tolower'):
        t((v,n), lambda: getattr(_sre,n)(v))
t('gd', lambda: m.groupdict(default=I(1)))
t('groups', lambda: re.match('(a)|b','b').groups(5))
t('lastindex', lambda:(m.lastindex,m.lastgroup,m.pos,m.endpos,m.regs))
