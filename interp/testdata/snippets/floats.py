# Float arithmetic to the last bit: no contraction, signed zeros, infinities, NaN.
import math


def f(n):
    s = c = 0.0
    for i in range(1, n):
        y = 1.0 / i - c
        t = s + y
        c = (t - s) - y
        s = t
    return s, c


print(f(3000))


def g(a, b, c, n):
    r = 0.0
    for i in range(n):
        r = a * b + c
        c = r - a * b
    return r, c


print(g(0.1, 0.3, 1e-17, 2500), g(1e308, 10.0, 1.0, 1500), g(float("inf"), 0.0, 1.0, 1500), g(-0.0, 0.0, -0.0, 1500))
print([math.sqrt(i) for i in range(2000)][-1], math.sin(1.0), math.cos(1e6), math.exp(1.5), math.log(7), math.pow(2.5, 3.5), math.floor(-2.5), math.ceil(2.1), math.fmod(-7, 3), math.hypot(3, 4), math.pi, math.isnan(float("nan")), math.gcd(48, 36), math.factorial(20), math.isqrt(10 ** 20), math.atan2(1, -1))
x = 1.0
n = 0
while x != x / 2:
    x /= 2
    n += 1
print(n, x, 1e308 * 10, -1e308 * 10, 0.1 + 0.2, 5 % -3.0, -5 % 3.0, 7 // -2.0, 1e20 // 3, 2 ** 0.5, 1e16 + 1)
#---
# A float accumulator that becomes int at the start and after a reset.
def f(n):
    t = 0
    out = []
    for i in range(n):
        t += i * 0.5 if i % 2 else i
        if i % 900 == 899:
            out.append(t)
            t = 0
    return out, t


print(f(4000))
#---
# NaN in loops: comparisons are false, min and max keep the first.
nan = float("nan")
n = 0
for i in range(2500):
    x = nan if i % 3 == 0 else float(i)
    if x < 5:
        n += 1
    elif x >= 5:
        n += 10
    elif x != x:
        n += 1000
print(n, max(1.0, nan), max(nan, 1.0), min([nan, 2.0]), sorted([3.0, 1.0, 2.0]), nan == nan, nan != nan)
#---
# Decimals of more than 800 digits, and exponents of more than four.
import random
def pe(n): return '0.{}1e+{}'.format('0'*(n-1), n)
def ne(n): return '1{}e-{}'.format('0'*n, n)
print([float(pe(n)) for n in (1,10,800,10000,100000)],[float(ne(n)) for n in (1,10,800,10000,100000)])
print(float('9'*1000+'e-1000'), float('-0.'+'0'*5000), float('0'*5000+'.5'), float('1'*900+'.'+'0'*900), float('1e'+'0'*2000+'5'), float('1_'*900+'1e-9'+'9'*30))
print(float('9007199254740993'+'0'*900+'e-900'), float('9007199254740993.'+'0'*900+'1'), float('9007199254740992.5'+'0'*900), complex('1'+'0'*1000+'e-1000j'))
print(float('2.'+'4703282292062327208828439643411068618252990130716238221279284125033775363510437593264991818081799618989828234772285886546332835517796989819938739800539093906315035659515570226392290858392449105184435931802849936536152500319370457678249219365623669863658480757001585769269903706311928279558551332927834338409351978015531246597263579574622766465272827220056374006485499977096599470454020828166226237857393450736339007967761930577506740176324673600968951340535537458516661134223766678604844748462399'+'9'*400+'e-324'))
