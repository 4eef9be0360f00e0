# Print on stderr what `python FILE` prints for a source that does not compile:
# python -c THIS PATH FILENAME, where PATH holds the source of FILENAME.
#
# CPython's parser reads a file line by line and a string as a whole, and its
# messages and carets differ. Only the main program is read as a file, so this
# asks for just that, and stops it before anything runs. Exit status: 1 when it
# printed; 97 when the source did compile after all.
import ctypes
import os
import sys

path, filename = sys.argv[1:]
open_file = ctypes.pythonapi.Py_fopen
open_file.restype = ctypes.c_void_p
open_file.argtypes = [ctypes.py_object, ctypes.c_char_p]
run_file = ctypes.pythonapi.PyRun_SimpleFileExFlags
run_file.restype = ctypes.c_int
run_file.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]


def stop(event, args):
    # CPython runs modules of its own to print a traceback, and those eval
    # strings; nothing else may run.
    if event == "exec":
        of = getattr(args[0], "co_filename", filename)
        if of == filename or not of.startswith(("<", library)):
            os._exit(97)


library = os.path.join(sys._stdlib_dir, "")
file = open_file(path, b"rb")
sys.addaudithook(stop)
failed = run_file(file, os.fsencode(filename), 1, None)
sys.stderr.flush()
os._exit(1 if failed else 97)
