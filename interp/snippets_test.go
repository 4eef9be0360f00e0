package interp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
)

const between = "#---\n"

// show is a program's outcome as snippets' expected outputs have it: what it
// prints, and if it fails the status and the last line of stderr.
func (o outcome) show() string {
	if o.status == 0 {
		return o.stdout
	}
	lines := strings.Split(strings.TrimSpace(o.stderr), "\n")
	return fmt.Sprintf("%s! %d %s\n", o.stdout, o.status, lines[len(lines)-1])
}

// TestSnippets runs small programs in all modes. A file in testdata/snippets has
// several, with lines "#---" between them, for one claim; the file with their
// expected outputs has the same lines. Most programs are hot before what they are
// about happens.
//
// Usually one in ten runs with collections at allocations too, and each in some of the modes (evaluated.runsIn); at full size
// all run in all.
func TestSnippets(t *testing.T) {
	seen := newEvaluated(t)
	for _, file := range files(t, "testdata/snippets/*.py", 15) {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			snippets(t, file, seen)
		})
	}
}

// asksCPython reports whether CPython is to say anew what a file of snippets prints, beside -update: at full
// size always, usually for a sixteenth of the files. Which, what the files contain says, so that a change of either
// asks with a chance of its own.
func asksCPython(t *testing.T, source []byte, outFile string) bool {
	return soak.Some(16, string(source)+readFile(t, outFile))
}

func snippets(t *testing.T, file string, seen *evaluated) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	programs := strings.Split(string(data), between)
	paths := make([]string, len(programs))
	dir := t.TempDir()
	for i, p := range programs {
		paths[i] = filepath.Join(dir, fmt.Sprintf("p%d.py", i))
		if err := os.WriteFile(paths[i], []byte(p), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	outFile := strings.TrimSuffix(file, ".py") + ".out"
	var now string
	if *update || asksCPython(t, data, outFile) {
		outs := make([]string, len(programs))
		for i, path := range paths {
			outs[i] = oracle(t, path).show()
		}
		now = strings.Join(outs, between)
	}
	want := expected(t, outFile, now)
	if d := differs(now, want); now != "" && d != "" {
		t.Errorf("%s is not what CPython prints: %s", outFile, d)
	}
	wants := strings.Split(want, between)
	if len(wants) != len(programs) {
		t.Fatalf("%s: %d outputs of %d programs", outFile, len(wants), len(programs))
	}
	for i, path := range paths {
		code, err := cpython(t).CompileFile(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			name := snippetName(file, i)
			if soak.Some(10, "stress "+name) {
				t.Run("stress", func(t *testing.T) {
					t.Parallel()
					stressRun(t, stressed[:soak.Of(0, 1, len(stressed))], code, wants[i], soak.Of(0, 20*time.Millisecond, 200*time.Millisecond))
				})
			}
			in := func(m mode) bool { return seen.runsIn(m, name) }
			inSome(t, in, func(t *testing.T, m mode) {
				if m.backend == exitdata.IR {
					m.ran = func(list []*exitdata.Executor) { seen.note(name, list) }
				}
				got, _ := run(t, m, interp.Options{Heap: small}, code)
				if d := differs(got.show(), wants[i]); d != "" {
					t.Errorf("%s\n%s", d, programs[i])
				}
			})
		})
	}
}
