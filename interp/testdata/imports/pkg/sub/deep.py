print('deep', __name__, __package__)
def f(): 
    from ..b import y
    from .. import x
    return y
