package interp_test

import (
	"maps"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// hoarders make what Go holds for a program longer, or more of it, until there is a MemoryError: functions that are called over and
// over with a list that keeps what they like.
var hoarders = map[string]string{
	"StringIO":                 `def f(kept, s=io.StringIO()): kept[:] = [s]; s.write('x' * 100_000)`,
	"StringIO, translated":     `def f(kept, s=io.StringIO(newline='\r\n')): kept[:] = [s]; s.write('\n' * 100_000)`,
	"StringIO, universal":      `def f(kept, s=io.StringIO(newline=None)): kept[:] = [s]; s.write('\r\n' * 100_000)`,
	"StringIO of a long str":   `def f(kept): kept.append('x' * 4_000_000); io.StringIO(kept[0] * len(kept))`,
	"StringIO, sought":         `def f(kept): s = io.StringIO(); kept.append(s); s.seek(1_000_000); s.write('x')`,
	"many StringIO":            `def f(kept): kept.append(io.StringIO('x' * 100))`,
	"BytesIO":                  `def f(kept, s=io.BytesIO()): kept[:] = [s]; s.write(b'x' * 100_000)`,
	"many BytesIO":             `def f(kept): kept.append(io.BytesIO(b'x' * 1000))`,
	"csv.reader":               `def f(kept): csv.field_size_limit(1 << 40); next(csv.reader(itertools.chain(['"'], itertools.repeat('x' * 100_000))))`,
	"csv.reader, a long line":  `def f(kept): kept.append('x' * 6_000_000); csv.field_size_limit(1 << 40); next(csv.reader([kept[0] * len(kept)]))`,
	"csv.writer":               `def f(kept): csv.writer(io.StringIO()).writerow(itertools.repeat('x' * 100_000))`,
	"csv.writer, a long field": `def f(kept): kept.append('"' * 2_000_000); csv.writer(None_).writerow([kept[0] * len(kept)])`,
	"csv dialects":             `def f(kept): kept.append(csv.writer(io.StringIO(), lineterminator='x' * 1000).dialect)`,
	"struct":                   `def f(kept): kept.append(0); struct.Struct('bh' * 100_000 * len(kept))`,
	"Pickler":                  `def f(kept): kept.append(pickle.Pickler(io.BytesIO())); kept[-1].dump([(i,) for i in range(1000)])`,
	"a Pickler's memo":         `def f(kept, p=pickle.Pickler(None_)): p.dump([(i,) for i in range(1000)])`,
	"pickle.dumps":             `def f(kept): kept.append(b'x' * 4_000_000); pickle.dumps(kept)`,
	"Unpickler":                `def f(kept): u = pickle.Unpickler(io.BytesIO(b'(' * 3000 + b'N' + b'q\x00' * 3000)); kept.append(u); u.memo = memo`,
	"marks":                    `def f(kept): kept.append(0); pickle.loads(b'(' * (3_000_000 * len(kept)) + b'N.')`,
	"json.dumps":               `def f(kept): kept.append('\0' * 1_000_000); json.dumps(kept)`,
	"text without lines":       `def f(kept): io.TextIOWrapper(Endless()).readline()`,
	"text that is read ahead":  `def f(kept): w = io.TextIOWrapper(io.BytesIO(b'x' * 8000)); w.read(1); kept.append(w)`,
	"buffered readers":         `def f(kept): kept.append(io.BufferedReader(io.BytesIO()))`,
	"compressobj":              `def f(kept): kept.append(zlib.compressobj())`,
	"decompressobj":            `def f(kept): d = zlib.decompressobj(); d.decompress(packed + b'x' * 100_000); kept.append(d)`,
	"decompress":               `def f(kept): zlib.decompress(bomb)`,
	"patterns":                 `def f(kept): kept.append(_sre.compile('', 0, codes, 0, {}, ()))`,
	"hashes":                   `def f(kept): kept.append(hashlib.sha256())`,
	"hmacs":                    `def f(kept): kept.append(hmac.new(b'k', digestmod='sha256'))`,
	"strftime":                 `import time; f = lambda kept: time.strftime('%200000000d' + ' ' * 1_000_000, time.gmtime(0))`,
	"marshal.dumps":            `import marshal; f = lambda kept: (kept.append(b'x' * 4_000_000), marshal.dumps(kept))`,
	"generators of numbers":    `def f(kept): kept.append(random.Random(1))`,
}

// hoard is what the hoarders find.
const hoard = `
import gc, io, csv, struct, pickle, json, zlib, _sre, hashlib, hmac, random, itertools
class Null:
    def write(self, x): pass
None_ = Null()
class Endless(io.RawIOBase):
    def readable(self): return True
    def readinto(self, b): b[:] = b'x' * len(b); return len(b)
Endless = lambda C=Endless: io.BufferedReader(C())
memo = {i: i for i in range(5000)}
packed = zlib.compress(b'')
z = zlib.compressobj()
bomb = b''.join([z.compress(bytes(1_000_000)) for _ in range(80)]) + z.flush()
codes = __import__('re')._compiler._code(__import__('re')._parser.parse('abc|[x-z]+(?:foo)*'), 0)
def fill(most=3_000_000):
    gc.collect()
    begin()
    kept, n, out = [], 0, [-1, 0]
    try:
        while n < most: f(kept); n += 1
    except MemoryError: out[0] = n
    out[1] = measure()
    return out
`

// TestHoarders: whatever makes Go hold memory for a program ends in a MemoryError, and what Go holds then is no more than the
// limit and a quarter. At no time are more than twice as many bytes live. Usually it is one in three, at full size each.
func TestHoarders(t *testing.T) {
	const limit = 64 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	var vm *interp.VM
	before := 0
	for _, name := range slices.Sorted(maps.Keys(hoarders)) {
		if vm == nil {
			o := importing(cpython(t), interp.Options{Heap: object.Options{Limit: limit, Stack: 4 << 20}})
			vm = embedded(t, modes[0], o, "")
			if err := vm.SetGlobal("measure", func(args []interp.Value) (any, error) {
				runtime.GC()
				return int(live()), nil
			}); err != nil {
				t.Fatal(err)
			}
			if err := vm.SetGlobal("begin", func([]interp.Value) (any, error) {
				runtime.GC()
				before = live()
				return nil, nil
			}); err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(compiled(t, hoard), []string{"test"}); err != nil {
				t.Fatal(err)
			}
		}
		if !soak.Some(6, name+hoarders[name]) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if err := vm.RunMain(compiled(t, hoarders[name]), []string{"test"}); err != nil {
				t.Fatal(err)
			}
			most, stop := watchLive()
			start := time.Now()
			v, err := vm.Call("fill")
			stop()
			if err != nil {
				t.Fatal(err)
			}
			got, err := interp.As[[]int](v)
			if err != nil {
				t.Fatal(err)
			}
			rounds, after := got[0], got[1]
			t.Logf("%d rounds, %.1f MB live, %.1f MB at most, %v", rounds, float64(after-before)/1e6, float64(int(most.Load())-before)/1e6, time.Since(start).Round(time.Millisecond))
			if rounds < 0 {
				t.Errorf("no MemoryError")
			}
			if after-before > limit+limit/4 {
				t.Errorf("%d MB of Go's memory are live", (after-before)>>20)
			}
			if n := int(most.Load()) - before; n > 2*limit {
				t.Errorf("%d MB of Go's memory were live", n>>20)
			}
		})
	}
}

// live returns how many bytes of Go's memory objects take.
func live() int {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int(s[0].Value.Uint64())
}

// watchLive looks at live each millisecond until it is stopped.
func watchLive() (most *atomic.Int64, stop func()) {
	most, ended, done := new(atomic.Int64), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
				most.Store(max(most.Load(), int64(live())))
			}
		}
	}()
	return most, func() { close(ended); <-done }
}

// TestFilledAgain: what fills the heap with memory of Go's, catches the MemoryError and drops all can do so again: memory is kept
// back for the next error while there is room.
func TestFilledAgain(t *testing.T) {
	const limit = 32 << 20
	vm := embedded(t, modes[0], importing(cpython(t), interp.Options{Heap: object.Options{Limit: limit, Stack: 4 << 20}}), "")
	if err := vm.RunMain(compiled(t, `
import io
kept = []
def fill(size):
    try:
        while True: kept.append(io.BytesIO(b"x" * size))
    except MemoryError:
        n = len(kept)
        kept.clear()
    return n
`), []string{"test"}); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1000, 20_000, 1_000_000} {
		for i := range 6 {
			if v, err := vm.Call("fill", size); err != nil {
				t.Fatalf("%d bytes, call %d: %v", size, i, err)
			} else if n, err := interp.As[int](v); err != nil || n < limit/size/4 {
				t.Errorf("%d bytes, call %d: %d fit, %v", size, i, n, err)
			}
		}
	}
}
