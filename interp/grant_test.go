package interp_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// runGranted runs a program that has only these grants, and CPython's library.
func runGranted(t *testing.T, g grant.Grants, program string) string {
	t.Helper()
	py := cpython(t)
	code, err := py.Compile(context.Background(), "<granted>", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	f := compile.Finder{Python: py, FS: g.FS}
	var out bytes.Buffer
	vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, Stderr: &out, Grants: g, Path: []string{py.LibDir()},
		Import: f.Find, Compile: f.Compile, Source: f.Source})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.RunMain(code, []string{"granted"}); err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	return out.String()
}

// show prints what each expression of a list gives, or its exception.
const show = `
import os, posix, sys, time, io
def show(*texts):
    for text in texts:
        try:
            print(text, '=', eval(text))
        except Exception as e:
            print(text, '!', type(e).__name__, e)
`

// TestNothingByDefault holds a VM without grants to it: whatever a program asks the
// host for is a PermissionError that names what is missing, and the library loads.
func TestNothingByDefault(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.py")
	if err := os.WriteFile(secret, []byte("text = 'secret'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TIER2_SECRET", "secret")
	files := []string{
		"open('SECRET').read()", "io.open('SECRET')", "open('new', 'w')", "posix.open('SECRET', 0)", "os.stat('SECRET')", "os.lstat('.')", "os.listdir()",
		"os.listdir('/')", "os.mkdir('x')", "os.rmdir('x')", "os.unlink('SECRET')", "os.remove('SECRET')", "os.rename('SECRET', 'x')", "os.replace('a', 'b')",
		"os.link('a', 'b')", "os.symlink('a', 'b')", "os.readlink('a')", "os.chmod('SECRET', 0)", "os.utime('SECRET')", "os.access('SECRET', 4)", "os.chdir('/')",
	}
	var program, want strings.Builder
	program.WriteString(show)
	expect := func(texts []string, what string) {
		for _, x := range texts {
			x = strings.ReplaceAll(x, "SECRET", secret)
			program.WriteString("show(" + `"` + x + `"` + ")\n")
			want.WriteString(x + " ! PermissionError [Errno 1] tier2: no " + what + " was handed in\n")
		}
	}
	expect(files, "file system")
	expect([]string{"os.getcwd()"}, "working directory")
	expect([]string{"time.time()", "time.time_ns()", "time.monotonic()", "time.perf_counter()", "time.process_time()", "time.thread_time()",
		"time.sleep(0)", "time.localtime()", "time.gmtime()", "time.ctime()", "time.strftime('%c')"}, "clock")
	expect([]string{"os.urandom(1)", "__import__('random').random()", "__import__('random').getrandbits(8)", "__import__('random').SystemRandom().random()"}, "random source")
	expect([]string{"os.getpid()", "os.getppid()", "os.getuid()", "os.geteuid()", "os.getgid()", "os.getegid()"}, "process")
	expect([]string{"__import__('socket').socket()", "__import__('socket').getaddrinfo('localhost', 80)", "__import__('socket').socketpair(2)"}, "network")
	expect([]string{"os.fstat(1)"}, "standard stream")
	expect([]string{"__import__('signal').raise_signal(15)"}, "signals")
	expect([]string{"__import__('signal').alarm(1)", "__import__('signal').pause()"}, "clock")
	program.WriteString(`
show("len(os.environ)", "os.cpu_count()", "sys.executable", "os.isatty(1)", "time.tzname", "time.gmtime(0)[:6]", "sys.stdin.read()", "posix.close(3)", "posix.read(3, 9)")
import json, random, decimal, re
random.seed(42)
show("json.dumps([1])", "random.randrange(1000)")
sys.path.insert(0, 'FOLDER')
try:
    import secret
    print(secret.text)
except ImportError as e:
    print(e)
try:
    exec(compile('\n1/0', 'SECRET', 'exec'))
except ZeroDivisionError:
    import traceback
    print('secret' in traceback.format_exc().replace('SECRET', ''))
`)
	want.WriteString(`len(os.environ) = 0
os.cpu_count() = None
sys.executable = None
os.isatty(1) = False
time.tzname = ('UTC', 'UTC')
time.gmtime(0)[:6] = (1970, 1, 1, 0, 0, 0)
sys.stdin.read() = ` + `
posix.close(3) ! OSError [Errno 9] Bad file descriptor
posix.read(3, 9) ! OSError [Errno 9] Bad file descriptor
json.dumps([1]) = [1]
random.randrange(1000) = 654
No module named 'secret'
False
`)
	source := strings.NewReplacer("FOLDER", filepath.Dir(secret), "SECRET", secret).Replace(program.String())
	for i, got := range strings.SplitAfter(runGranted(t, grant.Grants{}, source), "\n") {
		lines := strings.SplitAfter(want.String(), "\n")
		// A file's exception also has its name behind the text.
		if i >= len(lines) || got != lines[i] && !strings.HasPrefix(got, strings.TrimSuffix(lines[i], "\n")+": '") {
			t.Errorf("line %d: %swant %s", i, got, lines[min(i, len(lines)-1)])
		}
	}
	if _, err := os.Stat(secret); err != nil {
		t.Error(err)
	}
}

// TestProcessStays holds that a program with every grant changes nothing of the process,
// and nothing of another VM: working directory, mask, environment, descriptors.
func TestProcessStays(t *testing.T) {
	dir := t.TempDir()
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	open, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	t.Setenv("TIER2_SEEN", "host")
	got := runGranted(t, host.Grants(), show+`
os.chdir(r'`+dir+`')
os.mkdir('sub')
os.chdir('sub')
print(os.getcwd() == os.path.realpath(r'`+dir+`') + '/sub')
with open('made', 'w') as f: f.write('here')
print(os.listdir(), os.path.getsize('../sub/made'), open(os.path.abspath('made')).read())
old = os.umask(0o077)
print(os.umask(old) == 0o077)
os.environ['TIER2_SEEN'] = 'guest'
os.reload_environ()
print(os.environ['TIER2_SEEN'])
for fd in range(3, 200):
    try: os.close(fd)
    except OSError: pass
fds = [os.open('made', os.O_RDONLY) for _ in range(3)]
print(fds, os.read(fds[0], 9), os.fstat(fds[0]).st_size)
os.close(fds[1])
print(os.open('made', os.O_RDWR), os.lseek(fds[0], 1, 0), os.read(fds[0], 9))
with open('helper.py', 'w') as f: f.write('name = __file__')
sys.path.insert(0, '.')
import helper
print(helper.name == os.path.join(os.getcwd(), 'helper.py'))
`)
	if want := "True\n['made'] 4 here\nTrue\nguest\n[3, 4, 5] b'here' 4\n4 1 b'ere'\nTrue\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if after, err := os.Getwd(); err != nil || after != before {
		t.Errorf("working directory %s, before %s (%v)", after, before, err)
	}
	if s := os.Getenv("TIER2_SEEN"); s != "host" {
		t.Errorf("environment: %s", s)
	}
	if _, err := open.Stat(); err != nil {
		t.Errorf("a file of the process: %v", err)
	}
	if _, err := os.Stdout.Stat(); err != nil {
		t.Errorf("standard output: %v", err)
	}
	if got := runGranted(t, host.Grants(), "import os\nprint(os.getcwd(), os.environ['TIER2_SEEN'])\n"); got != before+" host\n" {
		t.Errorf("another VM: %q", got)
	}
}

// TestReadOnlyFiles gives a program files that are in memory.
func TestReadOnlyFiles(t *testing.T) {
	files := fstest.MapFS{"data/a.txt": {Data: []byte("one\ntwo\n")}, "lib/shop.py": {Data: []byte("price = 3\n")}}
	got := runGranted(t, grant.Grants{FS: grant.ReadOnly(files), Dir: "/data", Environ: []string{"A=1"}}, show+`
sys.path.insert(0, '/lib')
import shop
show("shop.price", "shop.__file__", "open('a.txt').readlines()", "open('/data/../data/a.txt').read(3)", "os.getcwd()", "sorted(os.listdir('..'))", "os.path.isdir('/data')",
     "os.stat('a.txt').st_size", "open('b.txt')", "open('a.txt', 'w')", "os.mkdir('x')", "os.unlink('a.txt')", "os.access('a.txt', 4)", "os.access('a.txt', 2)",
     "open('/etc/passwd')", "os.chdir('../lib')", "os.getcwd()", "os.listdir()", "os.readlink('shop.py')", "dict(os.environ)")
`)
	want := `shop.price = 3
shop.__file__ = /lib/shop.py
open('a.txt').readlines() = ['one\n', 'two\n']
open('/data/../data/a.txt').read(3) = one
os.getcwd() = /data
sorted(os.listdir('..')) = ['data', 'lib']
os.path.isdir('/data') = True
os.stat('a.txt').st_size = 8
open('b.txt') ! FileNotFoundError [Errno 2] No such file or directory: 'b.txt'
open('a.txt', 'w') ! OSError [Errno 30] Read-only file system: 'a.txt'
os.mkdir('x') ! OSError [Errno 30] Read-only file system: 'x'
os.unlink('a.txt') ! OSError [Errno 30] Read-only file system: 'a.txt'
os.access('a.txt', 4) = True
os.access('a.txt', 2) = False
open('/etc/passwd') ! FileNotFoundError [Errno 2] No such file or directory: '/etc/passwd'
os.chdir('../lib') = None
os.getcwd() = /lib
os.listdir() = ['shop.py']
os.readlink('shop.py') ! OSError [Errno 22] Invalid argument: 'shop.py'
dict(os.environ) = {'A': '1'}
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestFilesClose holds that closing a VM closes what its program has left open.
func TestFilesClose(t *testing.T) {
	files := &countingFS{FS: grant.ReadOnly(fstest.MapFS{"a": {Data: []byte("x")}})}
	runGranted(t, grant.Grants{FS: files, Dir: "/"}, "import os\nkept = [open('a'), open('a', 'rb'), os.open('a', os.O_RDONLY)]\n")
	if files.opened != 3 || files.closed != 3 {
		t.Errorf("opened %d, closed %d", files.opened, files.closed)
	}
}

type countingFS struct {
	grant.FS
	opened, closed int
}

func (c *countingFS) Open(name string, flag int, perm uint32) (grant.File, error) {
	f, err := c.FS.Open(name, flag, perm)
	if err == nil {
		c.opened++
		return countedFile{f, c}, nil
	}
	return f, err
}

type countedFile struct {
	grant.File
	in *countingFS
}

func (f countedFile) Close() error {
	f.in.closed++
	return f.File.Close()
}

var _ io.Closer = countedFile{}
