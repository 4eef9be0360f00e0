package pycode_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/pycode"
)

// withConst returns a marshalled code object with one constant, given marshalled.
func withConst(k string) []byte {
	var b strings.Builder
	b.WriteString("\xe3") // code, with a reference: object 0
	for range 5 {
		b.WriteString("\x01\x00\x00\x00") // counts, stack size, flags
	}
	b.WriteString("s\x04\x00\x00\x00\x80\x00\x23\x00") // RESUME, RETURN_VALUE
	b.WriteString(")\x01" + k)
	b.WriteString(")\x00)\x00s\x00\x00\x00\x00") // names, local names, local kinds
	b.WriteString("z\x01fz\x01nz\x01q")
	b.WriteString("\x01\x00\x00\x00s\x01\x00\x00\x00\xf9s\x00\x00\x00\x00")
	return []byte(b.String())
}

const constAt = 1 + 20 + 9 + 2 // where the constant of withConst begins

func TestConstants(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"N", "None"},
		{"i\xfe\xff\xff\xff", "-2"},
		{"I\x00\x00\x00\x00\x00\x00\x00\x80", "-9223372036854775808"},
		{"l\x02\x00\x00\x00\x01\x00\x01\x00", "32769"},
		{"l\xff\xff\xff\xff\x05\x00", "-5"},
		{"l\x00\x00\x00\x00", "0"},
		{"l\x05\x00\x00\x00\xff\x7f\xff\x7f\xff\x7f\xff\x7f\x07\x00", "9223372036854775807"},
		{"l\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x08\x00", "9223372036854775808"},
		{"l\xfb\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00\x08\x00", "-9223372036854775808"},
		{"l\x09\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00", "1329227995784915874056728564887191552"},
		{"g\x00\x00\x00\x00\x00\x00\xf8\x3f", "1.5"},
		{"y\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00\x00\x00\x00\x00\xf8\xbf", "(1.5-1.5j)"},
		{"u\x03\x00\x00\x00\xed\xa0\x80", `'\ud800'`},
		{"t\x02\x00\x00\x00\xc3\xa9", "'é'"},
		{"a\x01\x00\x00\x00x", "'x'"},
		{"A\x01\x00\x00\x00x", "'x'"},
		{"Z\x01x", "'x'"},
		{":NNi\x01\x00\x00\x00", "slice(None, None, 1)"},
		{">\x01\x00\x00\x00T", "frozenset({True})"},
		{"(\x01\x00\x00\x00.", "(Ellipsis,)"},
		// The tuple is object 1, its first element 2: referred to by the second.
		{"\xa9\x02\xfa\x01xr\x02\x00\x00\x00", "('x', 'x')"},
		// An empty frozenset takes no index before it is complete, but has one.
		{")\x02\xbe\x00\x00\x00\x00r\x01\x00\x00\x00", "(frozenset(), frozenset())"},
		{")\x02\xbaNNNr\x01\x00\x00\x00", "(slice(None, None, None), slice(None, None, None))"},
	} {
		code, err := pycode.Unmarshal(withConst(c.in))
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if got := pycode.Repr(code.Consts[0]); got != c.want {
			t.Errorf("%q: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestBadConstants(t *testing.T) {
	deep := strings.Repeat(")\x01", 2100) + "N"
	// Tuples of two references to the one before: 2**60 objects.
	bomb := "\xa9\x01N"
	for i := range 60 {
		r := "r" + string(binary.LittleEndian.AppendUint32(nil, uint32(i+1)))
		bomb += "\xa9\x02" + r + r
	}
	bomb = ")\x3d" + bomb
	for _, c := range []struct {
		in     string
		at     int // offset from the constant
		reason string
	}{
		{"[\x00\x00\x00\x00", 0, `type code '[' (list), which no code object contains`},
		{"{0", 0, `type code '{' (dict), which no code object contains`},
		{"\x05", 0, `unknown type code '\x05'`},
		{"0", 0, `type code '0' (null), which no code object contains`},
		{"r\x09\x00\x00\x00", 0, "reference to object 9 of 1"},
		{"r\xff\xff\xff\xff", 0, "reference to object -1 of 1"},
		{"r\x00\x00\x00\x00", 0, "reference to object 0, which is not complete"},
		{"\xa9\x01r\x01\x00\x00\x00", 2, "reference to object 1, which is not complete"},
		{"\xbar\x01\x00\x00\x00NN", 1, "reference to object 1, which is not complete"},
		{"(\xff\xff\xff\x7f", 1, "tuple of length 2147483647 in the"},
		{"s\xff\xff\xff\xff", 1, "bytes of length -1 in the"},
		{">\x00\x00\x00\x7f", 1, "frozenset of length 2130706432 in the"},
		{"u\x02\x00\x00\x00\xff\xff", 5, "str is not UTF-8"},
		{"u\x02\x00\x00\x00\xc0\x80", 5, "str is not UTF-8"},
		{"z\x01\x80", 2, "byte 0x80 in an ASCII str"},
		{"l\x01\x00\x00\x00\x00\x80", 5, "digit of an int out of range"},
		{"l\x02\x00\x00\x00\x01\x00\x00\x00", 7, "int with a leading zero digit"},
		{"l\xff\xff\xff\x7f", 1, "int of 2147483647 digits in the"},
		{"l\x00\x00\x00\x80", 1, "int of 2147483648 digits in the"},
		{deep, 2 * 1999, "objects nested more than 2000 deep"},
		{bomb, 0, "references repeat more than the data can mean"},
	} {
		_, err := pycode.Unmarshal(withConst(c.in))
		var f *pycode.FormatError
		if !errors.As(err, &f) {
			t.Errorf("%.20q: %v", c.in, err)
			continue
		}
		if c.in == bomb { // where the bound is passed depends on it
			f.Offset = constAt
		}
		if f.Offset != constAt+c.at || !strings.Contains(f.Reason, c.reason) {
			t.Errorf("%.20q: %v, want byte %d: %s", c.in, err, constAt+c.at, c.reason)
		}
		oneLine(t, err)
	}
}

// oneLine checks that an error is one line of text.
func oneLine(t *testing.T, err error) {
	t.Helper()
	if s := err.Error(); strings.ContainsAny(s, "\n\r\x00") || s == "" || len(s) > 400 {
		t.Errorf("not one line: %q", s)
	}
}

// TestBadFields puts a wrong object in the place of each field of a code object.
func TestBadFields(t *testing.T) {
	good := string(withConst("N"))
	for _, c := range []struct{ old, new, want string }{
		{"\xe3\x01\x00\x00\x00", "\xe3\xff\xff\xff\xff", "argcount is -1"},
		{"s\x04\x00\x00\x00\x80\x00\x23\x00", "s\x03\x00\x00\x00\x80\x00\x23", "code of 3 bytes: not a whole number of code units"},
		{"s\x04\x00\x00\x00\x80\x00\x23\x00", "N", "code of a code object should be bytes, not None"},
		{")\x01N", "T", "constants of a code object should be tuple, not bool"},
		{")\x00)\x00", ")\x01N)\x00", "entry 0 of the names of a code object should be str, not None"},
		{")\x00)\x00s", ")\x00)\x01z\x01xs", `code object "n" has 1 local names and 0 local kinds`},
		{"z\x01f", "i\x00\x00\x00\x00", "file name of a code object should be str, not int"},
		{"z\x01q", ".", "qualified name of a code object should be str, not Ellipsis"},
		{"s\x01\x00\x00\x00\xf9", ")\x00", "line table of a code object should be bytes, not tuple"},
	} {
		if strings.Count(good, c.old) != 1 {
			t.Fatalf("%q is not there once", c.old)
		}
		_, err := pycode.Unmarshal([]byte(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := pycode.Unmarshal([]byte(good + "N")); err == nil || !strings.Contains(err.Error(), "1 bytes after the end") {
		t.Errorf("trailing byte: %v", err)
	}
	if _, err := pycode.Unmarshal([]byte("N")); err == nil || err.Error() != "marshal: byte 0: None where a code object should be" {
		t.Errorf("None: %v", err)
	}
}

// TestTruncated cuts two samples: a small one everywhere, the large one here and
// there.
func TestTruncated(t *testing.T) {
	small, _ := sample(t, "small")
	large, _ := features(t)
	for _, c := range []struct {
		data []byte
		step int
	}{{small, 1}, {large, 401}} {
		for n := 0; n < len(c.data); n += c.step {
			_, err := pycode.ReadPyc(c.data[:n])
			if err == nil {
				t.Fatalf("%d of %d bytes are read", n, len(c.data))
			}
			oneLine(t, err)
		}
	}
}

// TestCorrupted changes single bytes of two samples: there is an error of one
// line, or code that can be looked at in all ways.
func TestCorrupted(t *testing.T) {
	small, _ := sample(t, "small")
	large, _ := features(t)
	for _, c := range []struct {
		data       []byte
		step, flip int // every step-th byte; changes that are multiples of flip
	}{{small, 1, soak.Of(127, 85, 37)}, {large, soak.Of(1601, 1201, 401), 127}} {
		rejected, all := 0, 0
		for i := 0; i < len(c.data); i += c.step {
			for flip := c.flip; flip < 256; flip += c.flip {
				c.data[i] ^= byte(flip)
				all++
				if err := inspect(c.data); err != nil {
					rejected++
					oneLine(t, err)
				}
				c.data[i] ^= byte(flip)
			}
		}
		t.Logf("%d of %d changes are rejected", rejected, all)
	}
}

// inspect reads a .pyc file and calls what there is to call.
func inspect(pyc []byte) error {
	code, err := pycode.ReadPyc(pyc)
	if err != nil {
		return err
	}
	lookAt(code)
	return code.Verify()
}

func lookAt(code *pycode.Code) {
	_ = pycode.Disassemble(io.Discard, code, pycode.DisOptions{Caches: true})
	code.Line(0)
	code.Positions(len(code.Units) - 1)
	code.HandlerAt(0)
	if len(code.Units) > 0 {
		pycode.Decode(code.Units, 0).Target()
	}
}

func TestMagic(t *testing.T) {
	body, _ := features(t)
	body = body[16:]
	for _, c := range []struct {
		magic uint16
		want  string
	}{
		{3495, "pyc: magic 3495 is CPython 3.11's; this reads 3627 (CPython 3.14)"},
		{3439, "pyc: magic 3439 is CPython 3.10's; this reads 3627 (CPython 3.14)"},
		{3571, "pyc: magic 3571 is CPython 3.13's; this reads 3627 (CPython 3.14)"},
		{3626, "pyc: magic 3626 is a pre-release of CPython 3.14's; this reads 3627 (CPython 3.14)"},
		{3660, "pyc: magic 3660 is CPython 3.15's; this reads 3627 (CPython 3.14)"},
		{62211, "pyc: magic 62211 is CPython 1 or 2's; this reads 3627 (CPython 3.14)"},
		{240, "pyc: magic 240 is not one of CPython's known; this reads 3627 (CPython 3.14)"},
	} {
		_, err := pycode.ReadPyc(append(pycHeader(c.magic), body...))
		var m *pycode.MagicError
		if !errors.As(err, &m) || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"", "pyc: file of 0 bytes: no magic number"},
		{"import os\n", `pyc: not a .pyc file: begins with "impo"`},
		{string(pycHeader(pycode.Magic)[:15]), "pyc: file of 15 bytes: the header is cut off"},
		{strings.Replace(string(pycHeader(pycode.Magic)), "\n\x00", "\n\x04", 1), "pyc: unknown flags 0x4 in the header"},
		{string(pycHeader(pycode.Magic)), "pyc: marshal: byte 16: type code needs 1 bytes, 0 are left"},
	} {
		_, err := pycode.ReadPyc([]byte(c.in))
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	hashed := bytes.Replace(pycHeader(pycode.Magic), []byte("\n\x00"), []byte("\n\x03"), 1)
	if _, err := pycode.ReadPyc(append(hashed, body...)); err != nil {
		t.Errorf("a .pyc file checked by hash: %v", err)
	}
}

func FuzzUnmarshal(f *testing.F) {
	data, _ := sample(f, "small")
	f.Add(data[16:])
	f.Add([]byte(example))
	f.Add(withConst("N"))
	f.Add(withConst("\xa9\x02\xfa\x01xr\x02\x00\x00\x00"))
	f.Add(withConst(">\x02\x00\x00\x00l\x02\x00\x00\x00\x01\x00\x01\x00:NNN"))
	f.Fuzz(func(t *testing.T, data []byte) {
		code, err := pycode.Unmarshal(data)
		if err != nil {
			return
		}
		_ = code.Verify()
		lookAt(code)
	})
}

func FuzzReadPyc(f *testing.F) {
	data, _ := sample(f, "small")
	f.Add(data)
	f.Add(append(pycHeader(pycode.Magic), example...))
	f.Add(append(pycHeader(pycode.Magic), withConst("N")...))
	f.Add(pycHeader(3495))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := inspect(data); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("not one line: %q", err)
		}
	})
}

func BenchmarkReadPyc(b *testing.B) {
	data, _ := features(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pycode.ReadPyc(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	data, _ := features(b)
	data = data[16:]
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pycode.Unmarshal(data); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleReadPyc() {
	// def f(a): return a + 1
	data := append(pycHeader(pycode.Magic), example...)
	code, err := pycode.ReadPyc(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := code.Consts[0].(*pycode.Code)
	for in := range f.Instructions() {
		fmt.Printf("%d %d %v %d %q\n", f.Line(in.Unit), in.Unit, in.Op, in.Arg, f.Operand(in))
	}
	// Output:
	// 1 0 RESUME 0 ""
	// 1 1 LOAD_FAST_BORROW 0 "a"
	// 1 2 LOAD_SMALL_INT 1 ""
	// 1 3 BINARY_OP 0 "+"
	// 1 9 RETURN_VALUE 0 ""
}

// example is what marshal.dumps makes of `def f(a): return a + 1`.
const example = "" +
	"\x63\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\xf3\x0c\x00" +
	"\x00\x00\x80\x00\x52\x00\x17\x00\x74\x00\x52\x01\x23\x00\x29\x02\x63\x01\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\xf3\x14\x00\x00\x00\x80\x00\x56\x00\x5e\x01" +
	"\x2c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x23\x00\x29\x01\xe9\x01\x00\x00\x00\xa9\x00\x29" +
	"\x01\xda\x01\x61\x73\x01\x00\x00\x00\x26\xda\x04\x66\x2e\x70\x79\xda\x01\x66\x72\x06\x00\x00\x00" +
	"\x01\x00\x00\x00\x73\x0a\x00\x00\x00\x80\x00\x90\x11\x90\x51\x95\x15\x88\x2c\xf3\x00\x00\x00\x00" +
	"\x4e\x29\x01\x72\x06\x00\x00\x00\x72\x03\x00\x00\x00\x72\x07\x00\x00\x00\x72\x05\x00\x00\x00\xda" +
	"\x08\x3c\x6d\x6f\x64\x75\x6c\x65\x3e\x72\x08\x00\x00\x00\x01\x00\x00\x00\x73\x08\x00\x00\x00\xf0" +
	"\x03\x01\x01\x01\xdc\x00\x16\x72\x07\x00\x00\x00"
