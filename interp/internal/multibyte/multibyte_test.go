package multibyte_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/tier2go/tier2/interp/internal/multibyte"
)

func Example() {
	c := multibyte.Find("euc_kr")
	s := c.Start(true)
	out, _, _ := c.Encode(&s, nil, []rune("뷁"), true)
	r, n, used, how := c.Decode(&s, out)
	fmt.Printf("% x %s %d %d %v\n", out, string(r[:n]), n, used, how == multibyte.Done)
	// Output: a4 d4 a4 b2 a4 ce a4 aa 뷁 1 8 true
}

// TestThereAndBack: what a character becomes is that character again, but for the few that CPython's codecs take for
// another one when they encode; and a sequence cut short is incomplete.
func TestThereAndBack(t *testing.T) {
	other := map[string]int{}
	for _, name := range []string{"big5", "big5hkscs", "cp950", "gb2312", "gbk", "gb18030", "euc_jp", "euc_jis_2004", "euc_jisx0213",
		"shift_jis", "cp932", "shift_jis_2004", "shift_jisx0213", "euc_kr", "cp949", "johab"} {
		c := multibyte.Find(name)
		s := c.Start(true)
		for r := rune(0); r <= 0x10FFFF; r++ {
			out, _, how := c.Encode(&s, nil, []rune{r}, true)
			if how != multibyte.Done {
				continue
			}
			back, n, used, how := c.Decode(&s, out)
			if name == "euc_kr" && r == 0x3164 && how == multibyte.Incomplete {
				continue // the filler's bytes begin a syllable: CPython does not read what it writes either
			}
			if how != multibyte.Done || n != 1 || used != len(out) {
				t.Fatalf("%s: %U is % x, which is %v %d %d %v", name, r, out, back, n, used, how)
			}
			if back[0] != r {
				other[name]++
			}
			if len(out) > 1 {
				if _, _, used, how = c.Decode(&s, out[:len(out)-1]); how != multibyte.Incomplete || used != len(out)-1 {
					t.Fatalf("%s: % x is not incomplete", name, out[:len(out)-1])
				}
			}
		}
	}
	want := map[string]int{"cp932": 6, "cp950": 9, "euc_jp": 2, "shift_jis": 2}
	if !maps.Equal(other, want) {
		t.Errorf("other characters: %v, want %v", other, want)
	}
}
