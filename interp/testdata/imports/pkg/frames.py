x = 'other'
def g():
    return globals()['x']
def h():
    y = 1
    return locals()
def e():
    return eval('x')
