print('pkg', __name__, __package__, __path__[0][-3:])
from . import a
from .sub import deep
x = 1
__all__ = ['b', 'x']
