# Decimals of all lengths, in contexts of all kinds, as CPython has them: values and flags.
import random, sys
from decimal import *
sys.set_int_max_str_digits(0)
seed, n, big = 7, 700, False
R=random.Random(seed)
RO=[ROUND_UP,ROUND_DOWN,ROUND_CEILING,ROUND_FLOOR,ROUND_HALF_UP,ROUND_HALF_DOWN,ROUND_HALF_EVEN,ROUND_05UP]
def digs(k):
    m=R.random()
    if m<.15: return '9'*k
    if m<.3: return '1'+'0'*(k-1)
    if m<.4: return '5'+'0'*(k-1)
    if m<.5: return str(R.randrange(10**k))+'5'+'0'*R.randrange(4)
    if m<.6: return ''.join(R.choice('01') for _ in range(k))
    return str(R.randrange(10**k))
def num(ctx):
    m=R.random()
    if m<.03: return Decimal(R.choice(['NaN','sNaN','-NaN','sNaN123','NaN456789012345','Inf','-Inf']))
    if m<.08: return Decimal(R.choice(['0','-0','0E-5','-0E+7','1','-1','10','1.000','2','-3','0.5','1E1','0E+300','-0E-300']))
    k=R.choice([1,2,3,5,9,18,19,20,28,37,38,39,40,60,76,77,100]) if not big else R.choice([1,30,100,300,1000,2500])
    k=R.randrange(1,k+1)
    d=digs(k)
    e=R.choice([0,0,0,-k,-k//2,R.randrange(-40,40),R.randrange(-40,40),ctx.Emax-R.randrange(k+30),ctx.Emin-R.randrange(k+30),R.randrange(-5,5)])
    e=min(e,999999999999999999-len(d)+1); e=max(e,-1999999999999999997)
    return Decimal((R.randrange(2),tuple(map(int,d)),e))
B='add subtract multiply divide divide_int remainder remainder_near compare compare_signal compare_total compare_total_mag max max_mag min min_mag next_toward quantize same_quantum copy_sign rotate scaleb shift logical_and logical_or logical_xor divmod power'.split()
U='abs minus plus normalize sqrt logb next_minus next_plus to_integral_value to_integral_exact logical_invert number_class to_sci_string to_eng_string is_normal is_subnormal copy_decimal create_decimal exp ln log10'.split()
def go(c,f,*a):
    c.clear_flags()
    try: r=repr(getattr(c,f)(*a))
    except (ArithmeticError, ValueError, TypeError, OverflowError) as e: r=type(e).__name__+':'+str(e)
    return r+' '+','.join(k.__name__ for k in c.flags if c.flags[k])
for i in range(n):
    p=R.choice([1,2,3,5,9,16,18,19,20,28,34,37,38,39,50,75,76,77,100]) if not big else R.choice([20,100,333,1000])
    em=R.choice([0,1,5,10,96,384,6144,999999,999999999999999999])
    c=Context(prec=p,rounding=R.choice(RO),Emax=em,Emin=-R.choice([em,max(em-1,0)]),clamp=R.randrange(2),capitals=R.randrange(2),traps=[])
    x,y,z=num(c),num(c),num(c)
    f=R.choice(B+U+['fma','powmod','fmt','float','hash','cmp','int','round'])
    if f in('scaleb','shift','rotate'):
        if R.random()<.9: y=Decimal(R.randrange(-p-2,p+3))
    if f=='power':
        if R.random()<.6: y=Decimal(R.randrange(-50,50))
        elif R.random()<.7: y=Decimal(R.randrange(-500,500))/Decimal(R.choice([2,10,100]))
        if big and em>10**6: continue
        if em>10**7 and (abs(x.adjusted())>10**7 ): x=Decimal(R.randrange(1,10**9))/1000
        if not y.is_infinite() and abs(y.adjusted())>25: y=Decimal(2)
    if f in('exp','ln','log10') :
        if x.adjusted()>10**7 and f=='exp' and not big: pass
        if big: x=x._replace if False else x
    if f=='quantize' and R.random()<.7: y=Decimal((0,(1,),R.randrange(-p,p)))
    ops=(x,y) if f in B else (x,)
    huge=[o for o in (x,y,z) if not o.is_zero() and abs(o.adjusted())>10**7]
    try:
        if f in('powmod',):
            x,y,z=[Decimal(R.randrange(-10**R.randrange(1,12),10**R.randrange(1,20))) for _ in 'xyz']
            r=go(c,'power',x,y,z); ops=(x,y,z)
        elif f=='fma': r=go(c,'fma',x,y,z); ops=(x,y,z)
        elif f=='fmt':
            sp=R.choice(['','+',' ','<','^','>','*=','0',''])+R.choice(['','','25','7','60'])+R.choice(['',','])+R.choice(['','.0','.3','.10','.45'])+R.choice(['','e','f','g','%','E','G','F','n'])
            if huge: continue
            with localcontext(c):
                try: r=format(x,sp)
                except ValueError as e: r=str(e)
            f+=':'+sp
        elif f=='float':
            try: r=repr(float(x))
            except (ValueError,OverflowError) as e: r=str(e)
        elif f=='hash':
            try: r=repr(hash(x)) if not x.is_nan() else ''
            except (ValueError,TypeError) as e: r=str(e)
        elif f=='int':
            if huge: continue
            try: r=repr((int(x), x.as_integer_ratio()))
            except (ValueError,OverflowError) as e: r=str(e)
        elif f=='round':
            with localcontext(c):
                try: r=repr(round(x,R.randrange(-20,20)))
                except Exception as e: r=str(e)
        elif f=='cmp':
            r=''
            try: r=repr((x==y,x!=y))
            except ArithmeticError as e: r+=str(e)
            try: r+=repr((x<y,x<=y,x>y,x>=y))
            except ArithmeticError as e: r+=str(e)
        else: r=go(c,f,*ops)
    except MemoryError: r='MemoryError'
    print(i,c.prec,c.rounding,c.Emin,c.Emax,c.clamp,f,*map(repr,ops),'->',r)
