"""real, imag, numerator and denominator are descriptors of int and float."""
try: (1).real=3
except Exception as e: print(repr(e))
try: (1.5).imag=3
except Exception as e: print(repr(e))
try: del (True).real
except Exception as e: print(repr(e))
class I(int): pass
try: I(3).real=3
except Exception as e: print(repr(e))
i=I(4)
print(type(i.real), i.real, type(True.real), (2.5).real, (2.5).imag, (7).denominator, hasattr(1.5,'numerator'))
for t in int, bool, float, I:
    for n in "real","imag","numerator","denominator":
        if not hasattr(t,n): print(t,n,"no"); continue
        d=getattr(t,n); print(d, type(d), d.__name__, d.__objclass__, n in vars(t), d is getattr(t,n))
        print(d.__get__(t(1)), d.__get__(None, t) is d)
        for x in 1.5, 'a', True:
            try: print(d.__get__(x))
            except Exception as e: print(repr(e))
        try: d.__set__(t(1),4)
        except Exception as e: print(repr(e))
        try: d.__delete__(t(1))
        except Exception as e: print(repr(e))
s=0
for k in range(3000):
    s+=k.real+k.imag+k.numerator*k.denominator+(k*0.5).real+(k*.5).imag+i.real+True.real
print(s)
class J(int):
    real=5
print(J(3).real, J.real, J(3).imag)
class K(float):
    @property
    def real(self): return 'r'
print(K(2).real, list(map(int.real.__get__, [1,2])))
class D(int): pass
d=D(5)
for x in (1, 1.5, True, d, K(1.5)):
    for n in 'real','imag','numerator','spam','bit_length','__abs__':
        for f in (lambda: setattr(x,n,1), lambda: delattr(x,n)):
            try: print(n, f())
            except Exception as e: print(n, repr(e))
    try: x.foo
    except Exception as e: print(repr(e))
