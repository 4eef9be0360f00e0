package interp_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/pycode"
)

// deopt runs a program whose exits are forced and returns what it printed.
func deopt(t *testing.T, code *pycode.Code, argv []string, to tier2.Options, o interp.DeoptOptions) (out string, forced int, err error) {
	t.Helper()
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	var b bytes.Buffer
	d, err := interp.NewDeopt(interp.Options{Heap: small, Stdout: &b}, to, o)
	if err != nil {
		t.Fatal(err)
	}
	err = d.RunMain(code, argv)
	forced = int(d.VM().Stats().Tier2.DeoptForced)
	t.Logf("%d forced, %d compared", forced, d.Compared)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	return b.String(), forced, err
}

func TestDeopt(t *testing.T) {
	for _, c := range counted {
		t.Run(c.name, func(t *testing.T) {
			out, forced, err := deopt(t, compiled(t, c.source), []string{"<test>"}, tier2.Options{CheckAllocation: true}, interp.DeoptOptions{})
			if err != nil || out != c.want || forced == 0 {
				t.Errorf("printed %q, %d exits forced, error %v", out, forced, err)
			}
		})
	}
}

// TestDeoptPrograms forces every exit of the programs of the test suite.
func TestDeoptPrograms(t *testing.T) {
	total := 0
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			want := expected(t, strings.TrimSuffix(file, ".py")+".out", "")
			out, forced, err := deopt(t, code, []string{file}, tier2.Options{}, interp.DeoptOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if d := differs(out, want); d != "" {
				t.Error(d)
			}
			if forced < 15 {
				t.Errorf("only %d exits have been forced", forced)
			}
			total += forced
		})
	}
	if total < 5000 && !t.Failed() && !testing.Short() {
		t.Errorf("only %d exits have been forced", total)
	}
}

// TestDeoptSnippets forces every exit of the snippets: they are about what side
// exits, types and effects there are. However they end, both VMs end so.
func TestDeoptSnippets(t *testing.T) {
	for _, file := range files(t, "testdata/snippets/*.py", 15) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for i, p := range strings.Split(readFile(t, file), between) {
				_, _, err := deopt(t, compiled(t, p), []string{"<test>"}, tier2.Options{}, interp.DeoptOptions{})
				if d := new(interp.DeoptError); errors.As(err, &d) {
					t.Errorf("%d: %v\n%s", i, err, p)
				}
			}
		})
	}
}
