package unicode

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Names of characters, from a table of CPython's answers.

//go:generate sh -c "python3.14 -P -s -S testdata/gen_names.py | gzip -9n > names.txt.gz"

//go:embed names.txt.gz
var namesTable []byte

// nameRange is a range of characters whose names are a prefix and their number.
type nameRange struct {
	first, last rune
	prefix      string
	found       bool // Name has them not
}

// names is the table, parsed.
type names struct {
	of      map[rune]string
	named   map[string]rune
	ranges  []nameRange
	aliases map[string][]rune
}

// nameTable parses the table when a program first asks.
var nameTable = sync.OnceValue(func() *names {
	r, err := gzip.NewReader(bytes.NewReader(namesTable))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	const about = 40_000
	t := &names{of: make(map[rune]string, about), named: make(map[string]rune, about), aliases: map[string][]rune{}}
	for line := range strings.Lines(string(text)) {
		t.line(strings.TrimSuffix(line, "\n"))
	}
	return t
})

func (t *names) line(line string) {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "N":
		number, name, _ := strings.Cut(rest, " ")
		r := hexRune(number)
		t.of[r], t.named[name] = name, r
	case "A":
		name, sequence, _ := strings.Cut(rest, "; ")
		for _, number := range strings.Fields(sequence) {
			t.aliases[name] = append(t.aliases[name], hexRune(number))
		}
	default:
		part := strings.SplitN(rest, " ", 3)
		t.ranges = append(t.ranges, nameRange{hexRune(part[0]), hexRune(part[1]), part[2], kind == "L"})
	}
}

func hexRune(s string) rune {
	n, err := strconv.ParseInt(s, 16, 32)
	if err != nil {
		panic(err)
	}
	return rune(n)
}

// Hangul syllables are composed (The Unicode Standard, 3.12), and so are their names.
const (
	hangulFirst = 0xAC00
	hangulLast  = 0xD7A3
	hangul      = "HANGUL SYLLABLE "
)

var (
	hangulLead  = strings.Split("G GG N D DD R M B BB S SS  J JJ C K T P H", " ")
	hangulVowel = strings.Split("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I", " ")
	hangulTail  = strings.Split(" G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H", " ")
)

// Name returns the name of a character, or "" if it has none.
func Name(r rune) string {
	if r >= hangulFirst && r <= hangulLast {
		s := int(r - hangulFirst)
		tails := len(hangulTail)
		return hangul + hangulLead[s/(len(hangulVowel)*tails)] + hangulVowel[s/tails%len(hangulVowel)] + hangulTail[s%tails]
	}
	t := nameTable()
	for _, g := range t.ranges {
		if r >= g.first && r <= g.last && !g.found {
			return g.prefix + strings.ToUpper(strconv.FormatInt(int64(r), 16))
		}
	}
	return t.of[r]
}

// Named returns the character of a name, whose ASCII letters may be small; ok is false if there is none.
func Named(name string) (r rune, ok bool) {
	upper := []byte(name)
	UpperASCII(upper)
	name = string(upper)
	if s, found := strings.CutPrefix(name, hangul); found {
		return syllable(s)
	}
	t := nameTable()
	if r, ok = t.named[name]; ok {
		return r, true
	}
	for _, g := range t.ranges {
		digits, found := strings.CutPrefix(name, g.prefix)
		if !found || len(digits) < 4 || len(digits) > 5 || digits[0] == '0' {
			continue
		}
		if n, err := strconv.ParseUint(digits, 16, 32); err == nil && rune(n) >= g.first && rune(n) <= g.last {
			return rune(n), true
		}
	}
	return 0, false
}

// Aliased returns what an alias of a character, or a named sequence, stands for; nil if there is none.
func Aliased(name string) []rune {
	upper := []byte(name)
	UpperASCII(upper)
	return nameTable().aliases[string(upper)]
}

// syllable finds a Hangul syllable by what follows the prefix.
func syllable(s string) (rune, bool) {
	for lead, l := range hangulLead {
		rest, ok := strings.CutPrefix(s, l)
		if !ok {
			continue
		}
		for vowel, v := range hangulVowel {
			tail, ok := strings.CutPrefix(rest, v)
			if !ok {
				continue
			}
			for i, t := range hangulTail {
				if tail == t {
					return hangulFirst + rune((lead*len(hangulVowel)+vowel)*len(hangulTail)+i), true
				}
			}
		}
	}
	return 0, false
}
