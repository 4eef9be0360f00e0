# Imports from archives (zipimport): packages, namespace packages with a part in an archive and one in a folder, data, an archive's folder.
import sys, zipfile, os, tempfile
folder = tempfile.TemporaryDirectory()
d = folder.name
z = os.path.join(d, 'a.zip')
with zipfile.ZipFile(z, 'w', zipfile.ZIP_DEFLATED) as f:
    f.writestr('inzip.py', 'x = 5\ndef f(): 1/0\n')
    f.writestr('pkg/__init__.py', 'from . import sub\n')
    f.writestr('pkg/sub.py', 'y = __name__\n')
    f.writestr('pkg/data.txt', 'data')
    f.writestr('ns/one.py', 'n = 1\n')
    f.writestr('deep/er/mod.py', 'm = __file__[-20:]\n')
os.makedirs(os.path.join(d, 'dir', 'ns'))
with open(os.path.join(d, 'dir', 'ns', 'two.py'), 'w') as f: f.write('n = 2\n')
with open(os.path.join(d, 'dir', 'inzip.py'), 'w') as f: f.write('x = 6\n')
sys.path.append(z)
sys.path.append(os.path.join(d, 'dir'))
import inzip, pkg
print(inzip.x, inzip.__file__[-12:], pkg.sub.y, type(pkg.__loader__).__name__, pkg.__spec__.origin[-19:])
import ns.one, ns.two
print(ns.one.n, ns.two.n, len(list(ns.__path__)))
import pkgutil
print(pkgutil.get_data('pkg', 'data.txt'))
sys.path.append(os.path.join(z, 'deep', 'er'))
import mod; print(mod.m)
import importlib.util
print(importlib.util.find_spec('pkg.sub').loader.archive == z, importlib.util.find_spec('nope'))
try: import nothing_here
except ModuleNotFoundError as e: print(e)
import json, colorsys
print(colorsys.__spec__.loader.__class__.__name__)
try: inzip.f()
except ZeroDivisionError:
    import traceback; print([line for line in traceback.format_exc().replace(d, "").splitlines() if "~" not in line and "import" not in line])
import zipimport
for bad in d, __file__:
    try: print(zipimport.zipimporter(bad))
    except zipimport.ZipImportError as e: print(str(e).replace(bad, 'BAD'))
print(repr(zipimport.zipimporter(z + '/nope')).replace(d, ''))
folder.cleanup()
