package difffuzz

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// exchanged are parts of a line, each of which may stand where another of its kind does.
var exchanged = []struct {
	at   *regexp.Regexp // the part is its second group
	with []string
}{
	{regexp.MustCompile(`(^|[^\w.])(\d{1,5}|None|True|False)($|[^\w.])`), []string{"0", "1", "2", "3", "(-1)", "7", "63", "64", "100", "2.5", "None", "True"}},
	{regexp.MustCompile(`( )(\+|-|\*|//|%|&|\||\^)( )`), []string{"+", "-", "*", "//", "%", "&", "|", "^"}},
	{regexp.MustCompile(`( )(<|<=|>|>=|==|!=)( )`), []string{"<", "<=", ">", ">=", "==", "!=", "in"}},
	{regexp.MustCompile(`( )(and|or)( )`), []string{"and", "or"}},
}

// statement is a line that does one thing and goes on with the next.
var statement = regexp.MustCompile(`^( *)([a-z_][\w.]*(\[[^=]*\])?( [-+*|&^/]?=|\().*[^:(\[{,\\])$`)

// Mutant returns a program of which some lines have become others: with another number,
// constant or operator, twice, or not at all. What it prints, and whether it can be compiled
// and ends, only running it tells.
func Mutant(source string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x6d7574616e74))
	lines := strings.Split(source, "\n")
	left := 1 + r.IntN(3)
	for tries := 0; left > 0 && tries < 100; tries++ {
		at := r.IntN(len(lines))
		if strings.ContainsAny(lines[at], `'"#`) {
			continue
		}
		if with := mutated(r, lines[at]); len(with) != 1 || with[0] != lines[at] {
			lines = slices.Replace(lines, at, at+1, with...)
			left--
		}
	}
	return strings.Join(lines, "\n")
}

// mutated returns what becomes of a line.
func mutated(r *rand.Rand, line string) []string {
	if m := statement.FindStringSubmatch(line); m != nil {
		switch r.IntN(8) {
		case 0:
			return []string{line, line}
		case 1:
			return []string{m[1] + "pass"}
		}
	}
	e := exchanged[r.IntN(len(exchanged))]
	all := e.at.FindAllStringSubmatchIndex(line, -1)
	if len(all) == 0 {
		return []string{line}
	}
	m := all[r.IntN(len(all))]
	return []string{line[:m[4]] + e.with[r.IntN(len(e.with))] + line[m[5]:]}
}
