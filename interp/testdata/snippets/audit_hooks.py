# Audit hooks.
import sys, os
L = []
def hook(ev, args):
    if ev in ('open', 'exec', 'compile', 'import', 'my.event', 'sys.addaudithook'): L.append((ev, args))
sys.addaudithook(hook)
def show(what):
    print(what, [(e, tuple(x if isinstance(x, (str, int, bytes, type(None))) else type(x).__name__ for x in a)[:3]) for e, a in L]); L.clear()
sys.audit('my.event', 1, 'a'); show('audit')
import tempfile; name = os.path.join(tempfile.mkdtemp(), 'audited.txt'); L.clear() # other modes run beside this one
open(name, 'w').close()
L[:] = [(e, (os.path.basename(a[0]),) + a[1:]) for e, a in L]; show('open w')
open(os.fsencode(name), 'r+b').close()
L[:] = [(e, (os.path.basename(a[0]),) + a[1:]) for e, a in L]; show('open r+b')
os.close(os.open(name, os.O_RDONLY))
L[:] = [(e, (os.path.basename(a[0]),) + a[1:]) for e, a in L]; show('os.open')
os.remove(name); os.rmdir(os.path.dirname(name)); L.clear()
try: open('/nonexistent/x', 'xt')
except OSError: pass
show('open none')
exec('x = 1'); show('exec str')
eval('1 + 1'); show('eval')
c = compile('y = 2', 'fn', 'exec'); show('compile')
compile(b'y = 2', 'fn', 'exec'); show('compile bytes')
exec(c); show('exec code')
import textwrap; L[:] = [x for x in L if x[0] == 'import' and x[1][0] == 'textwrap']; show('import')
import textwrap; show('again')
from os import path; show('from')
import xml.dom; L[:] = [x for x in L if x[0] in ('import', 'exec')]; show('package')
try: import nonexistent_zz
except ImportError: pass
show('import none')
def deny(ev, args):
    if ev == 'my.event': raise ValueError('denied')
    if ev == 'open' and args[0] == 'secret': raise PermissionError('no')
    if ev == 'import' and args[0] == 'colorsys': raise ImportError('forbidden')
    if ev == 'compile' and b'forbidden' in (args[0] or b''): raise RuntimeError('no ' + args[1])
    if ev == 'exec' and args[0].co_name == 'secret': raise RuntimeError('no exec')
sys.addaudithook(deny); show('second')
def colors(): import colorsys
for f in (lambda: sys.audit('my.event'), lambda: open('secret'), colors, lambda: eval('forbidden'), lambda: exec(c.replace(co_name='secret')),
          lambda: sys.audit(), lambda: sys.audit(1), lambda: sys.addaudithook(), lambda: sys.audit('my.other', *range(5))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print('colorsys' in sys.modules); L.clear()
def hot(n):
    for i in range(n):
        try:
            eval('i')
            if i % 100 == 0: sys.audit('my.event', i)
        except ValueError: pass
hot(300); print(len(L)); L.clear()
def closed(ev, args):
    if ev == 'sys.addaudithook': raise RuntimeError('no more')
sys.addaudithook(closed)
print(sys.addaudithook(print)); show('refused')
class Stop(BaseException): pass
def stop(ev, args):
    if ev == 'my.stop': raise Stop
