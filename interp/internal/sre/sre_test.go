package sre_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/tier2go/tier2/interp/internal/sre"
)

// kit is good enough for the texts of the cases; the interpreter has Unicode 16.
var kit = sre.Unicode{
	Lower: unicode.ToLower, Upper: unicode.ToUpper,
	Decimal:   func(r rune) bool { return unicode.Is(unicode.Nd, r) },
	Space:     func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r < 0x20 },
	Alnum:     func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) },
	LineBreak: func(r rune) bool { return r == '\n' },
}

// found is what a match has: the last group, and the spans.
type found struct {
	Last  int
	Spans [][2]int
}

func (f *found) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&f.Last, &f.Spans})
}

type text struct {
	Text                string
	Match, Full, Search *found
	Each                []*found
}

func (t *text) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&t.Text, &t.Match, &t.Full, &t.Search, &t.Each})
}

type cases struct {
	Pattern string
	Flags   int
	Bytes   bool
	Groups  int
	Code    []uint32
	Texts   []text
}

func read(t testing.TB) []cases {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []cases
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// matches returns what a text gives, in cells as wide as wanted.
func matches[T sre.Char](t *testing.T, p *sre.Program, cells []T) (match, full, search *found, each []*found) {
	m := sre.NewMatcher(p, cells)
	get := func(ok bool, err error) *found {
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return nil
		}
		f := &found{Last: m.Last()}
		for g := range p.Groups() + 1 {
			from, to := m.Span(g)
			f.Spans = append(f.Spans, [2]int{from, to})
		}
		return f
	}
	n := len(cells)
	match, full = get(m.Match(0, n, false, false)), get(m.Match(0, n, true, false))
	search = get(m.Search(n/4, n-n/5, false))
	for pos, nonEmpty := 0, false; ; {
		f := get(m.Search(pos, n, nonEmpty))
		if f == nil {
			return match, full, search, each
		}
		each = append(each, f)
		pos, nonEmpty = f.Spans[0][1], f.Spans[0][0] == f.Spans[0][1]
	}
}

// TestCases has CPython's matcher as the oracle: testdata/gen_cases.py writes what
// it makes of 120 written patterns and 400 random ones.
func TestCases(t *testing.T) {
	all := read(t)
	if len(all) < 500 {
		t.Fatalf("%d patterns", len(all))
	}
	for _, c := range all {
		p, err := sre.Compile(c.Code, c.Groups, &kit)
		if err != nil {
			t.Errorf("%q: %v", c.Pattern, err)
			continue
		}
		for _, x := range c.Texts {
			runes := []rune(x.Text)
			widest := rune(0)
			for _, r := range runes {
				widest = max(widest, r)
			}
			check := func(width string, match, full, search *found, each []*found) {
				got, want := text{x.Text, match, full, search, each}, x
				if len(want.Each) == 0 {
					want.Each = nil
				}
				if !reflect.DeepEqual(got, want) {
					g, _ := json.Marshal(got)
					w, _ := json.Marshal(want)
					t.Errorf("%q on %q, %s:\n got %s\nwant %s", c.Pattern, x.Text, width, g, w)
				}
			}
			wide := make([]uint32, len(runes))
			for i, r := range runes {
				wide[i] = uint32(r)
			}
			a, b, s, e := matches(t, p, wide)
			check("4 bytes", a, b, s, e)
			if widest < 0x10000 {
				a, b, s, e := matches(t, p, utf16.Encode(runes))
				check("2 bytes", a, b, s, e)
			}
			if widest < 0x100 {
				narrow := make([]uint8, len(runes))
				for i, r := range runes {
					narrow[i] = uint8(r)
				}
				a, b, s, e := matches(t, p, narrow)
				check("1 byte", a, b, s, e)
			}
		}
	}
}

// TestChecked changes each code of each pattern: Compile refuses it, or what is
// matched with it stays within the codes.
func TestChecked(t *testing.T) {
	stop := fmt.Errorf("enough")
	refused := 0
	for _, c := range read(t) {
		if c.Bytes || len(c.Code) > 200 {
			continue
		}
		for i := range c.Code {
			for _, x := range []uint32{0, 1, c.Code[i] + 1, c.Code[i] ^ 7, 1 << 20, sre.MaxRepeat} {
				code := append([]uint32(nil), c.Code...)
				code[i] = x
				p, err := sre.Compile(code, c.Groups, &kit)
				if err != nil {
					refused++
					continue
				}
				m := sre.NewMatcher(p, []uint8("aabba cab"))
				m.Poll = func() error { return stop }
				if _, err := m.Search(0, 9, false); err != nil && err != stop {
					t.Fatal(err)
				}
			}
		}
	}
	if refused < 10000 {
		t.Errorf("%d codes refused", refused)
	}
}

// TestPoll has a match that takes for ever ended by Poll.
func TestPoll(t *testing.T) {
	for _, c := range read(t) {
		if c.Pattern != `(?:a|b|ab)*?abb` {
			continue
		}
		p, err := sre.Compile(c.Code, c.Groups, &kit)
		if err != nil {
			t.Fatal(err)
		}
		long := make([]uint8, 200)
		for i := range long {
			long[i] = "ab"[i%2]
		}
		m, calls := sre.NewMatcher(p, long), 0
		stop := fmt.Errorf("enough")
		m.Poll = func() error {
			if calls++; calls == 3 {
				return stop
			}
			return nil
		}
		if ok, err := m.Match(0, len(long), true, false); ok || err != stop {
			t.Error(ok, err)
		}
		// The matcher can be used again.
		if ok, err := m.Match(0, 4, false, false); ok || err != nil {
			t.Error(ok, err)
		}
		return
	}
	t.Error("no such pattern")
}

func BenchmarkSearch(b *testing.B) {
	var line []uint8
	for range 100 {
		line = append(line, `some words, x = 12; y="text of it" and so on. `...)
	}
	for _, c := range read(b) {
		if c.Pattern != `(\w+)\s*=\s*(?:\"([^\"]*)\"|(\d+))` {
			continue
		}
		p, err := sre.Compile(c.Code, c.Groups, &kit)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("assignments", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(line)))
			m := sre.NewMatcher(p, line)
			for b.Loop() {
				for pos := 0; ; _, pos = m.Span(0) {
					if ok, _ := m.Search(pos, len(line), false); !ok {
						break
					}
				}
			}
		})
	}
}

// TestLong has texts and patterns whose characters are almost all the same: the search looks at no character twice,
// and what compares many characters counts them, so that Poll is asked.
func TestLong(t *testing.T) {
	const (
		success, groupRef, info, literal, mark, notLiteral, repeatOne = 1, 11, 14, 16, 17, 20, 24
		n                                                             = 20000
	)
	long := make([]uint16, 10*n)
	for i := range long {
		long[i] = 'a'
	}
	long[len(long)-1] = 'b'
	code := []uint32{info, 6 + 2*n, 1, n, n, n, n} // a…ab, and the same as a prefix
	body := []uint32{}
	for i := range n {
		ch := uint32(long[len(long)-n+i])
		code, body = append(code, ch), append(body, literal, ch)
	}
	code = append(append(append(code, make([]uint32, n)...), body...), success)
	p, err := sre.Compile(code, 0, &kit)
	if err != nil {
		t.Fatal(err)
	}
	m := sre.NewMatcher(p, long)
	if ok, err := m.Search(0, len(long), false); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if from, to := m.Span(0); from != len(long)-n || to != len(long) {
		t.Error(from, to)
	}
	// (a*)\1b
	p, err = sre.Compile([]uint32{mark, 0, repeatOne, 6, 0, sre.MaxRepeat, literal, 'a', success, mark, 1, groupRef, 0, notLiteral, 'a', success}, 1, &kit)
	if err != nil {
		t.Fatal(err)
	}
	polls := 0
	m = sre.NewMatcher(p, long[:n])
	m.Poll = func() error { polls++; return nil }
	if ok, err := m.Match(0, n, false, false); ok || err != nil {
		t.Error(ok, err)
	}
	if most := n / 2 * (n / 4) / 16 >> 14; polls < most*3/4 {
		t.Errorf("%d polls, not %d", polls, most)
	}
}
