package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/profile"
)

// sampled skips a test on ports that cannot be sampled.
func sampled(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("threads are sampled on linux/amd64 only")
	}
	if raced {
		t.Skip("the race detector takes most of the time")
	}
}

// field is a field of a protocol buffer: data, or a number.
type field struct {
	id   int
	data []byte
	num  uint64
}

func fields(t *testing.T, b []byte) (list []field) {
	t.Helper()
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		v, k := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || k <= 0 {
			t.Fatal("bad varint")
		}
		b = b[n+k:]
		f := field{id: int(key >> 3), num: v}
		if key&7 == 2 {
			f.data, b = b[:v], b[v:]
		}
		list = append(list, f)
	}
	return list
}

const work = `
def mix(a, b):
    return (a * 31 + b) & 0xFFFF

def loop(n):
    s = 0
    for i in range(n):
        s = mix(s, i)
    return s

def words(n):
    k = 0
    for i in range(n):
        k += len("a b c".split(None, 5))
    return k

print(loop(60_000_000), words(600_000))
`

// The profile has what machine code did at Python's lines, inlined functions and
// their callers, Go's functions below helpers, and refers to nothing that it does
// not have.
func TestCPUProfile(t *testing.T) {
	sampled(t)
	file, out := write(t, "work.py", work), filepath.Join(t.TempDir(), "cpu.pb.gz")
	if _, errs, status := run(t, "", "run", "-cpuprofile="+out, file); status != 0 || errs != "" {
		t.Fatal(status, errs)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	var texts []string
	funcs, locs, lines := map[uint64]uint64{}, map[uint64]uint64{}, map[uint64]uint64{} // function: name; location: function, line
	all := fields(t, data)
	for _, f := range all {
		switch f.id {
		case 4:
			m := fields(t, f.data)
			l := fields(t, m[1].data)
			locs[m[0].num] = l[0].num
			if len(l) > 1 {
				lines[m[0].num] = l[1].num
			}
		case 5:
			m := fields(t, f.data)
			funcs[m[0].num] = m[1].num
		case 6:
			texts = append(texts, string(f.data))
		}
	}
	stacks, total := map[string]uint64{}, uint64(0)
	for _, f := range all {
		if f.id != 2 {
			continue
		}
		m := fields(t, f.data)
		var stack []string
		for b := m[0].data; len(b) > 0; {
			id, n := binary.Uvarint(b)
			b = b[n:]
			fn, ok := funcs[locs[id]]
			if !ok || int(fn) >= len(texts) {
				t.Fatalf("location %d: function %d is not there", id, locs[id])
			}
			stack = append(stack, texts[fn])
			if l := lines[id]; l > 0 {
				stack[len(stack)-1] += fmt.Sprint(":", l)
			}
		}
		n, _ := binary.Uvarint(m[1].data)
		stacks[strings.Join(stack, " < ")] += n
		total += n
	}
	for _, want := range []struct {
		stack string
		part  float64
	}{
		{`^mix:3 < loop:8 < executor \d+: loop work.py:\d+ < \[tier 2\]$`, 0.1},
		{`^interp/object\..*object\.\(\*Heap\)\.CallBuiltin < .*words:14 < executor \d+: words work.py:\d+ < \[helper\]$`, 0.05},
	} {
		n := uint64(0)
		for s, k := range stacks {
			if regexp.MustCompile(want.stack).MatchString(s) {
				n += k
			}
		}
		if float64(n) < want.part*float64(total) {
			t.Errorf("%d of %d samples match %s", n, total, want.stack)
			for s, k := range stacks {
				t.Log(k, s)
			}
		}
	}
}

// The perf map has a line for each executor that was made.
func TestPerfMap(t *testing.T) {
	machineCode(t)
	cmd := child("run", "-perfmap", write(t, "work.py", strings.ReplaceAll(work, "60_000_000", "20_000")))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	name := fmt.Sprintf("/tmp/perf-%d.map", cmd.Process.Pid)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(name)
	if ok, _ := regexp.Match(`(?m)^[0-9a-f]+ [0-9a-f]+ tier2:\d+:loop work.py:\d+$`, data); !ok {
		t.Errorf("%s", data)
	}
}

// TestPerfMapRoutines: a routine that an executor calls has a line in front of the executor's, once;
// samples in it belong to the line that calls it.
func TestPerfMapRoutines(t *testing.T) {
	machineCode(t)
	var tf tierFlags
	tf.selects.Selector = interp.Ways
	var errs, out bytes.Buffer
	const program = `def count(n, s):
    k = 0
    for i in range(n):
        if i in s: k += 1
    return k
print(count(3000000, {1, 2, 3}), count(3000000, frozenset({4})))
`
	r, status := tf.explain(streams{in: strings.NewReader(""), out: io.Discard, err: &errs}, "executors", whyRun{}, []string{write(t, "contains.py", program)})
	if r == nil || status != 0 {
		t.Fatal(status, errs.String())
	}
	p := profile.NewPerfMap(&out)
	for _, ex := range r.vm.Executors() {
		p.Attempt(interp.Attempt{Executor: ex})
	}
	if !regexp.MustCompile(`(?m)^[0-9a-f]+ [0-9a-f]+ tier2:routine:contains\n[0-9a-f]+ [0-9a-f]+ tier2:\d+:`).MatchString(out.String()) || strings.Count(out.String(), "routine:contains") != 1 {
		t.Errorf("%s", out.String())
	}
}

// TestPerfMapLines: a line has an executor's or a routine's address and size, in hexadecimal digits.
func TestPerfMapLines(t *testing.T) {
	machineCode(t)
	var tf tierFlags
	tf.selects.Selector = interp.Ways
	var errs, out bytes.Buffer
	r, status := tf.explain(streams{in: strings.NewReader(""), out: io.Discard, err: &errs}, "executors", whyRun{}, []string{write(t, "ways.py", ways)})
	if r == nil || status != 0 {
		t.Fatal(status, errs.String())
	}
	p := profile.NewPerfMap(&out)
	want := ""
	for _, ex := range r.vm.Executors() {
		if want == "" { // the routines that there are stand in front of the first executor
			for _, x := range ex.Routines() {
				want += fmt.Sprintf("%x %x tier2:routine:%s\n", x.Entry(), len(x.Bytes()), x.Name)
			}
		}
		p.Attempt(interp.Attempt{Executor: ex})
		want += fmt.Sprintf("%x %x tier2:%d:%s\n", ex.Entry(), len(ex.Bytes()), ex.ID, profile.Title(ex))
	}
	p.Attempt(interp.Attempt{}) // none was made
	if out.String() != want || want == "" || p.Err() != nil {
		t.Errorf("%q, %v, want %q", out.String(), p.Err(), want)
	}
}
