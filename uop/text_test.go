package uop_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/uop"
)

const sum = `trace @sum "sum.py:2" entry=12 depth=1
  LOAD 1 @13
  LOAD 0 @14
  BEGIN @15
  POLL @15
  GET @15
  STORE 1 @21
  END @12
`

func parse(t testing.TB, text string) *uop.Trace {
	t.Helper()
	tr, err := uop.Parse("t.uop", []byte(text), toyguest.Uops)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return tr
}

// TestDocSample checks the sample of the package comment.
func TestDocSample(t *testing.T) {
	tr := parse(t, sum)
	if tr.Name != "sum sum.py:2" || tr.Entry != 12 || tr.Depth != 1 || len(tr.Insts) != 7 || tr.Insts[5].Oparg != 1 || tr.Insts[5].Target != 21 {
		t.Errorf("%+v", tr)
	}
	if tr.String() != sum {
		t.Errorf("not canonical:\n%s", tr)
	}
}

// randomTrace makes a trace of any micro-ops.
func randomTrace(r *rand.Rand) *uop.Trace {
	names := []string{"sum sum.py:2", "f.<locals>.g a b.py:1", "", "x", "a ", " b", "né \"x\"\n"}
	t := &uop.Trace{
		Table: toyguest.Uops, Name: names[r.IntN(len(names))],
		Entry: r.Uint32(), Depth: r.IntN(9), Stop: uop.Stop(r.IntN(int(uop.NumStops))), Bytecodes: r.IntN(3),
	}
	if r.IntN(2) == 0 {
		t.Code = r.Uint64()
	}
	for range r.IntN(30) {
		in := uop.Inst{Op: uop.ID(r.IntN(toyguest.Uops.Len())), Target: r.Uint32() >> r.IntN(32)}
		if toyguest.Uops.Row(in.Op).Name == "" {
			continue
		}
		in.Oparg = r.Uint32() >> r.IntN(33)
		if r.IntN(3) == 0 {
			in.Operand0 = r.Uint64() >> r.IntN(65)
		}
		if r.IntN(3) == 0 {
			in.Operand1 = r.Uint64() >> r.IntN(65)
		}
		t.Insts = append(t.Insts, in)
	}
	return t
}

func TestRoundTrip(t *testing.T) {
	var all bytes.Buffer
	var want []*uop.Trace
	for seed := range uint64(300) {
		tr := randomTrace(rand.New(rand.NewPCG(seed, 1)))
		if got := parse(t, tr.String()); !reflect.DeepEqual(got, tr) {
			t.Fatalf("%+v became %+v\n%s", tr, got, tr)
		}
		want = append(want, tr)
		if err := uop.Print(&all, tr); err != nil {
			t.Fatal(err)
		}
	}
	got, err := uop.ParseAll("", all.Bytes(), toyguest.Uops)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("all traces in one text: %d, %v", len(got), err)
	}
}

// TestPrint checks what is left out and what is not.
func TestPrint(t *testing.T) {
	id := func(name string) uop.ID {
		id, ok := toyguest.Uops.ByName(name)
		if !ok {
			t.Fatal(name)
		}
		return id
	}
	tr := &uop.Trace{Table: toyguest.Uops, Name: "f", Code: 31, Stop: uop.StopLoop, Bytecodes: 4, Insts: []uop.Inst{
		{Op: id("LOAD")},
		{Op: id("POLL"), Oparg: 3, Operand1: 9},
		{Op: id("UNPACK"), Target: 7, Operand0: math.MaxUint64},
		{Op: math.MaxUint16},
	}}
	want := "trace @f entry=0 depth=0 code=0x1f stop=loop bytecodes=4\n  LOAD 0 @0\n  POLL 3 @0 =0x0,0x9\n" +
		"  UNPACK @7 =0xffffffffffffffff\n  ?65535 @0\n"
	if tr.String() != want {
		t.Errorf("got\n%s", tr)
	}
}

// TestLenient checks what the parser accepts and the print does not have.
func TestLenient(t *testing.T) {
	tr := parse(t, "; a comment\r\n\n trace @\"sum\"  depth=2;x\r\n\nLOAD 1@2=0x3,0x4;y\n\tPOLL\n;z")
	want := "trace @sum entry=0 depth=2\n  LOAD 1 @2 =0x3,0x4\n  POLL @0\n"
	if tr.String() != want {
		t.Errorf("got\n%s", tr)
	}
}

func TestErrors(t *testing.T) {
	const head = "trace @f\n"
	for _, c := range []struct{ text, want string }{
		{"", "1:1: one trace expected, not 0"},
		{head + head, "1:1: one trace expected, not 2"},
		{"\n POLL", `2:2: "trace" expected, not "POLL"`},
		{"trace f", `1:7: "@" and a name expected`},
		{"trace @f<g>", "1:8: the trace's name expected, quoted unless it is letters, digits, _ and dots"},
		{"trace @\"f", "1:8: malformed string literal"},
		{"trace @f \"g", "1:10: malformed string literal"},
		{"trace @f entri=5", `1:10: unknown attribute "entri" (entry?)`},
		{"trace @f entry", `1:15: "=" expected behind entry`},
		{"trace @f entry=1 entry=2", "1:18: entry is given twice"},
		{"trace @f entry=x", `1:16: the entry is a number, not "x"`},
		{"trace @f depth=4294967296", "1:16: the depth 4294967296 does not fit 32 bits"},
		{"trace @f code=12", `1:15: a hexadecimal number of 64 bits expected, as 0x1f, not "12"`},
		{"trace @f stop=lop", `1:15: unknown reason "lop" (loop?)`},
		{head + "  LOED 1", `2:3: unknown micro-op "LOED" (LOAD?)`},
		{head + "  POLL x", `2:8: the oparg is a number, not "x"`},
		{head + "  POLL @-1", `2:9: the target is a number, not "-1"`},
		{head + "  POLL =5", `2:9: a hexadecimal number of 64 bits expected, as 0x1f, not "5"`},
		{head + "  POLL =0x5,0x10000000000000000", `2:13: a hexadecimal number of 64 bits expected, as 0x1f, not "0x10000000000000000"`},
		{head + "  POLL 1 @2 =0x5 more", `2:18: the end of the line expected, not "more"`},
	} {
		_, err := uop.Parse("", []byte(c.text), toyguest.Uops)
		var e *uop.Error
		if !errors.As(err, &e) || err.Error() != "uop: "+c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := uop.Parse("d/f.uop", []byte("x"), toyguest.Uops); err == nil || !strings.HasPrefix(err.Error(), "uop: d/f.uop:1:1: ") {
		t.Errorf("error with a file name: %v", err)
	}
}

// FuzzParse parses random text: the parser must not panic, and what it accepts
// must have a print that reads back the same.
func FuzzParse(f *testing.F) {
	f.Add(sum)
	for seed := range uint64(4) {
		f.Add(randomTrace(rand.New(rand.NewPCG(seed, 1))).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := uop.ParseAll("", []byte(text), toyguest.Uops)
		if err != nil {
			return
		}
		for _, tr := range list {
			if again := parse(t, tr.String()); !reflect.DeepEqual(again, tr) {
				t.Fatalf("%+v became %+v", tr, again)
			}
		}
	})
}

func benchTrace() *uop.Trace {
	t := parse(&testing.T{}, sum)
	for len(t.Insts) < 800 {
		t.Insts = append(t.Insts, t.Insts[:7]...)
	}
	return t
}

func BenchmarkPrint(b *testing.B) {
	t := benchTrace()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = t.AppendText(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkParse(b *testing.B) {
	text := []byte(benchTrace().String())
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := uop.Parse("", text, toyguest.Uops); err != nil {
			b.Fatal(err)
		}
	}
}
