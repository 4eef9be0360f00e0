# dict.getitem dict.setitem dict.contains dict.get: each look-up of a known dict is a row of its own, none calls a method
def f(n):
    d = {'a': 1, 'b': 2}
    s = 0
    for i in range(n):
        k = 'b'
        if k in d:
            d[k] = i
            s += d[k]
        s += d.get('a')
    return s
f(2000)
