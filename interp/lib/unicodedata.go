package lib

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/unicode"
)

// The module unicodedata (Modules/unicodedata.c), from tables of CPython's answers: those of its version of
// Unicode and, for ucd_3_2_0, those of version 3.2, which idna goes by. Package unicode has the names of characters.

//go:generate sh -c "python3.14 -P -s -S testdata/gen_unicodedata.py | gzip -9n > unicodedata.txt.gz"

//go:embed unicodedata.txt.gz
var unicodeTable []byte

// unicodeRange is what the characters from first to last have in common.
type unicodeRange struct {
	first, last              rune
	category, bidi, eastWide string
	combining                int
	mirrored                 bool
}

type unicodeNumber struct {
	decimal, digit int     // -1: none
	numeric        float64 // NaN: none
}

// unicodeFacts is a table, parsed.
type unicodeFacts struct {
	version       string
	newest        *unicodeFacts // whose combining classes normalization goes by
	ranges        []unicodeRange
	decomposition map[rune]string
	canonical     map[rune][]rune
	compatible    map[rune][]rune
	corrected     map[rune]rune // what the character's full canonical decomposition is, whatever the others say
	composed      map[[2]rune]rune
	numbers       map[rune]unicodeNumber
}

// facts parses the tables when a program first imports the module: the newest version, and 3.2.
var facts = sync.OnceValue(func() (tables []*unicodeFacts) {
	r, err := gzip.NewReader(bytes.NewReader(unicodeTable))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if version, ok := strings.CutPrefix(line, "V "); ok {
			f := &unicodeFacts{version: version, decomposition: map[rune]string{}, canonical: map[rune][]rune{}, compatible: map[rune][]rune{},
				corrected: map[rune]rune{}, composed: map[[2]rune]rune{}, numbers: map[rune]unicodeNumber{}}
			tables = append(tables, f)
			f.newest = tables[0]
			continue
		}
		tables[len(tables)-1].line(line)
	}
	return tables
})

func hexRune(s string) rune {
	n, _ := strconv.ParseInt(s, 16, 32)
	return rune(n)
}

func (f *unicodeFacts) line(line string) {
	kind, rest, _ := strings.Cut(line, " ")
	words := strings.Fields(rest)
	switch kind {
	case "P":
		combining, _ := strconv.Atoi(words[4])
		r := unicodeRange{hexRune(words[0]), hexRune(words[1]), words[2], words[3], words[5], combining, words[6] == "1"}
		if r.bidi == "-" {
			r.bidi = ""
		}
		f.ranges = append(f.ranges, r)
	case "D":
		c := hexRune(words[0])
		_, f.decomposition[c], _ = strings.Cut(rest, " ")
		parts, into := words[1:], f.canonical
		if strings.HasPrefix(parts[0], "<") {
			parts, into = parts[1:], f.compatible
		}
		for _, p := range parts {
			into[c] = append(into[c], hexRune(p))
		}
	case "C":
		f.composed[[2]rune{hexRune(words[1]), hexRune(words[2])}] = hexRune(words[0])
	case "X":
		f.corrected[hexRune(words[0])] = hexRune(words[1])
	case "N":
		n := unicodeNumber{-1, -1, 0}
		i, err := strconv.Atoi(words[1])
		if err == nil {
			n.decimal = i
		}
		if i, err := strconv.Atoi(words[2]); err == nil {
			n.digit = i
		}
		if n.numeric, err = strconv.ParseFloat(words[3], 64); err != nil {
			n.numeric = math.NaN()
		}
		f.numbers[hexRune(words[0])] = n
	}
}

// of returns what is known of a character.
func (f *unicodeFacts) of(c rune) *unicodeRange {
	i, _ := slices.BinarySearchFunc(f.ranges, c, func(r unicodeRange, c rune) int { return int(r.last) - int(c) })
	return &f.ranges[i]
}

// Hangul syllables are computed (The Unicode Standard, 3.12).
const (
	hangulS, hangulL, hangulV, hangulT = 0xAC00, 0x1100, 0x1161, 0x11A7
	hangulVs, hangulTs, hangulSs       = 21, 28, 11172
)

func hangulParts(c rune) []rune {
	s := c - hangulS
	if s < 0 || s >= hangulSs {
		return nil
	}
	parts := []rune{hangulL + s/(hangulVs*hangulTs), hangulV + s%(hangulVs*hangulTs)/hangulTs}
	if t := s % hangulTs; t != 0 {
		parts = append(parts, hangulT+t)
	}
	return parts
}

// decompose appends the full decomposition of a character.
func (f *unicodeFacts) decompose(h *object.Heap, out []rune, c rune, compatible bool) []rune {
	if parts := hangulParts(c); parts != nil {
		return append(out, parts...)
	}
	if other, ok := f.corrected[c]; ok {
		return append(out, other)
	}
	parts := f.canonical[c]
	if parts == nil && compatible {
		parts = f.compatible[c]
	}
	if parts == nil {
		return append(out, c)
	}
	for _, p := range parts {
		h.CheckStop()
		out = f.decompose(h, out, p, compatible)
	}
	return out
}

// compose joins two characters; 0 if nothing is composed of them.
func (f *unicodeFacts) compose(a, b rune) rune {
	switch l, v, s, t := a-hangulL, b-hangulV, a-hangulS, b-hangulT; {
	case l >= 0 && l < 19 && v >= 0 && v < hangulVs:
		return hangulS + (l*hangulVs+v)*hangulTs
	case s >= 0 && s < hangulSs && s%hangulTs == 0 && t > 0 && t < hangulTs:
		return a + t
	}
	return f.composed[[2]rune{a, b}]
}

// normalize returns a text in a normalization form.
func (f *unicodeFacts) normalize(h *object.Heap, text []rune, composed, compatible bool) []rune {
	out := make([]rune, 0, len(text))
	for i, c := range text {
		h.CheckStopAt(i)
		out = f.decompose(h, out, c, compatible)
	}
	class := func(c rune) int { return f.newest.of(c).combining }
	for i := 0; i < len(out); { // marks in the order of their classes
		h.CheckStopAt(i)
		if class(out[i]) == 0 {
			i++
			continue
		}
		j := i
		for j < len(out) && class(out[j]) != 0 {
			j++
		}
		slices.SortStableFunc(out[i:j], func(a, b rune) int { return class(a) - class(b) })
		i = j
	}
	if !composed {
		return out
	}
	n, starter, last := 0, -1, 0 // of out, what is done; last is the class behind the starter
	for i, c := range out {
		h.CheckStopAt(i)
		k := class(c)
		if starter >= 0 && (n == starter+1 || last < k) {
			if x := f.compose(out[starter], c); x != 0 {
				out[starter] = x
				continue
			}
		}
		if k == 0 {
			starter = n
		}
		last = k
		out[n] = c
		n++
	}
	return out[:n]
}

// newUnicodedata makes the module.
func (l *Lib) newUnicodedata() (object.Value, error) {
	h, m, tables := l.h, l.newModule("unicodedata"), facts()
	m.set("unidata_version", h.NewStr(tables[0].version))
	m.functions(tables[0].functions())
	old := h.RegisterType(&object.Type{Name: "UCD", Module: "unicodedata", Final: true})
	h.AddMethods(old, tables[1].functions())
	h.SetTypeAttr(old, "unidata_version", h.NewStr(tables[1].version))
	m.set("ucd_3_2_0", h.NewObject(old.ID, 16))
	return m.v, nil
}

// functions are those of the module, and the methods of ucd_3_2_0.
func (f *unicodeFacts) functions() (rows []object.Builtin) {
	text := func(name string, of func(h *object.Heap, r *unicodeRange) object.Value) {
		rows = append(rows, object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			c, err := oneCharacter(h, name, "", a[0])
			if err != nil {
				return object.Null, err
			}
			return of(h, f.of(c)), nil
		}})
	}
	text("category", func(h *object.Heap, r *unicodeRange) object.Value { return h.Intern(r.category) })
	text("bidirectional", func(h *object.Heap, r *unicodeRange) object.Value { return h.Intern(r.bidi) })
	text("east_asian_width", func(h *object.Heap, r *unicodeRange) object.Value { return h.Intern(r.eastWide) })
	text("combining", func(_ *object.Heap, r *unicodeRange) object.Value { return object.SmallInt(int64(r.combining)) })
	text("mirrored", func(_ *object.Heap, r *unicodeRange) object.Value {
		if r.mirrored {
			return object.SmallInt(1)
		}
		return object.SmallInt(0)
	})
	number := func(name, lacks string, of func(n unicodeNumber) object.Value) {
		rows = append(rows, object.Builtin{Name: name, Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			c, err := oneCharacter(h, name, " 1", a[0])
			if err != nil {
				return object.Null, err
			}
			if n, ok := f.numbers[c]; ok {
				if v := of(n); v != object.Null {
					return v, nil
				}
			}
			if len(a) > 1 {
				return a[1], nil
			}
			return object.Null, h.Raise(object.ValueErrorType, "not a %s", lacks)
		}})
	}
	orNone := func(i int) object.Value {
		if i < 0 {
			return object.Null
		}
		return object.SmallInt(int64(i))
	}
	number("decimal", "decimal", func(n unicodeNumber) object.Value { return orNone(n.decimal) })
	number("digit", "digit", func(n unicodeNumber) object.Value { return orNone(n.digit) })
	number("numeric", "numeric character", func(n unicodeNumber) object.Value {
		if math.IsNaN(n.numeric) {
			return object.Null
		}
		return object.FloatValue(n.numeric)
	})
	rows = append(rows, []object.Builtin{
		{Name: "decomposition", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			c, err := oneCharacter(h, "decomposition", "", a[0])
			if err != nil {
				return object.Null, err
			}
			if parts := hangulParts(c); parts != nil {
				return h.NewStr(strings.ToUpper(strings.Trim(fmt.Sprintf("%x", parts), "[]"))), nil
			}
			return h.NewStr(f.decomposition[c]), nil
		}},
		{Name: "normalize", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			v, _, err := f.normalized(h, "normalize", a)
			return v, err
		}},
		{Name: "is_normalized", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			_, same, err := f.normalized(h, "is_normalized", a)
			return object.Bool(same), err
		}},
	}...)
	return append(rows, object.Builtin{Name: "lookup", Arity: object.O, Fn: f.lookup}, object.Builtin{Name: "name", Arity: object.Fast, Min: 1, Max: 2, Fn: f.name})
}

// name is unicodedata.name: of version 3.2 for the characters that there were.
func (f *unicodeFacts) name(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	c, err := oneCharacter(h, "name", " 1", a[0])
	if err != nil {
		return object.Null, err
	}
	if name := unicode.Name(c); name != "" && (f == f.newest || f.of(c).category != "Cn") {
		return h.NewStr(name), nil
	}
	if len(a) > 1 {
		return a[1], nil
	}
	return object.Null, h.Raise(object.ValueErrorType, "no such name")
}

// longestName is how long a name may be that is looked for.
const longestName = 256

// lookup is unicodedata.lookup; version 3.2 knows no aliases and no sequences.
func (f *unicodeFacts) lookup(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	data, err := utf8OrBuffer(h, a[0])
	if err != nil {
		return object.Null, err
	}
	name := string(data)
	if len(name) > longestName {
		return object.Null, h.Raise(object.KeyErrorType, "name too long")
	}
	if c, ok := unicode.Named(name); ok {
		return h.NewStrRunes([]rune{c}), nil
	}
	if s := unicode.Aliased(name); s != nil && f == f.newest {
		return h.NewStrRunes(s), nil
	}
	return object.Null, h.Raise(object.KeyErrorType, "undefined character name '%s'", name)
}

// oneCharacter checks an argument that is one character.
func oneCharacter(h *object.Heap, name, which string, v object.Value) (rune, error) {
	if !h.IsInstance(v, object.StrType) {
		return 0, h.Raise(object.TypeErrorType, "%s() argument%s must be a unicode character, not %s", name, which, argTypeName(h, v))
	}
	if n := h.StrLen(v); n != 1 {
		return 0, h.Raise(object.TypeErrorType, "%s(): argument%s must be a unicode character, not a string of length %d", name, which, n)
	}
	return h.StrAt(v, 0), nil
}

// forms are the normalization forms.
var forms = map[string]struct{ composed, compatible bool }{"NFC": {true, false}, "NFD": {false, false}, "NFKC": {true, true}, "NFKD": {false, true}}

// normalized returns a text in the form that the arguments name, and whether it was in it.
func (f *unicodeFacts) normalized(h *object.Heap, name string, a []object.Value) (v object.Value, same bool, err error) {
	for i := range a {
		if !h.IsInstance(a[i], object.StrType) {
			return object.Null, false, h.Raise(object.TypeErrorType, "%s() argument %d must be str, not %s", name, i+1, argTypeName(h, a[i]))
		}
	}
	form, ok := forms[h.GoString(a[0])]
	if !ok {
		return object.Null, false, h.Raise(object.ValueErrorType, "invalid normalization form")
	}
	plain := h.Plain(a[1])
	if _, ascii := h.ASCIIData(plain); ascii || h.StrKind(plain) == 1 && form.composed && !form.compatible { // the former is so in all forms
		return a[1], true, nil
	}
	text := make([]rune, h.StrLen(a[1]))
	for i := range text {
		h.CheckStopAt(i)
		text[i] = h.StrAt(a[1], i)
	}
	out := f.normalize(h, text, form.composed, form.compatible)
	if slices.Equal(out, text) {
		return a[1], true, nil
	}
	return h.NewStrRunes(out), false, nil
}
