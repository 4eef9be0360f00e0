# Specs, loaders and finders are importlib's own; finders of the program are asked in turn.
import sys
print(sys.meta_path)
import json, json.decoder
print(json.__spec__.name, json.__spec__.parent, json.__loader__.name, json.__spec__.submodule_search_locations == json.__path__)
print(json.decoder.__spec__.parent, json.decoder.__loader__.is_package("json.decoder"), json.__loader__.is_package("json"))
print(sys.__spec__, sys.__loader__)
import importlib, importlib.machinery
print(importlib.import_module("json") is json, importlib.import_module(".decoder", "json") is json.decoder)
print(type(json.__spec__).__module__, importlib._bootstrap.__name__, importlib.machinery.PathFinder is sys.meta_path[2])
for name in "nope", "json.nope", "sys.nope":
    try: importlib.import_module(name)
    except ImportError as e: print(type(e).__name__, e.name, e)
try: importlib.import_module(3)
except Exception as e: print(type(e).__name__)
print(importlib.machinery.PathFinder.find_spec("nope"), importlib.machinery.BuiltinImporter.find_spec("json"))
#---
# A finder makes modules; the rest of sys.meta_path goes on finding what it did.
import sys
from importlib.machinery import ModuleSpec
class Loader:
    def create_module(self, spec):
        print("create", spec.name)
        return None
    def exec_module(self, module):
        print("exec", module.__name__, module.__spec__.loader is self, module.__loader__ is self)
        module.x = 5
class Finder:
    def find_spec(self, name, path, target=None):
        if name.startswith("made"):
            return ModuleSpec(name, Loader(), is_package=name == "made")
sys.meta_path.insert(0, Finder())
import made, made.part, json
print(made.x, made.part.x, made.__path__, made.part.__package__, json.__name__)
from made import other
print(repr(other)[:52], sys.modules["made.other"] is other)
try: import nope
except ImportError as e: print(repr(e))
del sys.meta_path[0]
try: import made.third
except ImportError as e: print(repr(e))
sys.meta_path.clear()
try: import csv
except ImportError as e: print(repr(e))
#---
# A loader that raises leaves no module.
import sys
from importlib.machinery import ModuleSpec
class Loader:
    def create_module(self, spec): return None
    def exec_module(self, module): raise ValueError(module.__name__)
class Finder:
    def find_spec(name, path, target=None):
        return ModuleSpec(name, Loader())
sys.meta_path.append(Finder)
try: import bad
except ValueError as e: print(repr(e), "bad" in sys.modules)
class Broken:
    def find_spec(name, path, target=None): raise KeyError(name)
sys.meta_path[:] = [Broken]
try: import worse
except KeyError as e: print(repr(e))
#---
# reload runs a module's code again in its namespace.
import importlib, keyword
keyword.kwlist.append("x")
keyword.own = 1
again = importlib.reload(keyword)
print(again is keyword, "x" in keyword.kwlist, keyword.own)
#---
# A path hook serves the entries that it takes.
import sys
from importlib.machinery import ModuleSpec
class Loader:
    def create_module(self, spec): return None
    def exec_module(self, module): module.there = module.__name__
class Finder:
    def find_spec(self, name, target=None):
        print("asked", name)
        if name == "hooked": return ModuleSpec(name, Loader())
def hook(entry):
    if entry != "here:": raise ImportError
    return Finder()
sys.path_hooks.append(hook)
sys.path.insert(0, "here:")
import hooked, colorsys
print(hooked.there, colorsys.__name__, "here:" in sys.path_importer_cache)
