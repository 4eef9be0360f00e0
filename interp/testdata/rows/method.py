# method.exact method.exactquiet method.quiet: a method that is given what it takes is called directly, and quietly if it runs no guest code
def f(n):
    a = [1, 2, 3]
    s = 'abc'
    for i in range(n):
        x = a.count(i)
        y = s.upper()
        z = s.encode()
    return x, y, z
f(2000)
