print('a', __name__, __package__)
from . import b as bb

