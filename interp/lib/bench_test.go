package lib_test

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
)

// newLib makes a heap and a library without a VM.
func newLib(t testing.TB) (*object.Heap, *lib.Lib) {
	t.Helper()
	h, err := object.New(object.Options{Limit: 64 << 20, Stack: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	modules := h.NewDict()
	h.Push(modules)
	l, err := lib.New(h, &lib.Host{
		Stdin: bufio.NewReader(strings.NewReader("")), Stdout: bufio.NewWriter(io.Discard), Stderr: io.Discard, Modules: modules,
	})
	if err != nil {
		t.Fatal(err)
	}
	return h, l
}

// attr imports a module and returns one of its attributes.
func attr(t testing.TB, h *object.Heap, l *lib.Lib, module, name string) object.Value {
	t.Helper()
	m, ok, err := l.Import(module)
	if err != nil || !ok {
		t.Fatal(module, ok, err)
	}
	h.Push(m)
	f, err := h.GetAttr(m, h.Intern(name))
	if err != nil {
		t.Fatal(err)
	}
	h.Push(f)
	return f
}

func benchmarkCall(b *testing.B, module, name string, args ...object.Value) {
	h, l := newLib(b)
	f := object.Null
	if module == "builtins" {
		f = h.DictGetStr(l.Builtins(), h.Intern(name))
	} else {
		f = attr(b, h, l, module, name)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Call(f, args, object.Null); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSqrt(b *testing.B) { benchmarkCall(b, "math", "sqrt", object.FloatValue(2)) }
func BenchmarkSin(b *testing.B)  { benchmarkCall(b, "math", "sin", object.FloatValue(2)) }
func BenchmarkHypot(b *testing.B) {
	benchmarkCall(b, "math", "hypot", object.FloatValue(2), object.FloatValue(3))
}
func BenchmarkRandom(b *testing.B) { benchmarkGenerator(b, "random") }
func BenchmarkMax(b *testing.B) {
	benchmarkCall(b, "builtins", "max", object.SmallInt(3), object.SmallInt(4))
}
func BenchmarkAbs(b *testing.B)   { benchmarkCall(b, "builtins", "abs", object.SmallInt(-3)) }
func BenchmarkOrd(b *testing.B)   { benchmarkText(b, "ord", "x") }
func BenchmarkPrint(b *testing.B) { benchmarkText(b, "print", "hello world") }
func BenchmarkRound(b *testing.B) {
	benchmarkCall(b, "builtins", "round", object.FloatValue(2.345), object.SmallInt(2))
}
func BenchmarkDivMod(b *testing.B) {
	benchmarkCall(b, "builtins", "divmod", object.SmallInt(17), object.SmallInt(5))
}
func BenchmarkGetRandBits(b *testing.B) {
	benchmarkGenerator(b, "getrandbits", object.SmallInt(32))
}

// benchmarkGenerator calls a method of a _random.Random.
func benchmarkGenerator(b *testing.B, name string, args ...object.Value) {
	h, l := newLib(b)
	g, err := h.Call(attr(b, h, l, "_random", "Random"), []object.Value{object.SmallInt(1)}, object.Null)
	if err != nil {
		b.Fatal(err)
	}
	f, err := h.GetAttr(g, h.Intern(name))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Call(f, args, object.Null); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSHA256(b *testing.B) {
	h, l := newLib(b)
	f := attr(b, h, l, "_sha2", "sha256")
	args := []object.Value{h.NewBytes(make([]byte, 1024))}
	b.SetBytes(1024)
	b.ReportAllocs()
	for b.Loop() {
		v, err := h.Call(f, args, object.Null)
		if err != nil {
			b.Fatal(err)
		}
		if v, err = h.GetAttr(v, h.Intern("digest")); err != nil {
			b.Fatal(err)
		}
		if _, err := h.Call(v, nil, object.Null); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToBase64(b *testing.B) { benchmarkDigits(b, "b2a_base64", make([]byte, 3<<10)) }
func BenchmarkFromBase64(b *testing.B) {
	benchmarkDigits(b, "a2b_base64", bytes.Repeat([]byte("QUJD"), 1<<10))
}
func BenchmarkToHex(b *testing.B) { benchmarkDigits(b, "hexlify", make([]byte, 3<<10)) }
func BenchmarkFromHex(b *testing.B) {
	benchmarkDigits(b, "unhexlify", bytes.Repeat([]byte("A0"), 3<<10))
}

func benchmarkDigits(b *testing.B, name string, data []byte) {
	h, l := newLib(b)
	f := attr(b, h, l, "binascii", name)
	args := []object.Value{h.NewBytes(data)}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Call(f, args, object.Null); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkText calls a builtin with a str.
func benchmarkText(b *testing.B, name, s string) {
	h, l := newLib(b)
	f := h.DictGetStr(l.Builtins(), h.Intern(name))
	args := []object.Value{h.Intern(s)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Call(f, args, object.Null); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkList calls a builtin with a list of 1000 numbers.
func benchmarkList(b *testing.B, name string, value func(i int) object.Value) {
	h, l := newLib(b)
	f := h.DictGetStr(l.Builtins(), h.Intern(name))
	list := h.NewList()
	h.Push(list)
	for i := range 1000 {
		h.ListAppend(list, value(i))
	}
	args := []object.Value{list}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Call(f, args, object.Null); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSumInts(b *testing.B) {
	benchmarkList(b, "sum", func(i int) object.Value { return object.SmallInt(int64(i)) })
}

func BenchmarkSumFloats(b *testing.B) {
	benchmarkList(b, "sum", func(i int) object.Value { return object.FloatValue(float64(i) / 3) })
}

func BenchmarkMaxList(b *testing.B) {
	benchmarkList(b, "max", func(i int) object.Value { return object.SmallInt(int64(i * 7919 % 1000)) })
}

func BenchmarkAnyList(b *testing.B) {
	benchmarkList(b, "any", func(i int) object.Value { return object.SmallInt(0) })
}
