package lib_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// TestStreams runs programs that read and write the standard streams, and
// compares what they print with CPython; see testdata/gen_streams.py.
func TestStreams(t *testing.T) {
	data, err := os.ReadFile("testdata/streams.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][4]string
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		code, err := py.Compile(context.Background(), "<test>", []byte(c[0]))
		if err != nil {
			t.Fatal(err)
		}
		for _, stress := range []bool{false, true} {
			if stress && !soak.Some(4, c[0]) {
				continue
			}
			var out, errs bytes.Buffer
			vm, err := interp.New(interp.Options{
				Heap:  object.Options{Limit: 64 << 20, Stack: 8 << 20, Stress: stress},
				Stdin: strings.NewReader(c[1]), Stdout: &out, Stderr: &errs, Grants: host.Grants(),
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(code, []string{"-c"}); err != nil {
				t.Errorf("%s\n%v", c[0], err)
			}
			if out.String() != c[2] || errs.String() != c[3] {
				t.Errorf("%s\n got  %q, %q\n want %q, %q", c[0], out.String(), errs.String(), c[2], c[3])
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestFilesAreFlushed checks that what a program has left in an open file
// reaches the disk at exit, also after an exception.
func TestFilesAreFlushed(t *testing.T) {
	t.Chdir(t.TempDir())
	program := "f = open('a.txt', 'w')\nf.write('left')\nprint('!', file=f)\n1 / 0\n"
	if err := run(t, program, false, nil); err == nil {
		t.Error("no error")
	}
	got, err := os.ReadFile("a.txt")
	if err != nil || string(got) != "left!\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFilesAreClosed checks that files which nothing refers to are closed by the
// collector.
func TestFilesAreClosed(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("no /proc")
	}
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	before, most := count(), 0
	program := "def f():\n    open('/dev/null').readline()\nfor i in range(100):\n    f()\n    int._check(0, f)\n"
	if err := run(t, program, true, func(int, string) { most = max(most, count()) }); err != nil {
		t.Fatal(err)
	}
	if most > before+20 {
		t.Errorf("%d files open, %d before", most, before)
	}
}

// TestSleepIsInterrupted checks that sleep raises when the VM has been asked to
// stop.
func TestSleepIsInterrupted(t *testing.T) {
	h, err := object.New(object.Options{Limit: 16 << 20, Stack: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	start := time.Now()
	modules := h.NewDict()
	h.Push(modules)
	l, err := lib.New(h, &lib.Host{Modules: modules, Grants: host.Grants(), Interrupted: func() error {
		if time.Since(start) < 20*time.Millisecond {
			return nil
		}
		return h.RaiseWith(object.KeyboardInterruptType)
	}})
	if err != nil {
		t.Fatal(err)
	}
	sleep := attr(t, h, l, "time", "sleep")
	_, err = h.Call(sleep, []object.Value{object.SmallInt(60)}, object.Null)
	if err == nil || err.Error() != "KeyboardInterrupt" {
		t.Errorf("error %v", err)
	}
}

// TestReadsFitTheHeap reads without end from objects that never end: what has been read and is not an object yet
// has to fit the heap, too, so that little more is asked for than it has room for.
func TestReadsFitTheHeap(t *testing.T) {
	const source = `
import _io as io
class Endless(io._RawIOBase):
    given = 0
    def readable(self): return True
    def read(self, n=-1):
        self.given += n
        return b'x' * n if self.given < 64 << 20 else b''
    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)
    read1 = read
for name, f in {
    'read': lambda r: io.BufferedReader(r).read(),
    'readline': lambda r: io.BufferedReader(r).readline(),
    'text': lambda r: io.TextIOWrapper(r).readline(),
}.items():
    r = Endless()
    try:
        print(name, len(f(r)))
    except MemoryError:
        print(name, r.given <= 9 << 20)
`
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "<test>", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	vm, err := interp.New(interp.Options{Heap: object.Options{Limit: 8 << 20, Stack: 1 << 20}, Stdout: &out, Grants: host.Grants()})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, []string{"-c"}); err != nil {
		t.Error(err)
	}
	if got, want := out.String(), "read True\nreadline True\ntext True\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}
