package debug

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
)

// Facts returns, as text, what is known of the words of a function's constants and
// of its entry values, neither of which its own text says: a line each,
//
//	#0xfffc000000012340 {function} notnull
//	entry 0 {int} 0..99 notnull small
//	entry 1 = 0x5
//
// with the types as bits where they have no name, as in the text of the IR. What
// nothing is known of has no line.
func Facts(f *ir.Func) string {
	var b strings.Builder
	if f.Words != nil {
		for _, k := range f.Consts() {
			if k.Op == ir.OpConstRef {
				writeFact(&b, f.Types, fmt.Sprintf("#%#x", k.Word()), f.Words.Fact(k.Word()))
			}
		}
	}
	for i, k := range f.EntryFacts {
		writeFact(&b, f.Types, fmt.Sprintf("entry %d", i), k)
	}
	return b.String()
}

func writeFact(b *strings.Builder, types ir.GuestTypes, of string, k ir.Fact) {
	if k == ir.Top || k.IsBottom() {
		return
	}
	b.WriteString(of)
	if k.Types != ir.AnyType {
		fmt.Fprintf(b, " %s", types.Format(k.Types))
	}
	if k.Lo != math.MinInt64 || k.Hi != math.MaxInt64 {
		fmt.Fprintf(b, " %d..%d", k.Lo, k.Hi)
	}
	if k.NotNull {
		b.WriteString(" notnull")
	}
	if k.Small {
		b.WriteString(" small")
	}
	if k.U64 {
		b.WriteString(" u64")
	}
	if k.Const {
		fmt.Fprintf(b, " = %#x", k.Word)
	}
	b.WriteByte('\n')
}

// Known is what a text of Facts says.
type Known struct {
	Words   map[uint64]ir.Fact
	Entries map[int]ir.Fact
}

// FactError is a mistake in a text of Facts.
type FactError struct {
	Line int // from 1
	What string
}

// Error implements error.
func (e *FactError) Error() string { return fmt.Sprintf("debug: facts: line %d: %s", e.Line, e.What) }

// ParseFacts reads what Facts returns. An error is a *FactError.
func ParseFacts(text string, types ir.GuestTypes) (*Known, error) {
	k := &Known{Words: map[uint64]ir.Fact{}, Entries: map[int]ir.Fact{}}
	for i, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		if err := k.line(l, types); err != nil {
			return nil, &FactError{i + 1, err.Error()}
		}
	}
	return k, nil
}

func (k *Known) line(l string, types ir.GuestTypes) error {
	if rest, ok := strings.CutPrefix(l, "entry "); ok {
		num, rest, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseUint(num, 10, 16)
		if err != nil {
			return fmt.Errorf("%q is no number of an entry value", num)
		}
		k.Entries[int(n)], err = parseFact(rest, types)
		return err
	}
	word, rest, _ := strings.Cut(l, " ")
	w, err := strconv.ParseUint(strings.TrimPrefix(word, "#"), 0, 64)
	if err != nil || !strings.HasPrefix(word, "#") {
		return fmt.Errorf("%q is no word: #0x1f", word)
	}
	k.Words[w], err = parseFact(rest, types)
	return err
}

// parseFact reads what stands behind the word or entry value.
func parseFact(text string, types ir.GuestTypes) (ir.Fact, error) {
	f := ir.Top
	if rest, ok := strings.CutPrefix(text, "{"); ok {
		list, rest, ok := strings.Cut(rest, "}")
		if !ok {
			return f, fmt.Errorf("a set of types has no end")
		}
		var set ir.TypeSet
		for name := range strings.SplitSeq(list, ",") {
			if strings.TrimSpace(list) == "" {
				break
			}
			bit, err := typeBit(strings.TrimSpace(name), types)
			if err != nil {
				return f, err
			}
			set |= bit
		}
		f, text = ir.TypesFact(set), rest
	}
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		lo, hi, isRange := strings.Cut(words[i], "..")
		var err error
		switch {
		case words[i] == "notnull":
			f.NotNull = true
		case words[i] == "small":
			f.Small = true
		case words[i] == "u64":
			f.U64 = true
		case words[i] == "=" && i+1 < len(words):
			i++
			f.Const = true
			f.Word, err = strconv.ParseUint(words[i], 0, 64)
		case isRange:
			if f.Lo, err = strconv.ParseInt(lo, 10, 64); err == nil {
				f.Hi, err = strconv.ParseInt(hi, 10, 64)
			}
		default:
			err = fmt.Errorf("unknown word %q", words[i])
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// typeBit returns the set of one type, by its name or number.
func typeBit(name string, types ir.GuestTypes) (ir.TypeSet, error) {
	if s, ok := types.ByName(name); ok {
		return s, nil
	}
	if n, err := strconv.ParseUint(name, 10, 8); err == nil && n < 64 {
		return 1 << n, nil
	}
	return 0, fmt.Errorf("unknown type %q", name)
}

// Apply makes a function know what the text said of its entry values, and a guest
// what it said of words; g.Words stays changed.
func (k *Known) Apply(f *ir.Func, g *guest.Guest) {
	for i := range f.Entries {
		for len(f.EntryFacts) <= i {
			f.EntryFacts = append(f.EntryFacts, ir.Top)
		}
		if fact, ok := k.Entries[i]; ok {
			f.EntryFacts[i] = fact
		}
	}
	if len(k.Words) > 0 {
		g.Words = &knownWords{g.Words, k.Words}
	}
	f.Words = g.Words
}

// errNarrow is the error of BoxU64 for a guest without such ints.
var errNarrow = errors.New("debug: the guest's words are no ir.WideWords")

// knownWords are a guest's words, of some of which a text says what they are: they
// may refer to objects of a process that is gone.
type knownWords struct {
	guest.Words
	known map[uint64]ir.Fact
}

// Fact implements ir.Words.
func (w *knownWords) Fact(word uint64) ir.Fact {
	if k, ok := w.known[word]; ok {
		return k
	}
	return w.Words.Fact(word)
}

// Low64, UnboxU64 and BoxU64 implement ir.WideWords for a guest that does.
func (w *knownWords) Low64(word uint64) (uint64, bool) {
	if _, ok := w.known[word]; ok {
		n, ok := w.UnboxI64(word)
		return uint64(n), ok
	}
	wide, ok := w.Words.(ir.WideWords)
	if !ok {
		return 0, false
	}
	return wide.Low64(word)
}

func (w *knownWords) UnboxU64(word uint64) (uint64, bool) {
	if _, ok := w.known[word]; ok {
		n, ok := w.UnboxI64(word)
		return uint64(n), ok && n >= 0
	}
	wide, ok := w.Words.(ir.WideWords)
	if !ok {
		return 0, false
	}
	return wide.UnboxU64(word)
}

func (w *knownWords) BoxU64(n uint64) (uint64, error) {
	if wide, ok := w.Words.(ir.WideWords); ok {
		return wide.BoxU64(n)
	}
	return 0, errNarrow
}

// Shown and Implied implement ir.ClaimWords for a guest that does.
func (w *knownWords) Shown(c ir.Claim) ir.Fact {
	if g, ok := w.Words.(ir.ClaimWords); ok {
		return g.Shown(c)
	}
	return ir.Top
}

func (w *knownWords) Implied(c ir.Claim, args []ir.Fact) (why string, ok bool) {
	if g, ok := w.Words.(ir.ClaimWords); ok {
		return g.Implied(c, args)
	}
	return "", false
}

// UnboxI64 implements ir.Words: what is known to be one int of at most 64 bits is
// that int.
func (w *knownWords) UnboxI64(word uint64) (int64, bool) {
	if k, ok := w.known[word]; ok {
		return k.Lo, k.Small && k.Lo == k.Hi
	}
	return w.Words.UnboxI64(word)
}
