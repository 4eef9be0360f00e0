// Package bisect finds the rewrites that break a program: it numbers each
// rewrite, and enables those that a pattern selects.
//
// It speaks the protocol of golang.org/x/tools/cmd/bisect (the pattern language
// and the match markers are described in golang.org/x/tools/internal/bisect),
// so that tool can drive any program that takes a pattern and compiles:
//
//	m, err := bisect.New(pattern)
//	…
//	ctx.SetFiring(&passes.Firing{Allow: m.Allow(os.Stderr)})
//	// bisect my-program -bisect=PATTERN …
//
// [Search] does the same inside one process. The package must not know any pass.
//
// # Patterns
//
// A pattern is a sum and difference of suffixes, evaluated from the left:
// 01+10-1001 are the rewrites whose number ends in the bits 01 or 10, less those
// that end in 1001. A suffix is a run of bits, x and hexadecimal digits, or y for
// all. All additions stand before all subtractions; a pattern that begins with a
// subtraction begins with all. ! in front selects what is disabled instead; n is
// short for !y; v asks for reports that a person can read.
package bisect

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// Matcher is a compiled pattern. A nil Matcher enables everything and reports
// nothing.
type Matcher struct {
	verbose bool
	disable bool // the pattern selects what is disabled
	terms   []term
}

// term says that numbers with a suffix are in the set, or are not.
type term struct {
	mask, bits uint64
	in         bool
}

// PatternError is a mistake in a pattern.
type PatternError struct {
	Pattern string
	Column  int // from 1
	What    string
}

// Error implements error.
func (e *PatternError) Error() string {
	return fmt.Sprintf("bisect: pattern %q: column %d: %s", e.Pattern, e.Column, e.What)
}

// New compiles a pattern. The empty pattern is the nil Matcher.
func New(pattern string) (*Matcher, error) {
	if pattern == "" {
		return nil, nil
	}
	m := &Matcher{}
	rest := strings.TrimLeft(pattern, "v")
	m.verbose = rest != pattern
	for strings.HasPrefix(rest, "!") {
		m.disable, rest = !m.disable, rest[1:]
	}
	if rest == "n" {
		m.disable, rest = !m.disable, "y"
	}
	at := len(pattern) - len(rest)
	fail := func(format string, args ...any) (*Matcher, error) {
		return nil, &PatternError{pattern, at + 1, fmt.Sprintf(format, args...)}
	}
	if strings.HasPrefix(rest, "-") {
		m.terms = append(m.terms, term{in: true})
	} else if !strings.HasPrefix(rest, "+") {
		rest, at = "+"+rest, at-1
	}
	removing := false
	for rest != "" {
		in := rest[0] == '+'
		switch {
		case in && removing:
			return fail("+ stands behind a -")
		case !in:
			removing = true
		}
		end := strings.IndexAny(rest[1:], "+-") + 1
		if end == 0 {
			end = len(rest)
		}
		t, err := suffix(rest[1:end])
		if err != nil {
			at++
			return fail("%v", err)
		}
		t.in = in
		m.terms = append(m.terms, t)
		rest, at = rest[end:], at+end
	}
	return m, nil
}

// suffix compiles a run of bits, x and hexadecimal digits, or y.
func suffix(s string) (term, error) {
	if s == "y" {
		return term{}, nil
	}
	base, width := 2, 1
	digits, hex := strings.CutPrefix(s, "x")
	if hex {
		base, width = 16, 4
	}
	n := len(digits) * width
	bits, err := strconv.ParseUint(digits, base, 64)
	switch {
	case n > 64:
		return term{}, fmt.Errorf("the suffix %q has more than 64 bits", s)
	case err != nil || strings.ContainsAny(digits, "_+-"):
		return term{}, fmt.Errorf("%q is no suffix: bits, x and hexadecimal digits, or y", s)
	}
	return term{mask: 1<<n - 1, bits: bits}, nil
}

// Verbose reports whether reports are shown to a person.
func (m *Matcher) Verbose() bool { return m != nil && m.verbose }

// ShouldReport reports whether the pattern selects a rewrite.
func (m *Matcher) ShouldReport(id uint64) bool {
	if m == nil {
		return false
	}
	for i := len(m.terms) - 1; i >= 0; i-- { // the last that says anything decides
		if t := &m.terms[i]; id&t.mask == t.bits {
			return t.in
		}
	}
	return false
}

// ShouldEnable reports whether a rewrite may happen.
func (m *Matcher) ShouldEnable(id uint64) bool {
	return m == nil || m.ShouldReport(id) != m.disable
}

// Marker returns the match marker that a report's line must hold.
func Marker(id uint64) string { return fmt.Sprintf("[bisect-match %#016x]", id) }

// ID numbers a rewrite: a hash of the function, the pass and its rule, the
// operation and the micro-ops that it comes from. It does not depend on what
// other rewrites do; rewrites that it does not tell apart are enabled and
// disabled together.
func ID(p *passes.Pass, rule int, v *ir.Value, fn string) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	mix := func(x uint64) {
		for range 8 {
			h = (h ^ x&0xff) * 1099511628211
			x >>= 8
		}
	}
	for _, s := range [...]string{fn, p.Name, p.Counters[rule]} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		mix(uint64(len(s)))
	}
	mix(uint64(v.Op))
	mix(uint64(v.Aux))
	for _, i := range v.From {
		mix(uint64(i))
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9 // patterns select by low bits
	return h ^ h>>31
}

// Allow returns the hook for passes.Firing: it enables what the pattern says
// and writes a report, one line, for each rewrite that it selects.
func (m *Matcher) Allow(w io.Writer) func(n int, p *passes.Pass, rule int, v *ir.Value) bool {
	return func(_ int, p *passes.Pass, rule int, v *ir.Value) bool {
		name, op := "", ""
		if b := v.Block; b != nil {
			name, op = b.Func().Name, b.Func().Row(v).Name
		}
		id := ID(p, rule, v, name)
		if m.ShouldReport(id) {
			if m.Verbose() {
				fmt.Fprintf(w, "%s: %s.%s at %v (%s) from micro-ops %d %s\n", name, p.Name, p.Counters[rule], v, op, v.From, Marker(id))
			} else {
				fmt.Fprintln(w, Marker(id))
			}
		}
		return m.ShouldEnable(id)
	}
}
