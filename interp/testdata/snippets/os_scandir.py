# os.scandir: what it tells of the entries of a folder, os.walk, which is made of it, and their errors.
import os

top = '/tmp/tier2-scandir-' + os.urandom(8).hex()
os.mkdir(top)
os.mkdir(top + '/d')
os.mkdir(top + '/d/e')
for name in 'f', 'd/g', 'd/e/h':
    with open(top + '/' + name, 'w') as f:
        f.write(name)
os.symlink('d', top + '/todir')
os.symlink('f', top + '/tofile')
os.symlink('nowhere', top + '/broken')
try:
    for e in sorted(os.scandir(top), key=lambda e: e.name):
        print(e, e.name, e.path == os.path.join(top, e.name) == os.fspath(e), e.is_dir(), e.is_file(), e.is_symlink(), e.is_junction(),
              e.is_dir(follow_symlinks=False), e.is_file(follow_symlinks=False), e.inode() == os.lstat(e.path).st_ino)
        try:
            print(e.stat().st_mode == os.stat(e.path).st_mode, e.stat(follow_symlinks=False).st_ino == os.lstat(e.path).st_ino)
        except OSError as x:
            print(type(x).__name__, x.errno, x.filename == e.path)
    for links in False, True:
        for root, dirs, files in sorted(os.walk(top, followlinks=links)):
            print(root[len(top):], sorted(dirs), sorted(files))
    with os.scandir(top.encode() + b'/d/') as it:
        print(sorted((e.name, e.path == top.encode() + b'/d/' + e.name) for e in it), next(it, 'no more'))
    it = os.scandir(top)
    next(it)
    it.close()
    print(list(it), type(it).__name__, iter(it) is it)
    os.chdir(top)
    print(sorted(e.path for e in os.scandir()), sorted(e.path for e in os.scandir(path='d')), len(list(os.scandir(None))))
    for f in (lambda: os.scandir(top + '/none'), lambda: os.listdir(1.5), lambda: os.scandir('f'), lambda: os.scandir(1.5), lambda: os.DirEntry(), lambda: type(it)(),
              lambda: next(os.scandir('d')).is_dir(True), lambda: next(os.scandir('d')).stat(1)):
        try:
            print(f())
        except Exception as x:
            print(type(x).__name__, str(x).replace(top, 'TOP'))
    n = 0
    for i in range(300):
        for e in os.scandir('d'):
            n += e.is_dir() + 2 * e.is_file()
    print(n)
finally:
    for root, dirs, files in os.walk(top, topdown=False):
        for name in files:
            os.unlink(os.path.join(root, name))
        for name in dirs:
            p = os.path.join(root, name)
            os.unlink(p) if os.path.islink(p) else os.rmdir(p)
    os.rmdir(top)
    print(os.path.exists(top))
