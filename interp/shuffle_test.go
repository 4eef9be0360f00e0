package interp_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passtool/debug"
)

// TestShuffle compiles the traces of programs twice, the second time from IR in
// which everything that must not matter is shuffled: the same text must come out
// behind the passes, and the same code. Where it does not, the trace is refused, and
// run fails.
func TestShuffle(t *testing.T) {
	m := mode{name: "native", backend: exitdata.Native, shuffle: 1}
	if !native.Supported() {
		m = mode{name: "ir", backend: exitdata.IR, shuffle: 1}
	}
	for _, pattern := range []string{"testdata/traces/*.py", "testdata/snippets/*.py", "../testdata/programs/[b-m]*.py"} {
		if testing.Short() && !strings.Contains(pattern, "traces") {
			continue
		}
		for _, file := range files(t, filepath.FromSlash(pattern), 8) {
			m.shuffle++
			if !strings.Contains(pattern, "traces") && (!soak.Some(8, readFile(t, file)) || aboutModules(file) && !soak.On()) { // of many programs that have the same operations
				continue
			}
			shuffled := m
			t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
				t.Parallel()
				code, err := cpython(t).CompileFile(context.Background(), file)
				if err != nil {
					t.Fatal(err)
				}
				o := interp.Options{Heap: object.Options{Limit: 256 << 20}}
				want, _ := run(t, mode{}, o, code)
				got, _ := run(t, shuffled, o, code)
				if d := differs(got.stdout, want.stdout); d != "" || got.status != want.status {
					t.Error(d, got.stderr)
				}
			})
		}
	}
}

// meddler changes machine operations behind the compiler's back.
type meddler struct {
	tier2.NopObserver
	changed int
}

func (m *meddler) Machine(f *lower.Func, _ *lower.Allocation) {
	for i := range f.Insts {
		if in := &f.Insts[i]; in.Imm == 12345 {
			in.Imm++
			m.changed++
		}
	}
}

// TestShuffleCode checks that code is compared: an observer changes it, but not that
// of the shuffled copy, and no such trace gets an executor.
func TestShuffleCode(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	const source = "s = 0\nfor i in range(5000):\n    s ^= i ^ 12345\nprint(s)\n"
	var differ int
	vm, err := interp.New(interp.Options{Heap: small, OnRefusal: func(err error) {
		var e *debug.ShuffleError
		if errors.As(err, &e) && e.Pass == "" && strings.Contains(e.What, "from offset") {
			differ++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := debug.New(debug.Modes{Shuffle: 1})
	if err != nil {
		t.Fatal(err)
	}
	m := &meddler{}
	if err := vm.EnableTier2(tier2.Options{Backend: exitdata.Native, Session: session, Observer: m}); err != nil {
		t.Fatal(err)
	}
	code, err := cpython(t).Compile(context.Background(), "a.py", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(code, nil)); status != 0 {
		t.Error(stderr)
	}
	if m.changed == 0 || differ == 0 {
		t.Errorf("%d operations were changed, %d traces refused", m.changed, differ)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}
