# What is there in name only can be imported by what asks for something else of it.
import socket, select, selectors, subprocess, asyncio, sysconfig, resource, fcntl, termios, mmap, faulthandler
print(socket.AF_INET, socket.SOCK_STREAM, socket.timeout is TimeoutError, socket.gaierror.__mro__, select.error is OSError)
print(subprocess.PIPE, selectors.EVENT_READ, sysconfig.get_config_var("SIZEOF_VOID_P"), fcntl.F_GETFD, termios.error.__bases__, resource.RLIM_INFINITY)
import sys
print(sys._jit.is_active(), sys.implementation._multiarch)
#---
# Pipes and statuses of processes.
import os
r, w = os.pipe()
print(os.write(w, b"hello"), os.read(r, 3), os.read(r, 10))
os.close(w)
print(os.read(r, 10))
os.close(r)
for f in lambda: os.read(r, 1), lambda: os.write(w, b"x"):
    try: f()
    except OSError as e: print(e)
r, w = os.pipe()
os.close(r)
try: os.write(w, b"x")
except OSError as e: print(type(e).__name__, e.errno)
for s in 0, 256, 9, 0x137F, 0xFFFF, 139, 3:
    print(s, os.WIFEXITED(s), os.WEXITSTATUS(s), os.WIFSIGNALED(s), os.WTERMSIG(s), os.WIFSTOPPED(s), os.WSTOPSIG(s), os.WIFCONTINUED(s), os.WCOREDUMP(s))
    try: print(os.waitstatus_to_exitcode(s))
    except ValueError as e: print(e)
