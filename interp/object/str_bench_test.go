package object

import (
	"strconv"
	"strings"
	"testing"
)

// benchMethod measures a method on a receiver. With -benchmem it must report no
// Go allocation: all of these are the usual cases.
func benchMethod(b *testing.B, self func(h *Heap) Value, name string, args func(h *Heap) []Value) {
	h := newHeap(b, Options{Limit: 256 << 20})
	v := self(h)
	h.Push(v)
	list := args(h)
	for _, a := range list {
		h.Push(a)
	}
	m := h.BuiltinOf(h.TypeOf(v).Lookup(h.Intern(name)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.CallBuiltin(m, v, list, Null); err != nil {
			b.Fatal(err)
		}
	}
}

func strOnly(s string) func(*Heap) Value { return func(h *Heap) Value { return h.NewStr(s) } }

func strs(ss ...string) func(*Heap) []Value {
	return func(h *Heap) (vs []Value) {
		for _, s := range ss {
			vs = append(vs, h.NewStr(s))
		}
		return vs
	}
}

var words = strings.Repeat("the quick brown fox jumps over the lazy dog ", 20)

func BenchmarkStrMethods(b *testing.B) {
	list := func(n int, s string) func(*Heap) []Value {
		return func(h *Heap) []Value {
			l := h.NewList()
			for range n {
				h.ListAppend(l, h.NewStr(s))
			}
			return []Value{l}
		}
	}
	for _, c := range []struct {
		name, self, method string
		args               func(*Heap) []Value
	}{
		{"split9", "the quick brown fox jumps over the lazy dog", "split", strs()},
		{"split180", words, "split", strs()},
		{"splitComma180", strings.ReplaceAll(words, " ", ","), "split", strs(",")},
		{"join9", " ", "join", list(9, "quick")},
		{"join1000", " ", "join", list(1000, "quick")},
		{"joinWide9", " ", "join", list(9, "жук")},
		{"findShort", "the quick brown fox", "find", strs("fox")},
		{"find880", words + "needle", "find", strs("needle")},
		{"findWide880", words + "игла", "find", strs("игла")},
		{"replaceChar", words, "replace", strs(" ", "_")},
		{"replaceWord", words, "replace", strs("the", "one")},
		{"replaceGrow", words, "replace", strs("fox", "foxes")},
		{"upper43", words[:43], "upper", strs()},
		{"upper880", words, "upper", strs()},
		{"lowerLatin", "Ärger über Öl", "lower", strs()},
		{"strip", "   stripped text \n", "strip", strs()},
		{"stripFew", "word,", "strip", strs(".,")},
		{"lower", "Word", "lower", strs()},
		{"startswith", words, "startswith", strs("the quick")},
		{"isdigit", "1234567890", "isdigit", strs()},
		{"zfill", "42", "zfill", func(*Heap) []Value { return []Value{SmallInt(8)} }},
		{"encode", words, "encode", strs()},
		{"splitlines", strings.Repeat("a line of text\n", 20), "splitlines", strs()},
		{"partition", "key=value", "partition", strs("=")},
	} {
		b.Run(c.name, func(b *testing.B) { benchMethod(b, strOnly(c.self), c.method, c.args) })
	}
	b.Run("decode", func(b *testing.B) {
		benchMethod(b, func(h *Heap) Value { return h.NewBytes([]byte(words)) }, "decode", strs())
	})
	b.Run("decodeWide", func(b *testing.B) {
		benchMethod(b, func(h *Heap) Value { return h.NewBytes([]byte(strings.Repeat("жук на игле ", 20))) }, "decode", strs())
	})
}

func BenchmarkStrConcat(b *testing.B) {
	for _, n := range []int{5, 50, 500, 5000} {
		b.Run("x"+strconv.Itoa(n), func(b *testing.B) {
			h := newHeap(b, Options{Limit: 256 << 20})
			x, y := h.NewStr(strings.Repeat("x", n)), h.NewStr("0123456789")
			b.ReportAllocs()
			for b.Loop() {
				h.StrConcat(x, y)
			}
		})
	}
}

// BenchmarkBuild builds a str of 10-byte pieces: by copying each time, and in
// place.
func BenchmarkBuild(b *testing.B) {
	for _, size := range []int{1000, 10_000, 100_000, 1_000_000} {
		for name, add := range map[string]func(h *Heap, a, b Value) Value{"copy": (*Heap).StrConcat, "append": (*Heap).StrAppend} {
			b.Run(name+strconv.Itoa(size), func(b *testing.B) {
				h := newHeap(b, Options{Limit: 256 << 20})
				piece := h.NewStr("0123456789")
				b.ReportAllocs()
				for b.Loop() {
					s := h.emptyStr
					for range size / 10 {
						s = add(h, s, piece)
					}
					if h.StrLen(s) != size {
						b.Fatal(h.StrLen(s))
					}
				}
			})
		}
	}
}

func BenchmarkStrOps(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	standIns(h)
	x, y := h.NewStr(words+"a"), h.NewStr(words+"b")
	short1, short2 := h.NewStr("hello"), h.NewStr("help")
	for _, v := range []Value{x, y, short1, short2} {
		h.Push(v) // the closures below are on the Go heap
	}
	bench := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	bench("index", func() error { _, err := h.GetItem(x, SmallInt(100)); return err })
	bench("slice10", func() error { h.StrSlice(x, 100, 110, 1); return nil })
	bench("less", func() error { _, err := h.Compare(LT, short1, short2); return err })
	bench("less880", func() error { _, err := h.Compare(LT, x, y); return err })
	bench("equal880", func() error { _, err := h.Compare(EQ, x, y); return err })
	bench("contains", func() error { _, err := h.Contains(x, short1); return err })
	bench("repr", func() error { _, err := h.Repr(short1); return err })
	bench("repr880", func() error { _, err := h.Repr(x); return err })
	bench("repeat", func() error { _, err := h.Binary(Multiply, short1, SmallInt(20)); return err })
	bench("hash880", func() error { h.SetWord(x, offStrHash, 0); h.strHash(x); return nil })
	bench("iterate880", func() error {
		it, err := h.Iter(x)
		for err == nil {
			var e Value
			if e, err = h.Next(it); e == Null {
				break
			}
		}
		return err
	})
	a := h.newByteArray(0)
	h.Push(a)
	bench("byteArrayAppend", func() error {
		h.byteArrayAppend(a, 'x')
		if len(h.byteArrayBytes(a)) > 1<<20 {
			h.byteArrayResize(a, 0)
		}
		return nil
	})
}
