# Events of functions of posix, time and _thread for audit hooks, with what they are called with.
import os, sys, tempfile, time, shutil, threading, glob
L, refuse = [], set()
def hook(event, args):
    if event.startswith(('os.', 'time.', '_thread.', 'sys._get', 'shutil.', 'glob.', 'tempfile.')):
        if event in refuse: raise RuntimeError('no ' + event)
        L.append((event, args))
d = os.path.realpath(tempfile.mkdtemp())
sys.addaudithook(hook)
def clean(x):
    if isinstance(x, str): return x.replace(d, 'D')
    if isinstance(x, bytes): return x.replace(d.encode(), b'D')
    return x if isinstance(x, (int, float, tuple, type(None))) else type(x).__name__
def show(what, f, *a, **k):
    L.clear()
    try: r = f(*a, **k)
    except Exception as e: r = type(e).__name__
    print(what, [(e, tuple(map(clean, a))) for e, a in L])
a, b = os.path.join(d, 'a'), os.path.join(d, 'b')
show('mkdir', os.mkdir, a); show('mkdir mode', os.mkdir, b, 0o700); show('mkdir named', os.mkdir, path=os.fsencode(b), mode=0o755)
show('rename', os.rename, a, a + '1'); show('replace', os.replace, a + '1', a)
show('listdir', os.listdir, d); show('listdir bytes', os.listdir, os.fsencode(d))
show('scandir', lambda p: os.scandir(p).close(), d)
f = os.path.join(a, 'f'); open(f, 'w').close()
show('chmod', os.chmod, f, 0o600); show('utime', os.utime, f, (1, 2)); show('utime now', os.utime, f)
show('utime ns', os.utime, f, ns=(1, 2)); show('link', os.link, f, f + '2'); show('symlink', os.symlink, f, f + '3')
show('unlink', os.unlink, f + '2'); show('remove', os.remove, f + '3'); show('no file', os.remove, f + '3')
show('bad type', os.remove, 3.5); show('bad mode', os.chmod, f, 'x')
show('stat', os.stat, f); show('access', os.access, f, os.R_OK)
show('putenv', os.putenv, 'AUDIT_X', 'y'); show('environ', os.environ.__setitem__, 'AUDIT_X', 'z')
show('unsetenv', os.unsetenv, 'AUDIT_X'); show('del', os.environ.__delitem__, 'AUDIT_X')
show('sleep', time.sleep, 0); show('sleep float', time.sleep, 0.0)
show('frame', sys._getframe)
show('glob', glob.glob, os.path.join(a, '*')); show('copy', shutil.copyfile, f, f + '4')
show('rmdir', os.rmdir, b); show('rmdir again', os.rmdir, b)
import _thread
lock = _thread.allocate_lock(); lock.acquire()
def run(*a): lock.release()
show('thread', _thread.start_new_thread, run, ()); lock.acquire()
show('thread args', _thread.start_new_thread, run, (1,), {}); lock.acquire()
# What a hook raises keeps the event from happening.
refuse.update(('os.remove', 'os.mkdir', 'time.sleep', 'os.putenv'))
show('refused', os.remove, f); print(os.path.exists(f))
show('refused', os.mkdir, b); print(os.path.exists(b))
show('refused', time.sleep, 100); show('refused', os.putenv, 'AUDIT_X', 'y')
refuse.clear()
shutil.rmtree(d)
print([e for e, a in L if e == 'shutil.rmtree'], os.path.exists(d))
