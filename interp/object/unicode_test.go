package object

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// TestUnicodeTables compares what the tables say of every code point with
// CPython 3.14: testdata/gen_unicode_digests.py makes the digests.
func TestUnicodeTables(t *testing.T) {
	f, err := os.Open("testdata/unicode_digests.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	maps := map[string]int{"upper": toUpper, "lower": toLower, "title": toTitle, "casefold": toFolded}
	tests := map[string]uint32{
		"isalpha": uniAlpha, "isdecimal": uniDecimal, "isdigit": uniDigit, "isnumeric": uniNumeric,
		"isspace": uniSpace, "isprintable": uniPrintable, "islower": uniLower, "isupper": uniUpper,
		"isidentifier": uniIDStart, "istitle": uniTitle | uniUpper, "isalnum": uniAlpha | uniDecimal | uniDigit | uniNumeric,
	}
	seen := 0
	for lines := bufio.NewScanner(f); lines.Scan(); seen++ {
		name, want, _ := strings.Cut(lines.Text(), " ")
		var out []byte
		for r := rune(0); r < 0x110000; r++ {
			column, ok := maps[name]
			if !ok {
				c := byte('0')
				if uniProps(r)&tests[name] != 0 {
					c = '1'
				}
				out = append(out, c)
				continue
			}
			one, more := uniMap(r, column)
			if more == nil {
				out = appendRuneWTF8(out, one)
			}
			for _, m := range more {
				out = appendRuneWTF8(out, m)
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
		if got := uniDecimalValue(r); got != want {
			t.Errorf("the decimal value of %c is %d", r, got)
		}
	}
}
