package interp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/uop"
)

// unstable are operands that depend on what the VM has made before: references, and
// the version and the index of a name in a namespace.
var unstable = regexp.MustCompile(`=0xfff[cd][0-9a-f]{12}\b|((?:_LOAD|_STORE)_GLOBAL_(?:MODULE|BUILTINS)|_LOAD_ATTR_MODULE|_GUARD_GLOBALS_VERSION)( .*)=\S+`)

// project runs a program with an optimizer that takes the first trace at every
// place it is asked about and makes nothing of it. It returns the traces as text,
// a note per place that has none.
func project(t *testing.T, file string, lim uop.Limits) string {
	t.Helper()
	code, err := cpython(t).CompileFile(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	seen := map[string]bool{}
	o := &optimizer{triggers: tier2.BackEdges | tier2.Entries, kind: exitdata.Uops}
	o.do = func(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
		place := fmt.Sprintf("%s at %d", code.Name, offset)
		if seen[place] {
			return nil, nil
		}
		seen[place] = true
		tr, stop := src.Trace(lim)
		if tr == nil {
			fmt.Fprintf(&b, "; %s: %v\n\n", place, stop)
			return nil, nil
		}
		tr.Name = filepath.Base(tr.Name) // without the folder
		fmt.Fprintf(&b, "%s\n", unstable.ReplaceAllString(tr.String(), "$1$2=…"))
		return nil, nil
	}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(code, []string{file})); status != 0 {
		t.Error(stderr)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	return b.String()
}

// TestTraces projects the hot places of the programs in testdata/traces: what
// ends a trace, and how instructions become micro-ops. A program's first line says
// which reason it is about; a line "# uops=N frames=N" bounds its traces.
func TestTraces(t *testing.T) {
	for _, file := range files(t, filepath.Join("testdata", "traces", "*.py"), 10) {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			lim := uop.DefaultLimits
			source := readFile(t, file)
			if m := limits.FindStringSubmatch(source); m != nil {
				fmt.Sscan(m[1], &lim.MaxUops)
				fmt.Sscan(m[2], &lim.MaxFrames)
			}
			got := project(t, file, lim)
			want := expected(t, strings.TrimSuffix(file, ".py")+".uops", got)
			if d := differs(got, want); d != "" {
				t.Error(d)
			}
			about, _, ok := strings.Cut(strings.TrimPrefix(source, "# "), ":")
			if stop, known := uop.StopByName(about); !ok || !known {
				t.Errorf("the first line names no reason: %q", about)
			} else if !strings.Contains(want, "stop="+about) && !strings.Contains(want, ": "+stop.String()) {
				t.Errorf("nothing ends because of %s", about)
			}
		})
	}
}

var limits = regexp.MustCompile(`(?m)^# uops=(\d+) frames=(\d+)$`)

func readFile(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
