# Several descriptors for a file, usage of resources, what builtin modules say of themselves, names of sys.
import os, resource, tempfile, socket
def t(f):
    try: return f()
    except Exception as e: return type(e).__name__, str(e)
r, w = os.pipe()
w2 = os.dup(w); os.close(w); print(os.write(w2, b"abc"), os.read(r, 3), t(lambda: os.write(w, b"x")))
print(os.dup2(w2, 50), os.write(50, b"d"), os.read(r, 1)); os.close(w2); os.write(50, b"e"); print(os.read(r, 1)); os.close(50); print(os.read(r, 1))
fd, name = tempfile.mkstemp(); f = os.fdopen(fd, "w"); g = os.dup(f.fileno()); f.write("hello"); f.close(); print(os.lseek(g, 0, 0), os.read(g, 10)); 
print(os.dup2(g, r) == r, os.lseek(r, 1, 0), os.read(g, 2), os.dup2(g, g) == g); os.close(g); print(os.read(r, 9)); os.close(r)
print(t(lambda: os.dup(99)), t(lambda: os.dup2(99, 3)), t(lambda: os.dup2(0, -1)))

a, b = socket.socketpair(); c = a.dup(); a.close(); c.send(b"hi"); print(b.recv(5)); c.close(); print(b.recv(5)); b.close()
os.unlink(name)
u = resource.getrusage(resource.RUSAGE_SELF); print(len(u), u.ru_utime > 0, u[2] == u.ru_maxrss, type(u).__name__, t(lambda: resource.getrusage(5)), resource.getrusage(-1).ru_utime >= 0)
import errno, math, sys, builtins, time, gc, itertools, zlib, posix, select, _thread, mmap
for m in (errno, math, sys, builtins, time, gc, itertools, zlib, posix, select, _thread, mmap): print(m.__name__, repr(m.__doc__)[:50], "__doc__" in vars(m))
import sys
print(sys._framework, sys._git, sys.copyright == sys.copyright.strip(), len(sys.copyright), sys.orig_argv[0] == sys.executable, sys._base_executable == sys.executable, sys._is_gil_enabled(), sys.is_stack_trampoline_active(), sys.getdlopenflags(), sys._get_cpu_count_config(), sys.thread_info.name, len(sys.thread_info), sys._stdlib_dir[-14:], sys.call_tracing(len, ([1, 2],)), sys._clear_internal_caches())
try: sys.call_tracing(len, [1])
except TypeError as e: print(e)
