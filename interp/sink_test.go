package interp_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passtool/all"
)

// tupleLoops make objects in every round that nothing but frames holds. Each is the
// body of f(n), which returns something.
var tupleLoops = []struct{ name, source string }{
	{"rotate", "    a, b, c, d = 1, 2, 3, 4\n    for i in range(n):\n        a, b, c, d = b, c, d, a\n    return a, b, c, d\n"},
	{"returns", "    s = 0\n    for i in range(n):\n        q, r = split(i)\n        s += q - r\n    return s\n"},
	{"carried", "    t = (0, 0)\n    for i in range(n):\n        a, b = t\n        t = b, (a + i) & 0xffff\n    return t\n"},
	{"carried-floats", "    p = (0.5, 1.5)\n    for i in range(n):\n        x, y = p\n        p = (y * 0.5, x + 1.0)\n    return p\n"},
	{"nested", "    s = 0\n    for i in range(n):\n        (a, b), c = pair(i), i\n        s += a + b + c\n    return s\n"},
	{"enumerate", "    s = 0\n    for i, x in enumerate(range(n)):\n        s += x - i + (i & 3)\n    return s\n"},
	{"zip", "    s = 0\n    for x, y in zip(range(n), range(7, n + 7)):\n        s += y - x\n    return s\n"},
	{"items", "    s = 0\n    d = {i: i * 2 for i in range(1000)}\n    for i in range(n // 1000):\n        for k, v in d.items():\n            s += v - k\n    return s\n"},
	{"indexed", "    s = 0\n    for i in range(n):\n        p = (i, i + 1, s & 7)\n        s += p[0] + p[2]\n    return s\n"},
	{"instances", "    s = 0.0\n    a = V(1.0, 2.0)\n    for i in range(n):\n        b = V(i * 0.5, 1.0).plus(a)\n        s += b.scaled(0.25).dot(a)\n    return s, b.y\n"},
	{"instances-carried", "    p = V(0.5, 1.5)\n    for i in range(n):\n        p = p.plus(V(1.0, i))\n    return p.x, p.y\n"},
	{"instances-changed", "    s = 0\n    for i in range(n):\n        p = V(i, 1)\n        p.x = p.x + p.y\n        s += p.x & 7\n    return s\n"},
}

// tupleLoop returns the program that runs a loop n times.
func tupleLoop(body string, n int) string {
	return vectors + "def split(n):\n    return n >> 3, n & 7\n\ndef pair(n):\n    q, r = split(n)\n    return r, q\n\ndef f(n):\n" + body + fmt.Sprintf("\nprint(f(%d))\n", n)
}

// vectors is a class whose instances the loops make.
const vectors = `class V:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def plus(self, o):
        return V(self.x + o.x, self.y + o.y)

    def scaled(self, k):
        return V(self.x * k, self.y * k)

    def dot(self, o):
        return self.x * o.x + self.y * o.y

`

// TestSteadyState checks that these loops allocate nothing once they are hot: ten
// times as many rounds take as much memory.
func TestSteadyState(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, c := range tupleLoops {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var allocated [2]uint64
			for i, n := range [2]int{20_000, 200_000} {
				m := mode{name: "native", backend: exitdata.Native}
				got, stats := run(t, m, interp.Options{Heap: object.Options{Limit: 64 << 20}}, compiled(t, tupleLoop(c.source, n)))
				if got.status != 0 {
					t.Fatal(got.stderr)
				}
				allocated[i] = stats.Heap.Allocated
			}
			if more := allocated[1] - allocated[0]; more > 64<<10 {
				t.Errorf("%d bytes allocated in 180,000 rounds", more)
			}
		})
	}
}

// TestRangeLoop: a loop over a range in a hot loop makes an iterator, at most, and no
// range.
func TestRangeLoop(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	const rounds, iterator = 180_000, 32 // of 8 bytes and three words
	body := "    s = 0\n    for i in range(n):\n        for j in range(3):\n            s += j\n    return s\n"
	var allocated [2]uint64
	for i, n := range [2]int{20_000, 20_000 + rounds} {
		got, stats := run(t, mode{name: "native", backend: exitdata.Native}, interp.Options{Heap: object.Options{Limit: 64 << 20}}, compiled(t, tupleLoop(body, n)))
		if got.status != 0 {
			t.Fatal(got.stderr)
		}
		allocated[i] = stats.Heap.Allocated
	}
	if more := allocated[1] - allocated[0]; more > rounds*iterator*3/2 { // a range would be as much again; windows are some tens of KB
		t.Errorf("%d bytes allocated in %d rounds", more, rounds)
	}
}

// BenchmarkTuples runs the loops with objects sunk and with objects made, a round an
// operation. guest-B/op is what a round allocates on the guest's heap.
func BenchmarkTuples(b *testing.B) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		b.Fatal(err)
	}
	set, err := all.Set()
	if err != nil {
		b.Fatal(err)
	}
	sunk, _ := set.PresetText("default")
	for _, c := range tupleLoops {
		for _, p := range []struct{ name, text string }{{"sunk", sunk}, {"made", strings.ReplaceAll(sunk, "sink,", "")}} {
			b.Run(c.name+"/"+p.name, func(b *testing.B) {
				file := filepath.Join(b.TempDir(), "f.py")
				if err := os.WriteFile(file, []byte(tupleLoop(c.source, max(b.N, 10_000))), 0o666); err != nil {
					b.Fatal(err)
				}
				code, err := py.CompileFile(context.Background(), file)
				if err != nil {
					b.Fatal(err)
				}
				vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard})
				if err == nil {
					err = vm.EnableTier2(tier2.Options{Passes: p.text})
				}
				if err != nil {
					b.Fatal(err)
				}
				defer vm.Close()
				b.ReportAllocs()
				b.ResetTimer()
				if stderr, status := result(vm.RunMain(code, []string{file})); status != 0 {
					b.Fatal(stderr)
				}
				b.ReportMetric(float64(vm.Stats().Heap.Allocated)/float64(b.N), "guest-B/op")
			})
		}
	}
}
