package lib

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

// TestDigits holds the tables against Go's encodings, whole and with one byte changed.
func TestDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		want := base64.StdEncoding.AppendEncode(nil, data)
		text := make([]byte, len(want))
		if m := encodeBase64(text, data); m != len(want) || !bytes.Equal(text, want) {
			t.Fatalf("base 64 of %x: %q, %d digits; want %q", data, text, m, want)
		}
		whole := n / 3 * 4
		back := make([]byte, n/3*3)
		if m := decodeBase64(back, text[:whole]); m != whole || !bytes.Equal(back, data[:n/3*3]) {
			t.Fatalf("%q means %x, %d characters; want %x", text, back, m, data)
		}
		digits := make([]byte, 2*n)
		if encodeHex(digits, data); string(digits) != hex.EncodeToString(data) {
			t.Fatalf("base 16 of %x: %q", data, digits)
		}
		out := make([]byte, n)
		if ok := decodeHex(out, bytes.ToUpper(digits)); !ok || !bytes.Equal(out, data) {
			t.Fatalf("%q means %x, %v; want %x", digits, out, ok, data)
		}
		if n < 3 {
			continue
		}
		at, bad := r.IntN(whole), byte(r.Uint32())
		text[at] = bad
		m := whole
		if base64Values[bad] < 0 {
			m = at / 4 * 4
		}
		if got := decodeBase64(back, text[:whole]); got != m {
			t.Fatalf("%q: %d characters decoded, want %d", text, got, m)
		}
		digits[at] = bad
		_, err := hex.Decode(out, digits)
		if ok := decodeHex(out, digits); ok != (err == nil) {
			t.Fatalf("%q: %v, want %v", digits, ok, err)
		}
	}
}
