// Package golden runs golden files: a function, a pipeline, and what the
// pipeline makes of the function. It works for any passes.Set and any
// guest.Guest, inside or outside this repository.
//
// A golden file is a txtar archive that shows one claim, in words on its first
// line:
//
//	A guard of a type that the same value has been guarded for goes away.
//	-- pipeline --
//	guardelim
//	-- in.ir --
//	trace @f form=guest {
//	…
//	-- checks --
//	count guard.type == 1
//	-- run --
//	(5) -> end pc=2 (5 |)
//	(1.5) -> deopt pc=0 (1.5 |)
//	-- stats --
//	guardelim.repeated = 1
//
// A test runs all files of a folder:
//
//	func TestGolden(t *testing.T) {
//		golden.Run(t, "testdata/golden", golden.Config{Set: set, Guest: g, Names: names})
//	}
//
// docs/golden.md has the grammar of the sections. Besides what a file says, it
// is checked of each that
//
//   - the texts of the function before and after are fixpoints of parsing and
//     printing;
//   - the function passes package ir/verify before, and after each pass;
//   - each pass keeps what the function does, on the file's runs and on random
//     inputs, and at each exit ([Oracle] has the rule);
//   - the pipeline does the same again: to a copy, to copies in which everything
//     that must not matter is shuffled ([Copy]), with used runners and new ones;
//   - any prefix of the rewrites, and random subsets of them, give a correct
//     function too: each rewrite is right by itself, and fuel and bisection work;
//   - a pass changes nothing but by rewrites that it has asked for
//     (passes.Context.Fire) and that were allowed.
//
// go test -update rewrites the sections that are compared as a whole (out.ir and
// asm.*); what the others claim is changed by hand.
//
// The package must not know any pass, guest or target.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/unified"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
)

// Config says what golden files are run with.
type Config struct {
	Set   *passes.Set  // the passes that pipelines may name
	Guest *guest.Guest // initialised
	// Names names the guest's words in texts and runs; nil: they are bits.
	Names irtext.Names
	// Reset makes the guest's memory what it was before a run; nil: no
	// operation changes it.
	Reset func()
	// Compare compares words; the zero Comparer compares their bits.
	Compare eval.Comparer
	// Inputs are words that random inputs are drawn from; none: there are no
	// random inputs.
	Inputs []uint64
	// Uninterpreted lets operations that the guest gives no meaning evaluate as
	// unknown functions.
	Uninterpreted bool
	// Render makes the text of the sections asm.amd64 and asm.arm64 of the
	// function at the end of the pipeline, by section.
	Render map[string]func(f *ir.Func) (string, error)
}

// update is the flag -update of the test binary. It is looked up, so that
// another package of the binary may have defined it.
func update() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func init() {
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "rewrite the exact sections of golden files")
	}
}

// Run runs all files *.txtar of a folder and of those in it, each as a subtest.
// A folder without any is a failure, and so is a file of another name: nothing
// would read it.
func Run(t *testing.T, dir string, c Config) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case filepath.Ext(file) != ".txtar":
			t.Errorf("golden: nothing reads %s", file)
			return nil
		}
		n++
		name, _ := filepath.Rel(dir, strings.TrimSuffix(file, ".txtar")) // both begin with dir
		t.Run(filepath.ToSlash(name), func(t *testing.T) { runFile(t, file, c) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("golden: there is no file *.txtar in %s", dir)
	}
}

func runFile(t *testing.T, file string, c Config) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, fails := c.Check(file, data, update())
	if update() {
		if text := f.Format(); string(text) != string(data) {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, fail := range fails {
		t.Errorf("%v\nThe claim: %s", fail, f.Claim)
	}
}

// Check runs one file and returns what is not as it says. With update, the exact
// sections of the file returned are what the pipeline makes, and never fail.
func (c Config) Check(name string, data []byte, update bool) (*File, []Failure) {
	f, fails := Parse(name, data)
	if len(fails) > 0 {
		return f, fails
	}
	k := &checker{c: c, file: f, update: update}
	k.oracle = Oracle{Guest: c.Guest, Reset: c.Reset, Compare: c.Compare, Uninterpreted: c.Uninterpreted}
	if c.Names != nil && k.oracle.Compare.Format == nil {
		k.oracle.Compare.Format = func(w uint64) string { return formatWord(c.Names, w) }
	}
	k.run()
	return f, k.fails
}

// checker runs one file.
type checker struct {
	c      Config
	file   *File
	update bool
	fails  []Failure
	oracle Oracle

	in     *ir.Func // as it was parsed or built
	steps  []step
	out    *ir.Func
	stats  []passes.Stat
	asked  int // rewrites that were proposed
	runs   []*run
	inputs []Input
}

// step is the function behind a pass that has changed it.
type step struct {
	pass string
	f    *ir.Func
	text string // in which what stays keeps its name
}

// fail notes a failure; line 0 is where the section begins.
func (k *checker) fail(section string, line int, format string, args ...any) {
	if line == 0 {
		line = 1
		if s := k.file.Section(section); s != nil {
			line = max(1, s.Line-1) // the line with its name
		}
	}
	k.fails = append(k.fails, Failure{k.file.Name, section, line, fmt.Sprintf(format, args...)})
}

func (k *checker) run() {
	if s := k.file.Section(secGuest); s != nil && strings.TrimSpace(s.Text) != k.c.Guest.Name {
		k.fail(secGuest, 0, "the file is of the guest %s, and is run with %s (Config.Guest)", strings.TrimSpace(s.Text), k.c.Guest.Name)
		return
	}
	if k.input(); len(k.fails) > 0 {
		return
	}
	if k.pipeline(); len(k.fails) > 0 {
		return
	}
	k.exact()
	k.checks()
	k.checkStats()
	k.readRuns()
	k.checkRuns()
	k.inputs = k.makeInputs()
	k.agree()
	k.again()
	k.subsets()
}

// exact compares, or rewrites, the sections that are compared as a whole.
func (k *checker) exact() {
	for i := range k.file.Sections {
		s := &k.file.Sections[i]
		got := ""
		switch {
		case s.Name == secOutIR:
			got = k.text(k.out)
		case strings.HasPrefix(s.Name, asmPrefix):
			render := k.c.Render[s.Name]
			if render == nil {
				k.fail(s.Name, 0, "the configuration does not say how to make this section (Config.Render)")
				continue
			}
			var err error
			if got, err = render(Copy(k.out, 0)); err != nil {
				k.fail(s.Name, 0, "%v", err)
				continue
			}
			if !strings.HasSuffix(got, "\n") {
				got += "\n"
			}
		default:
			continue
		}
		switch {
		case k.update:
			s.Text = got
		case s.Text != got:
			k.fail(s.Name, s.Line-1+unified.First(s.Text, got), "it differs:\n%s", diff(s.Text, got))
		}
	}
}

// diff compares what a file says with what is.
func diff(want, got string) string { return unified.Diff("want", "got", want, got) }

func (k *checker) checks() {
	s := k.file.Section(secChecks)
	if s == nil {
		return
	}
	c := &checkContext{names: k.c.Names, versions: map[string]*ir.Func{"": k.out, "in": k.in}}
	for _, st := range k.steps {
		c.versions["after "+st.pass] = st.f
	}
	s.lines(func(line int, text string) {
		if what := c.check(text); what != "" {
			k.fail(secChecks, line, "%s: %s\nin\n%s", text, what, k.text(k.out))
		}
	})
}

// checkStats checks lines pass.rule rel int.
func (k *checker) checkStats() {
	s := k.file.Section(secStats)
	if s == nil {
		return
	}
	s.lines(func(line int, text string) {
		x := lex(text)
		name := x.next()
		pass, rule, _ := strings.Cut(name, ".")
		p := k.c.Set.Lookup(pass)
		if p == nil || !slices.Contains(p.Counters, rule) {
			k.fail(secStats, line, "no pass has the counter %q", name)
			return
		}
		got := 0
		for _, st := range k.stats {
			if st.Pass == pass && st.Rule == rule {
				got = st.N
			}
		}
		if x.peek() == "=" && x.at+1 < len(x.toks) && x.toks[x.at+1] != "=" {
			x.toks[x.at] = "=="
		}
		what, err := number(x, got, nil)
		if err == nil {
			err = x.end()
		}
		if err != nil {
			what = "malformed: " + err.Error()
		}
		if what != "" {
			k.fail(secStats, line, "%s: %s", text, what)
		}
	})
}
