package difffuzz_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/difffuzz"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

var mutants = flag.Int("mutants", 0, "how many programs TestCorpus makes; 0: some")

// alone matches programs that need more than a VM: modules, a compiler of source, a clock.
var alone = regexp.MustCompile(`\b(import|__import__|compile|exec|eval|input|open)\b`)

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
// end, do not count. Hundreds of them share a VM and a process of CPython, where each is a module: making
// those takes longer than most programs. Two of a hundred run alone, as programs, and have exits forced; what differs runs alone, too.
func TestCorpus(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	n := *mutants
	if n == 0 {
		n = soak.Of(50, 50, 20000)
	}
	programs := corpus(t)
	r := newRunner(t)
	r.budget, r.ends, r.heap = corpusBudget, true, corpusHeap
	for first := *seed; first < *seed+uint64(n) && !t.Failed(); first += perBatch {
		var list []*program
		for s := first; s < min(first+perBatch, *seed+uint64(n)); s++ {
			p := &program{seed: s, source: difffuzz.Mutant(programs[s*7919%uint64(len(programs))], s)}
			var err error
			if p.code, err = r.py.CompileSource(context.Background(), compile.Source{Filename: p.name(), Text: []byte(p.source)}); err == nil {
				list = append(list, p)
			}
		}
		r.together(list, first)
		r.forced = true
		for i := 7; i < len(list); i += 50 {
			r.alone(list[i], list[i].seed)
		}
		r.forced = false
	}
	t.Logf("%d of %d programs have ended, %d of which are like CPython's alone, but not behind others", r.ran, n, r.behind)
	if r.ran < n/3 {
		t.Errorf("%d of %d programs have ended", r.ran, n)
	}
	r.report()
}

// together runs programs as modules of one VM by the interpreter, of one process of CPython, and of one VM
// as machine code under the chaos of a seed.
func (r *runner) together(list []*program, seed uint64) {
	ends := func(p *program, out string) bool {
		var ok bool
		p.want, ok = r.bounded(out)
		return ok
	}
	var ended []*program
	r.modules(list, false, seed, func(p *program, out string) {
		if ends(p, out) {
			ended = append(ended, p)
		}
	})
	printed, ok := r.oracle.runAll(r.dir, ended, corpusMemory, 60)
	if !ok { // one of them takes all memory, or CPython itself
		r.t.Logf("seed %d: CPython does not end", seed)
		for _, p := range ended {
			if r.alone(p, p.seed) != endless {
				r.ran++
			}
		}
		return
	}
	for i, p := range ended {
		r.ran++
		if got := p.want; ends(p, printed[i]) && difference(got, p.want) != "" && r.alone(p, seed) != differs {
			r.t.Logf("seed %d: it differs behind others only: the interpreter: %s", p.seed, difference(got, p.want))
			r.behind++
			p.want = got
		}
	}
	r.modules(ended, true, seed, func(p *program, out string) {
		got, ok := r.bounded(out)
		if d := difference(got, p.want); (!ok || d != "") && r.alone(p, seed) != differs {
			r.t.Errorf("seed %d: machine code behind the other programs from seed %d on: %s\n%s", p.seed, seed, d, p.source)
		}
	})
}

// modules runs programs as modules of one VM, and calls each with what they print.
func (r *runner) modules(list []*program, nativeCode bool, seed uint64, each func(p *program, out string)) {
	var out bytes.Buffer
	c := choose(seed)
	o := r.options(&out, c, nativeCode)
	vm, session, _, end := r.vm(o, c, nativeCode, seed)
	defer end()
	for _, p := range list {
		out.Reset()
		if err := vm.SetBudget(r.budget); err != nil {
			r.t.Fatal(err)
		}
		_, err := vm.LoadModule(p.name(), p.code)
		each(p, r.printed(&out, err))
	}
	r.count(vm, session, nativeCode, seed)
}

// What becomes of a program that is alone.
type verdict int

const (
	endless verdict = iota // it ends on CPython or here within no budget
	same
	differs
)

// alone holds a program that is alone in a VM and in a process against CPython, under the chaos of a seed.
func (r *runner) alone(p *program, seed uint64) verdict {
	code, err := r.compile(p.source)
	if err != nil {
		r.t.Fatal(err)
	}
	plain, ok := r.bounded(r.run(code, false, seed))
	if !ok {
		return endless
	}
	want, ok := r.wanted(p.source)
	if !ok {
		return endless
	}
	if d := difference(plain, want); d != "" {
		r.t.Errorf("seed %d: the interpreter: %s\n%s", p.seed, d, p.source)
		return differs
	}
	if got, ok := r.bounded(r.run(code, true, seed)); !ok || difference(got, want) != "" {
		r.t.Errorf("seed %d: machine code: %s\n%s", p.seed, difference(got, want), r.reduced(p.source, seed))
		return differs
	}
	return same
}

// bounded returns a program's output without addresses and without what an exception that
// ends it says; false if it did not end within the budget.
func (r *runner) bounded(out string) (string, bool) {
	return address.ReplaceAllString(out, "0x"), out != "over budget"
}

// Memory of a program of the corpus: what takes all of it must not here. CPython's process is larger.
const (
	corpusBudget = 1 << 22 // instructions
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
