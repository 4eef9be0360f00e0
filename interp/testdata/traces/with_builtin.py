# loop: the methods of a with statement of a builtin class are constants, behind a guard of the class
import _thread
def run(lock, n):
    for i in range(n):
        with lock: pass
run(_thread.allocate_lock(), 3000)
