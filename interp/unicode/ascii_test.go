package unicode_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/unicode"
)

// TestWordwise compares the loops that take several bytes a step with plain
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
		ascii := true
		for _, c := range b {
			ascii = ascii && c < utf8.RuneSelf
		}
		if unicode.IsASCII(b) != ascii {
			t.Fatalf("IsASCII(%q)", b)
		}
		for name, f := range map[string]func([]byte){"upper": unicode.UpperASCII, "lower": unicode.LowerASCII} {
			got := append([]byte(nil), b...)
			f(got)
			for i, c := range b {
				want := c
				if name == "upper" && c >= 'a' && c <= 'z' || name == "lower" && c >= 'A' && c <= 'Z' {
					want ^= 0x20
				}
				if got[i] != want {
					t.Fatalf("%s(%q)[%d] = %q", name, b, i, got[i])
				}
			}
		}
		from, to := byte(rng.IntN(256)), byte(rng.IntN(256))
		if len(b) > 0 {
			from = b[rng.IntN(len(b))]
		}
		replaced := append([]byte(nil), b...)
		unicode.ReplaceByte(replaced, from, to)
		if want := bytes.ReplaceAll(b, []byte{from}, []byte{to}); !bytes.Equal(replaced, want) {
			t.Fatalf("ReplaceByte(%q, %q, %q) = %q", b, from, to, replaced)
		}
	}
}

// TestUTF8: lengths, widths and code points of valid UTF-8, and WTF-8 there and back.
func TestUTF8(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	bounds := [...]rune{0x80, 0x100, 0x10000, utf8.MaxRune + 1}
	for range 3000 {
		text, kind := []rune{'é'}, 1+rng.IntN(3)
		for range 1 + rng.IntN(30) {
			r := rng.Int32N(bounds[rng.IntN(kind+1)])
			if unicode.IsSurrogate(r) {
				r = 0xFFFD
			}
			text = append(text, r)
		}
		want := 0xFF
		for _, r := range text {
			switch {
			case r > 0xFFFF:
				want = 0x10FFFF
			case r > 0xFF:
				want = max(want, 0xFFFF)
			}
		}
		b := []byte(string(text))
		if n, widest := unicode.ScanUTF8(b); n != len(text) || int(widest) != want {
			t.Fatalf("ScanUTF8(%q) = %d, %x; want %d, %x", b, n, widest, len(text), want)
		}
		got := make([]uint32, len(text))
		unicode.FromUTF8(got, b)
		for i, r := range text {
			if rune(got[i]) != r {
				t.Fatalf("FromUTF8(%q)[%d] = %x", b, i, got[i])
			}
		}
	}
	for _, r := range []rune{0, 0x7F, 0x80, 0xD7FF, 0xD800, 0xDABC, 0xDFFF, 0xE000, 0x10FFFF} {
		s := string(unicode.AppendRune(nil, r))
		if got, n := unicode.DecodeRune(s + "x"); got != r || n != len(s) {
			t.Errorf("%x came back as %x, %d bytes of %d", r, got, n, len(s))
		}
		if n, widest := unicode.ScanWTF8("a" + s); n != 2 && r != 0 || r >= 0x80 && widest != r {
			t.Errorf("ScanWTF8 of a and %x: %d, %x", r, n, widest)
		}
	}
}

// The errors are CPython's UnicodeDecodeErrors.
func TestBadUTF8(t *testing.T) {
	for _, c := range []struct {
		in     string
		end    int
		reason string
	}{
		{"\x80", 1, "invalid start byte"},
		{"\xC0\x80", 1, "invalid start byte"},
		{"\xF5\x80\x80\x80", 1, "invalid start byte"},
		{"\xE0\x80\x80", 1, "invalid continuation byte"},
		{"\xED\xA0\x80", 1, "invalid continuation byte"},
		{"\xE2\x82a", 2, "invalid continuation byte"},
		{"\xF0\x9F\x98", 3, "unexpected end of data"},
		{"\xC3", 1, "unexpected end of data"},
	} {
		if end, reason := unicode.BadUTF8([]byte(c.in), 0); end != c.end || reason != c.reason {
			t.Errorf("%q: to %d, %s; want to %d, %s", c.in, end, reason, c.end, c.reason)
		}
	}
}

func TestEncodingName(t *testing.T) {
	for in, want := range map[string]string{"UTF-8": "utf_8", "  latin  1 ": "latin_1", "ISO 8859.1": "iso_8859.1", "Ünicode": "nicode", "--": ""} {
		if got := unicode.EncodingName(in); got != want {
			t.Errorf("EncodingName(%q) = %q, want %q", in, got, want)
		}
	}
}
