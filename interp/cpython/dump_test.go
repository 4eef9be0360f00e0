package cpython

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/uop"
)

const sample = "../../testdata/traces"

func readSample(t testing.TB, name string) *Dump {
	t.Helper()
	f, err := os.Open(filepath.Join(sample, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := ReadDump(name, f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestReadDump checks what is read of a dump, compressed.
func TestReadDump(t *testing.T) {
	d := readSample(t, "float.jsonl.gz")
	if len(d.Traces) == 0 || len(d.Codes) == 0 {
		t.Fatalf("%d traces, %d code objects", len(d.Traces), len(d.Codes))
	}
	x := d.Traces[0]
	if x.ID != 25 || !x.OK || x.Code != "benchmark@bench/bm_float/run_benchmark.py:46" || x.Before.Entry != 63 || x.Before.Depth != 2 ||
		x.Before.Stop != uop.StopLoop || x.Body != 115 || x.EndReason != "loop" || x.CodeVersion != 1630 {
		t.Errorf("%+v", x)
	}
	c := d.Codes["Point.normalize@bench/bm_float/run_benchmark.py:23"]
	if c == nil || c.Nlocals != 5 || c.Stacksize != 5 || c.Argcount != 1 || c.Names[3] != "sqrt" || c.Consts[0] != [2]string{"NoneType", "None"} {
		t.Errorf("%+v", c)
	}
	entries, loops := x.Weight()
	if entries == 0 || loops == 0 || entries != x.Exec[0] {
		t.Errorf("executed %d and %d times", entries, loops)
	}
	n := 0
	for _, u := range x.Before.Insts {
		if s := d.Symbol(u.Operand0); u.Op == GUARD_TYPE_VERSION {
			n++
			if s == nil || s.Type != "Point" || s.TypeVersion != 131461 {
				t.Errorf("a type's version is %+v", s)
			}
		}
	}
	if n != 10 {
		t.Errorf("%d guards of type versions", n)
	}
	if d.Symbol(5) != nil || d.Symbol(SymbolBase+1<<40) != nil {
		t.Error("a number names a symbol")
	}
}

// TestStackDepths checks the tables' stack effects on every trace of the sample:
// no micro-op takes what is not there, and a trace that closes its loop ends with
// the stack that it began with.
func TestStackDepths(t *testing.T) {
	files, _ := filepath.Glob(sample + "/*.gz")
	if len(files) < 5 {
		t.Fatalf("only %d files", len(files))
	}
	for _, name := range files {
		d := readSample(t, filepath.Base(name))
		for _, x := range d.Traces {
			checkDepth(t, x)
		}
	}
}

func checkDepth(t *testing.T, x *DumpTrace) {
	stack, callers := x.Before.Depth, []int(nil)
	for i, u := range x.Before.Insts {
		r := DumpTable().Row(u.Op)
		if u.Op == RETURN_VALUE && len(callers) > 0 {
			stack, callers = callers[len(callers)-1]+1, callers[:len(callers)-1]
			continue
		}
		if n := r.Pops.At(u.Oparg); n > stack {
			t.Fatalf("%s %d: micro-op %d, %s, takes %d of %d", x.Program, x.ID, i, r.Name, n, stack)
		}
		stack += r.Pushes.At(u.Oparg) - r.Pops.At(u.Oparg)
		if u.Op == PUSH_FRAME {
			callers = append(callers, stack)
			stack = 0
		}
	}
	if x.Before.Stop == uop.StopLoop && len(callers) == 0 && stack != x.Before.Depth {
		t.Errorf("%s %d: a loop begins with a stack of %d and ends with one of %d", x.Program, x.ID, x.Before.Depth, stack)
	}
}

func TestDumpErrors(t *testing.T) {
	const trace = `{"kind":"trace","trace_id":7,"status":"ok","before":[{"op":"_NOP"}],"after":[{"op":"_NOP"}]`
	for _, c := range []struct{ text, want string }{
		{"{", "d:1: unexpected end of JSON input"},
		{"\n\n{\"kind\":\"tarce\"}", `d:3: a record of the unknown kind "tarce"`},
		{`{"kind":"trace","trace_id":7}`, "d:1: trace 7 is empty"},
		{`{"kind":"trace","trace_id":7,"before":[{"op":"_NOOP"}]}`, `d:1: trace 7, micro-op 0: unknown "_NOOP"`},
		{`{"kind":"trace","trace_id":7,"before":[{"op":"_NOP","operand0":-1}]}`, "d:1: trace 7, micro-op 0 (_NOP): the operand is a number of 63 bits or an object, not -1"},
		{`{"kind":"trace","trace_id":7,"stack_depth":-1,"before":[{"op":"_NOP"}]}`, "d:1: trace 7 enters at 0 with a stack of -1"},
		{trace + `,"stage_uops":{"final_body":2}}`, "d:1: trace 7 has 1 micro-ops, 2 of them no stubs"},
		{`{"kind":"code","nlocals":-1}`, "d:1: a code object with -1 locals and a stack of 0"},
	} {
		_, err := ReadDump("d", strings.NewReader(c.text))
		var e *DumpError
		if !errors.As(err, &e) || err.Error() != "cpython: "+c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := ReadDump("d", strings.NewReader("\x1f\x8bxx")); err == nil {
		t.Error("broken compression is no error")
	}
	d, err := ReadDump("d", strings.NewReader(trace+"}\n"))
	if err != nil || len(d.Traces) != 1 || d.Traces[0].Line != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}

// FuzzReadDump reads anything: no input makes the reader panic, and what it accepts
// is within its bounds.
func FuzzReadDump(f *testing.F) {
	var plain bytes.Buffer
	file, err := os.Open(sample + "/micro_kwargs_calls.jsonl.gz")
	if err != nil {
		f.Fatal(err)
	}
	z, err := gzip.NewReader(file)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := plain.ReadFrom(z); err != nil {
		f.Fatal(err)
	}
	f.Add(plain.Bytes())
	f.Add([]byte(`{"kind":"trace","before":[{"op":"_NOP","operand0":{"obj":"o"}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadDump("f", bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, x := range d.Traces {
			x.Weight()
			for _, u := range x.Before.Insts {
				if s := d.Symbol(u.Operand0); (s != nil) != (u.Operand0 >= SymbolBase) {
					t.Errorf("operand %#x names %v", u.Operand0, s)
				}
			}
		}
	})
}

func BenchmarkReadDump(b *testing.B) {
	data, err := os.ReadFile(sample + "/float.jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := ReadDump("float", bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}
