from ..b import y
from .. import b
from . import deep as d2
print('sub', y, b.y, d2)
