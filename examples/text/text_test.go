package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.com/text/objects"
	"github.com/tier2go/tier2/exitdata"
)

//go:embed words.txt
var count string

// run runs a program and returns what it has printed, its result or error, and its VM.
func run(t testing.TB, source string, hot int) (string, *VM) {
	t.Helper()
	var b bytes.Buffer
	vm, err := New(source, &b, hot)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vm.Close() })
	w, err := vm.Run()
	if err == nil {
		fmt.Fprintln(&b, vm.Format(w))
	}
	fmt.Fprintln(&b, err)
	return b.String(), vm
}

// loop is a program that does lines a number of times.
func loop(before string, times int, lines string) string {
	return fmt.Sprintf("i = move 0\n%s\ntop:\nmore = less i %d\nunless more goto done\n%s\ni = add i 1\ngoto top\ndone:\n", before, times, lines)
}

// programs have something in a hot loop that a compiler or a routine can get wrong.
var programs = map[string]string{
	"words":         strings.Replace(count, "20000", "300", 1),
	"ints":          loop("s = move 0", 4000, "s = add s i\nt = mul i i\ns = sub s t\ns = and s 1048575\n") + "return s",
	"overflow":      loop("s = move 1", 4000, "big = less i 3900\nif big goto next\ns = mul s 3\nnext:"),
	"difference":    loop("s = move -140737488355000", 4000, "big = less i 3000\nif big goto next\ns = sub s 1\nnext:"),
	"strings grow":  loop(`s = move ""`+"\nn = move 0", 400, "t = concat \"\" s\nsame = equal s t\nunless same goto next\nn = add n 1\nnext:\ns = concat s \"abc\"\nh = hash s\nh = and h 1023\nn = add n h") + "l = len s\nprint l\nreturn n",
	"slices":        loop(`s = move "the quick brown fox"`, 4000, "lo = and i 7\nhi = add lo 11\nt = slice s lo hi\nc = compare t \"quick\"\nf = find s t 0\nn = len t") + "print t\nprint c\nprint f\nreturn n",
	"out of range":  loop(`s = move "the quick brown fox"`, 4000, "lo = sub i 3980\nneg = less lo 0\nif neg goto next\nt = slice s lo 19\nprint t\nnext:"),
	"no element":    loop("a = array 1000", 4000, "put a i i\nprint i"),
	"no array":      loop("a = array 10", 4000, "early = less i 3000\nif early goto next\na = move \"str\"\nnext:\nx = get a 3"),
	"no int":        loop("k = move 1", 4000, "early = less i 3000\nif early goto next\nk = move nil\nnext:\nx = add k 1"),
	"no bool":       loop("k = move true", 4000, "early = less i 3000\nif early goto next\nk = move nil\nnext:\nif k goto other\nprint i\nother:"),
	"out of memory": loop("", 1000000, "a = array 64"),
	"strings fill":  loop(`s = move "0123456789abcdef"`, 4000000, "t = concat s s"),
	"large array":   loop("", 4000, "a = array 300\nput a 299 a\nx = get a 299\nsame = equal x a") + "return same",
	"negative":      loop("", 4000, "n = sub 3900 i\na = array n"),
	"kinds": loop("a = array 5\nput a 0 nil\nput a 1 \"x\"\nput a 2 7\nput a 3 true\nput a 4 a\nn = move 0", 4000,
		"k = and i 3\nj = add k 1\nx = get a k\ny = get a j\ne = equal x y\nif e goto next\nn = add n 1\nnext:") + "return n",
}

// TestPrograms: compiled code prints what the interpreter does, however early the loops are compiled.
func TestPrograms(t *testing.T) {
	for name, source := range programs {
		want, _ := run(t, source, 0)
		for _, hot := range []int{1, 2, 100} {
			got, vm := run(t, source, hot)
			if got != want {
				t.Errorf("%s, hot at %d: printed\n%s\nwant\n%s", name, hot, got, want)
			}
			if vm.jit.Backend() == exitdata.Native && vm.jit.Table().Stats.Native == 0 {
				t.Errorf("%s, hot at %d: nothing was compiled: %v", name, hot, vm.jit.Refused)
			}
		}
	}
}

// TestStays: a loop of operations stays in machine code, and leaves it for no helper.
func TestStays(t *testing.T) {
	source := loop(`s = move "the quick brown fox"`+"\na = array 8\nn = move 0", 20000,
		"lo = and i 7\nhi = add lo 9\nt = slice s lo hi\nu = concat t \"-\"\nh = hash u\nk = and h 7\nput a k u\nx = get a k\ne = equal x u\nc = compare x t\nf = find s t 0\nl = len x\nn = add n f\nn = add n c") + "return n"
	calls := 0
	for i := range operations {
		if do := operations[i].do; do != nil {
			defer func() { operations[i].do = do }()
			operations[i].do = func(h *objects.Heap, a []uint64) (uint64, error) { calls++; return do(h, a) }
		}
	}
	_, vm := run(t, source, 100)
	if vm.jit.Backend() != exitdata.Native {
		t.Skip("no machine code on this port")
	}
	if calls > 2500 { // 16 a round that is interpreted
		t.Errorf("%d calls of Go functions", calls)
	}
	if s := vm.jit.Table().Stats; s.Entries > 100 {
		t.Errorf("machine code was entered %d times; refused: %v", s.Entries, vm.jit.Refused)
	}
}

// TestBackJumps: branches to the top of a loop stay in machine code, whichever way the loop has gone when it was compiled, and what
// leaves it at a jump back goes on in it.
func TestBackJumps(t *testing.T) {
	for _, source := range []string{
		"i = move 0\ns = move 0\ntop:\ni = add i 1\nlow = and i %d\nfew = less low %d\nif few goto top\ns = add s low\nmore = less i 20000\nif more goto top\nreturn s",
		"i = move 0\ns = move 0\ntop:\ni = add i 1\nmore = less i 20000\nunless more goto done\nlow = and i %d\nfew = less low %d\nif few goto next\ns = add s low\nnext:\ngoto top\ndone:\nreturn s",
	} {
		for _, mask := range []int{1, 7} { // taken every other time, and seldom not
			source := fmt.Sprintf(source, mask, mask)
			want, _ := run(t, source, 0)
			got, vm := run(t, source, 100)
			if got != want {
				t.Errorf("printed %s, want %s, by\n%s", got, want, source)
			}
			if s := vm.jit.Table().Stats; vm.jit.Backend() == exitdata.Native && s.Entries > 300 || len(vm.jit.Refused) > 0 {
				t.Errorf("machine code was entered %d times; refused: %v, by\n%s", s.Entries, vm.jit.Refused, source)
			}
		}
	}
}

// TestRandom: compiled code does what the interpreter does, of random programs.
func TestRandom(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 100
	}
	failed := 0
	for seed := range n {
		source := program(rand.New(rand.NewPCG(uint64(seed), 0)))
		want, _ := run(t, source, 0)
		if !strings.HasSuffix(want, "<nil>\n") {
			failed++
		}
		for _, hot := range []int{1, 5} {
			if got, _ := run(t, source, hot); got != want {
				t.Fatalf("seed %d, hot at %d: printed\n%s\nwant\n%s\n%s", seed, hot, got, want, source)
			}
		}
	}
	if failed < n/10 || failed > n*9/10 {
		t.Errorf("%d of %d programs have failed", failed, n)
	}
}

// program writes a random program: a loop of instructions whose operands have the right kinds for the most part.
func program(rng *rand.Rand) string {
	kinds := map[byte][]string{ // of variables and constants
		'i': {"i", "i0", "i1", "i2", "0", "1", "7", "-1", "140737488355327"}, 's': {"s0", "s1", "s2", `""`, `"a"`, `"abcdefgh"`, `"abcdefghi"`},
		'a': {"a0", "a1"}, 'b': {"b0", "true"}, 'x': {"x0", "nil"},
	}
	operand := func(kind byte) string {
		if kind == 'x' || rng.IntN(150) == 0 {
			kind = "isabx"[rng.IntN(5)]
		}
		return kinds[kind][rng.IntN(len(kinds[kind]))]
	}
	ops := []string{"i add i i", "i sub i i", "i mul i i", "i and i i", "b less i i", "s concat s s", "s slice s i i", "b equal x x", "i compare s s",
		"i find s s i", "i hash s", "i len s", "i len a", "a array i", "x get a i", "- put a i x", "i and i i", "- print x", "i find s s i", "s concat s s"}
	var lines []string
	for n := range 3 + rng.IntN(12) {
		w := strings.Fields(ops[rng.IntN(len(ops))])
		line := w[1]
		for _, k := range w[2:] {
			line += " " + operand(k[0])
		}
		if w[0] != "-" {
			line = fmt.Sprintf("%s%d = %s", w[0], rng.IntN(min(2, len(kinds[w[0][0]])-1)), line)
		}
		if w[1] == "slice" { // which is rarely in range by chance
			line = fmt.Sprintf("i2 = len s0\ni1 = and i1 3\nlow = less i1 i2\nunless low goto skip%d\ns1 = slice s0 i1 i2\nskip%d:", n, n)
		} else if w[1] == "array" {
			line = fmt.Sprintf("n = and %s 127\na0 = array n", operand('i'))
		}
		if rng.IntN(4) == 0 {
			line = fmt.Sprintf("b0 = less i %d\n%s b0 goto over%d\n%s\nover%d:", rng.IntN(60), []string{"if", "unless"}[rng.IntN(2)], n, line, n)
		}
		lines = append(lines, line)
	}
	start := "i0 = move 3\ni1 = move 1\ni2 = move 5\ns0 = move \"the cat\"\ns1 = move \"cat\"\ns2 = move \"\"\na0 = array 8\na1 = array 3\nb0 = move true\nx0 = move nil"
	return loop(start, 40, strings.Join(lines, "\n")) + "print i0\nprint i1\nprint s0\nprint s1\nreturn x0"
}

// TestMalformed: what is no program is an error.
func TestMalformed(t *testing.T) {
	for _, s := range []string{"goto x", "x:\na = move 1\nx:", "a = ", "a =", "= a", "add 1 2", "a = add 1", "a = nothing 1", "1 = move 2", `a = move "x`, "if a goto", "a = goto b", "put a 1",
		strings.Repeat("print 1", 1) + "\nprint" + strings.Repeat(" 1", 300)} {
		if _, err := New(s, nil, 0); err == nil {
			t.Errorf("%q is a program", s)
		}
	}
	var many strings.Builder
	for i := range maxRegisters + 1 {
		fmt.Fprintf(&many, "print %d\n", i)
	}
	if _, err := New(many.String(), nil, 0); err == nil {
		t.Error("a program has too many registers")
	}
}

// BenchmarkTimes runs programs interpreted and compiled, in turn, and reports how many times faster the fastest
// compiled run is than the fastest interpreted one.
func BenchmarkTimes(b *testing.B) {
	for _, p := range []struct{ name, source string }{
		{"words", count},
		{"find", loop(`s = move "a needle in a haystack, which is not a large one"`+"\nn = move 0", 200000, "k = and i 7\nf = find s \"large\" k\nn = add n f") + "return n"},
		{"slice", loop(`s = move "the quick brown fox"`+"\nn = move 0", 200000, "k = and i 7\nl = add k 9\nt = slice s k l\nu = concat t \"-\"\nl = len u\nn = add n l") + "return n"},
	} {
		b.Run(p.name, func(b *testing.B) {
			took := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for i, hot := range []int{0, 100} {
					start := time.Now()
					run(b, p.source, hot)
					took[i] = min(took[i], time.Since(start))
				}
			}
			b.ReportMetric(float64(took[0])/1e6, "interpreted-ms")
			b.ReportMetric(float64(took[1])/1e6, "compiled-ms")
			b.ReportMetric(float64(took[0])/float64(took[1]), "times")
		})
	}
}
