package difffuzz_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/difffuzz"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/native"
)

var mutants = flag.Int("mutants", 0, "how many programs TestCorpus makes; 0: some")

// alone matches programs that need more than a VM: modules, a compiler of source, a clock.
var alone = regexp.MustCompile(`\b(import|compile|exec|eval|input|open)\b`)

// corpus returns the snippets of package interp that need a VM alone.
func corpus(t *testing.T) (list []string) {
	files, err := filepath.Glob("../../interp/testdata/snippets/*.py")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files of snippets: %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range strings.Split(string(data), "#---\n") {
			if strings.Contains(p, "range(") && !alone.MatchString(p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// address is where an object lies, as its repr has it.
var address = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// TestCorpus changes snippets at random, and compares machine code under chaos with the
// interpreter and with CPython. Those that CPython does not compile, and those that do not
// end, do not count.
func TestCorpus(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	n := *mutants
	if n == 0 {
		n = soak.Of(6, 12, 3000)
	}
	programs := corpus(t)
	r := newRunner(t)
	r.budget, r.ends, r.heap = 1<<24, true, corpusHeap
	for k := range uint64(n) {
		s := *seed + k
		source := difffuzz.Mutant(programs[s*7919%uint64(len(programs))], s)
		code, err := r.compile(source)
		if err != nil {
			continue
		}
		plain, ok := r.bounded(r.run(code, false, s))
		if !ok {
			continue
		}
		want, ok := r.wanted(source)
		if !ok {
			continue
		}
		r.ran++
		if d := difference(plain, want); d != "" {
			t.Errorf("seed %d: the interpreter: %s\n%s", s, d, source)
			continue
		}
		if got, ok := r.bounded(r.run(code, true, s)); !ok || difference(got, want) != "" {
			t.Errorf("seed %d: machine code: %s\n%s", s, difference(got, want), r.reduced(source, s))
		}
	}
	t.Logf("%d of %d programs have ended", r.ran, n)
	if r.ran < n/3 {
		t.Errorf("%d of %d programs have ended", r.ran, n)
	}
	r.report()
}

// bounded returns a program's output without addresses and without what an exception that
// ends it says; false if it did not end within the budget.
func (r *runner) bounded(out string) (string, bool) {
	return address.ReplaceAllString(out, "0x"), out != "over budget"
}

// Memory of a program of the corpus: what takes all of it must not here. CPython's process is larger.
const (
	corpusHeap   = 256 << 20
	corpusMemory = 3 * corpusHeap
)

// wanted returns what CPython prints on its standard output, and whether it ends soon.
func (r *runner) wanted(source string) (string, bool) {
	out, status := r.oracle.run(r.file(source), corpusMemory, 60)
	if status < 0 {
		return "", false
	}
	if status != 0 {
		out += errEnded.Error() + "\n"
	}
	return r.bounded(out)
}
