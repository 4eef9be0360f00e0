package object

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// randomRunes returns n code points of one kind, few of them different, so that
// searches find much.
func randomRunes(rng *rand.Rand, size, n int) []rune {
	top := []rune{'a', 'ÿ', 'ぁ', '🐍'}[size]
	few := 1 + rng.IntN(3)
	rs := make([]rune, n)
	for i := range rs {
		if rng.IntN(40) == 0 {
			rs[i] = '\n'
		} else {
			rs[i] = top - rune(rng.IntN(few))
		}
	}
	return rs
}

// naive searches of slices of code points.
func naiveFind(s, sub []rune, from, step int) int {
	for i := from; i >= 0 && i <= len(s)-len(sub); i += step {
		if string(s[i:i+len(sub)]) == string(sub) {
			return i
		}
	}
	return -1
}

// TestSearchLong compares the searches with naive ones on texts that are longer
// than those of the tables, of all kinds, with needles up to their length.
func TestSearchLong(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 4000 {
		size := rng.IntN(4)
		s := randomRunes(rng, size, rng.IntN(400))
		var sub []rune
		if len(s) > 0 && i%4 != 0 {
			at := rng.IntN(len(s))
			sub = append(sub, s[at:at+rng.IntN(min(len(s)-at, 150)+1)]...)
			if len(sub) > 0 && i%3 == 0 {
				sub[rng.IntN(len(sub))] = 'a' // a narrower needle, that is not there
			}
		} else {
			sub = randomRunes(rng, rng.IntN(4), rng.IntN(4))
		}
		hay, needle := h.strText(h.NewStrRunes(s)), h.strText(h.NewStrRunes(sub))
		if got, want := hay.find(needle), naiveFind(s, sub, 0, 1); got != want {
			t.Fatalf("%q.find(%q) = %d, want %d", string(s), string(sub), got, want)
		}
		if got, want := hay.rfind(needle), naiveFind(s, sub, len(s)-len(sub), -1); got != want {
			t.Fatalf("%q.rfind(%q) = %d, want %d", string(s), string(sub), got, want)
		}
		want := strings.Count(string(s), string(sub))
		if got := hay.count(needle, math.MaxInt); got != want {
			t.Fatalf("%q.count(%q) = %d, want %d", string(s), string(sub), got, want)
		}
		if got := hay.count(needle, 2); got != min(want, 2) {
			t.Fatalf("%q.count(%q) up to 2 = %d", string(s), string(sub), got)
		}
	}
}

// TestSearchIsLinear looks for needles that fail late and often. It takes some
// milliseconds; in quadratic time it would take minutes, and go test would end it.
func TestSearchIsLinear(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	const n = 1 << 17
	for _, c := range []string{"a", "ぁ", "🐍"} {
		for _, unit := range []string{c, c + strings.Repeat("x", 15)} {
			hay := h.strText(h.NewStr(strings.Repeat(unit, n/len(unit))))
			half := strings.Repeat(unit, n/len(unit)/2)
			for _, needle := range []string{half + "y", "y" + half, half + "y" + half[:len(half)/2]} {
				sub := h.strText(h.NewStr(needle))
				if hay.find(sub) >= 0 || hay.rfind(sub) >= 0 || hay.count(sub, math.MaxInt) > 0 {
					t.Errorf("found a needle of %d that is not there", sub.n)
				}
			}
		}
	}
}

// TestWordwise compares the loops that take several elements a step with plain
// ones, at all lengths and alignments.
func TestWordwise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		b := make([]byte, rng.IntN(70))
		for i := range b {
			b[i] = byte(rng.IntN(256))
			if rng.IntN(8) > 0 {
				b[i] &= 0x7F
			}
		}
		b = b[min(rng.IntN(8), len(b)):]
		wide := make([]uint16, len(b))
		for i, c := range b {
			wide[i] = uint16(c) << (8 * (i & 1)) // elements that share a byte with what is searched
		}
		for _, c := range []uint16{0, 'a', 'a' << 8} {
			want := -1
			for i, x := range wide {
				if x == c {
					want = i
					break
				}
			}
			if got := indexChar(wide, c); got != want {
				t.Fatalf("indexChar(%x, %x) = %d, want %d", wide, c, got, want)
			}
		}
	}
}

// TestBuilder collects random pieces in every way and compares with a Go
// string.
func TestBuilder(t *testing.T) {
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 64 << 20, Stress: stress})
		rng := rand.New(rand.NewPCG(7, 8))
		for range 500 {
			var b strBuilder
			var want []rune
			for range rng.IntN(12) {
				rs := randomRunes(rng, rng.IntN(4), rng.IntN(20))
				switch rng.IntN(5) {
				case 0:
					b.string(string(rs))
				case 1:
					b.str(h, h.NewStrRunes(rs))
				case 2:
					for _, r := range rs {
						b.rune(r)
					}
				case 3:
					rs = []rune(strings.Repeat("ascii", rng.IntN(5)))
					b.ascii(string(rs))
				case 4:
					rs = []rune(strings.Repeat("é", rng.IntN(5)))
					b.repeat('é', len(rs))
				}
				want = append(want, rs...)
			}
			v := b.value(h)
			if b.len() != len(want) || showValue(h, v) != showValue(h, h.NewStrRunes(want)) {
				t.Fatalf("built %s, want %q", showValue(h, v), string(want))
			}
		}
	}
}

// TestJoinPieces compares StrConcat, BuildString, StrJoin and StrAppend.
func TestJoinPieces(t *testing.T) {
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 64 << 20, Stress: stress})
		rng := rand.New(rand.NewPCG(9, 10))
		rounds := 300
		if stress {
			rounds = soak.Of(60, 60, 300)
		}
		for range rounds {
			list, sum, owned := h.NewList(), h.emptyStr, h.emptyStr
			for range rng.IntN(12) {
				p := h.NewStrRunes(randomRunes(rng, rng.IntN(4), rng.IntN(30)))
				h.ListAppend(list, p)
				before, text := sum, showValue(h, sum)
				sum = h.StrConcat(sum, p)
				if got := showValue(h, before); got != text {
					t.Fatalf("StrConcat changed %s to %s", text, got)
				}
				if h.StrLen(owned) > 0 {
					h.strHash(owned) // which must not survive the change
				}
				owned = h.StrAppend(owned, p)
				if rng.IntN(4) == 0 {
					h.StrShare(owned)
				}
				if h.strHash(owned) != h.strHash(sum) {
					t.Fatalf("StrAppend left the hash of another content")
				}
			}
			joined, err := h.StrJoin(h.emptyStr, h.ListItems(list))
			if err != nil {
				t.Fatal(err)
			}
			built, err := h.BuildString(h.ListItems(list))
			if err != nil {
				t.Fatal(err)
			}
			want := showValue(h, sum)
			for what, v := range map[string]Value{"StrJoin": joined, "BuildString": built, "StrAppend": owned} {
				if got := showValue(h, v); got != want {
					t.Fatalf("%s: %s, want %s", what, got, want)
				}
			}
		}
	}
}

// TestStrAppendOwnership checks who may be changed.
func TestStrAppendOwnership(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	piece := h.NewStr("0123456789")
	a := h.StrConcat(piece, piece)
	b := h.StrAppend(a, piece)
	if b == a || h.GoString(a) != strings.Repeat("0123456789", 2) {
		t.Error("StrAppend changed a str that it does not own")
	}
	c := h.StrAppend(b, piece)
	if c != b {
		t.Error("StrAppend did not use the room it had left")
	}
	if h.StrAppend(c, h.emptyStr) != c {
		t.Error("appending nothing made a new str")
	}
	h.StrShare(c)
	text := h.GoString(c)
	if d := h.StrAppend(c, piece); d == c || h.GoString(c) != text {
		t.Error("StrAppend changed a shared str")
	}
	e := h.StrAppend(h.StrAppend(h.NewStr("xy"), h.NewStr("ab")), h.NewStr("é"))
	if h.strIsASCII(e) || h.StrKind(e) != 1 {
		t.Error("a str with é is ASCII")
	}
	f := h.StrAppend(e, e)
	if got := h.GoString(f); got != "xyabéxyabé" {
		t.Errorf("a str appended to itself is %q", got)
	}
	h.InternValue(h.NewStr("interned"))
	runtime.KeepAlive(text)
	if g := h.StrAppend(h.Intern("interned"), piece); h.GoString(h.Intern("interned")) != "interned" || h.GoString(g) != "interned0123456789" {
		t.Error("StrAppend changed an interned str")
	}
}

// TestByteArrayStress changes a bytearray at random and compares with a Go
// slice.
func TestByteArrayStress(t *testing.T) {
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 64 << 20, Stress: stress})
		rng := rand.New(rand.NewPCG(11, 12))
		v := h.newByteArray(0)
		var want []byte
		for i := range 3000 {
			lo := rng.IntN(len(want) + 1)
			hi := lo + rng.IntN(len(want)-lo+1)
			b := []byte(strings.Repeat(string(rune('a'+i%26)), rng.IntN(60)))
			if len(want) > 2000 {
				b = nil
			}
			if stress && i > 500 {
				break
			}
			h.splice(v, lo, hi, b)
			want = append(want[:lo:lo], append(b, want[hi:]...)...)
			if string(h.byteArrayBytes(v)) != string(want) {
				t.Fatalf("after %d steps", i)
			}
			if rng.IntN(3) == 0 {
				h.byteArrayAppend(v, 'z')
				want = append(want, 'z')
			}
		}
	}
}

func ExampleHeap_StrSlice() {
	h, err := New(Options{Limit: 1 << 20, Stack: 1 << 16})
	if err != nil {
		panic(err)
	}
	defer h.Close()
	fmt.Println(h.GoString(h.StrSlice(h.NewStr("abcdef"), 5, -7, -2)))
	// Output: fdb
}
