package unicode_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/unicode"
)

// TestUnicodeTables compares what the tables say of every code point with
// CPython 3.14: testdata/gen_unicode_digests.py makes the digests.
func TestUnicodeTables(t *testing.T) {
	f, err := os.Open("testdata/unicode_digests.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	maps := map[string]int{"upper": unicode.ToUpper, "lower": unicode.ToLower, "title": unicode.ToTitle, "casefold": unicode.ToFolded}
	tests := map[string]uint32{
		"isalpha": unicode.Alpha, "isdecimal": unicode.Decimal, "isdigit": unicode.Digit, "isnumeric": unicode.Numeric,
		"isspace": unicode.Space, "isprintable": unicode.Printable, "islower": unicode.Lower, "isupper": unicode.Upper,
		"isidentifier": unicode.IDStart, "istitle": unicode.Title | unicode.Upper, "isalnum": unicode.Alpha | unicode.Decimal | unicode.Digit | unicode.Numeric,
	}
	seen := 0
	for lines := bufio.NewScanner(f); lines.Scan(); seen++ {
		name, want, _ := strings.Cut(lines.Text(), " ")
		var out []byte
		for r := rune(0); r < 0x110000; r++ {
			column, ok := maps[name]
			if !ok {
				c := byte('0')
				if unicode.Props(r)&tests[name] != 0 {
					c = '1'
				}
				out = append(out, c)
				continue
			}
			one, more := unicode.Map(r, column)
			if more == nil {
				out = unicode.AppendRune(out, one)
			}
			for _, m := range more {
				out = unicode.AppendRune(out, m)
			}
			out = append(out, '\n')
		}
		if sum := sha256.Sum256(out); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s differs from CPython's", name)
		}
	}
	if seen != len(maps)+len(tests) {
		t.Errorf("%d digests", seen)
	}
	for r, want := range map[rune]int{'7': 7, '٣': 3, '𝟘': 0, '९': 9, 'a': -1, '²': -1, 'Ⅳ': -1} {
		if got := unicode.DecimalValue(r); got != want {
			t.Errorf("the decimal value of %c is %d", r, got)
		}
	}
}
