package difffuzz

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// Batch makes one program of n functions, those of the seeds from first on. Each is called
// with small numbers and with large ones, and prints a line that begins with its seed.
func Batch(first uint64, n int) string {
	var b strings.Builder
	b.WriteString(headNumbers)
	for i := range uint64(n) {
		seed := first + i
		g := &maker{rand: rand.New(rand.NewPCG(seed, 0x6261746368)), ints: formsInt, stmts: formsStmt, batched: true}
		g.numbers(fmt.Sprintf("main%d", seed))
		b.WriteString(g.out.String())
		long, short := g.rounds("48", "180"), g.rounds("16", "60")
		for _, args := range []string{long + ", 1, 2, 3, 0.5, 1.5", short + ", 1 << 65, -5, 0, -1.0, 2.0", short + ", 1, 2, 3, 1, 2"} {
			fmt.Fprintf(&b, "try:\n    print(%d, main%d(%s))\nexcept Exception as e:\n    print(%d, type(e).__name__, e)\n", seed, seed, args, seed)
		}
	}
	return b.String()
}

// simple is a line of a function that does one thing and goes on with the next: an
// assignment or a call, not a header, and nothing that leaves a loop.
var simple = regexp.MustCompile(`^( {8,})([a-z]\w*(\[[^=]*\]|, [a-z]\w*|\.\w+)*( [-+*|&^]?=|\.\w+\().*)$`)

// wraps are ways to write a statement that do the same: S stands for it. Each makes the
// compiler decide otherwise about the code around: another block, another loop, a handler.
var wraps = [][]string{
	{"if i >= 0:", "    S"},
	{"if i < 0:", "    raise KeyError(i)", "S"},
	{"for _ in (0,):", "    S"},
	{"while True:", "    S", "    break"},
	{"try:", "    S", "finally:", "    pass"},
	{"if i & 1:", "    S", "else:", "    S"},
	{"_ = (i, n)", "S", "i, n = _"},
}

// loops are ways to write the loop of a function.
var loops = []string{"iter(range(n))", "(q for q in range(n))", "range(0, n, 1)", "list(range(n))", "(lambda q: range(q))(n)"}

// Variant returns a program that prints what source prints: some of its statements are
// wrapped, and its loops written otherwise.
func Variant(source string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x76617279))
	var out []string
	for line := range strings.SplitSeq(source, "\n") {
		if strings.HasSuffix(line, "for i in range(n):") && r.IntN(2) == 0 {
			line = strings.Replace(line, "range(n)", loops[r.IntN(len(loops))], 1)
		}
		m := simple.FindStringSubmatch(line)
		if m == nil || r.IntN(6) != 0 {
			out = append(out, line)
			continue
		}
		for _, form := range wraps[r.IntN(len(wraps))] {
			out = append(out, m[1]+strings.Replace(form, "S", m[2], 1))
		}
	}
	return strings.Join(out, "\n")
}
