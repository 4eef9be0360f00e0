# loop: containers: subscripts, stores, displays, unpacking, str
def f(n):
    a = [0, 1, 2]
    d = {'x': 1}
    s = ''
    for i in range(n):
        t = (i, a[1])
        x, y = t
        a[2] = x
        d['x'] = y
        z = d['x']
        s = 'ab'
        c = s[1]
        if 'x' in d:
            s = s + c
    return a
f(2000)
