package precompiled

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passtool/debug"
)

var testdata = filepath.Join("..", "..", "testdata")

// program is a program of the suite: its code and what it prints.
type program struct {
	name string
	code *pycode.Code
	want string
}

// suite reads all programs.
func suite(t *testing.T) (list []program) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata, "precompiled", "*.pyc")) // go test ./interp -run Precompiled -update makes them
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".pyc")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code, err := pycode.ReadPyc(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := os.ReadFile(filepath.Join(testdata, "programs", name+".out"))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, program{name, code, string(want)})
	}
	return list
}

// backend is what executors must be on this port: asked for by nobody.
func backend() exitdata.Kind {
	if native.Supported() {
		return exitdata.Native
	}
	return exitdata.Uops
}

// TestPrograms runs every program with the executors that this port has.
func TestPrograms(t *testing.T) {
	for _, p := range suite(t) {
		t.Run(p.name, func(t *testing.T) {
			var out bytes.Buffer
			vm, err := interp.New(interp.Options{Stdout: &out, Heap: object.Options{Limit: 256 << 20}})
			if err != nil {
				t.Fatal(err)
			}
			session, err := debug.New(debug.Modes{Verify: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := vm.EnableTier2(tier2.Options{CheckAllocation: true, Session: session}); err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(p.code, []string{p.code.Filename}); err != nil {
				t.Error(err)
			}
			stats := vm.Stats().Tier2
			executors := vm.Executors()
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
			if out.String() != p.want {
				t.Errorf("printed\n%s\nwant\n%s", out.String(), p.want)
			}
			if len(executors) == 0 {
				t.Fatal("nothing was hot")
			}
			for _, ex := range executors {
				if ex.Kind != backend() {
					t.Fatalf("an executor is %v, want %v", ex.Kind, backend())
				}
			}
			if backend() == exitdata.Native && stats.NativeEntries == 0 {
				t.Error("no machine code ran")
			}
		})
	}
}

// TestDeopt forces every exit of three programs: of arithmetic, of calls, of floats.
func TestDeopt(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, p := range suite(t) {
		if !slices.Contains([]string{"fib", "nbody", "sieve"}, p.name) || p.name == "sieve" && testing.Short() {
			continue // with -short an emulator may run it, in which sieve takes a minute
		}
		t.Run(p.name, func(t *testing.T) {
			var out bytes.Buffer
			d, err := interp.NewDeopt(interp.Options{Stdout: &out}, tier2.Options{}, deopt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.RunMain(p.code, []string{p.code.Filename}); err != nil {
				t.Error(err)
			}
			forced := d.VM().Stats().Tier2.DeoptForced
			if err := d.Close(); err != nil {
				t.Error(err)
			}
			if out.String() != p.want {
				t.Errorf("printed\n%s\nwant\n%s", out.String(), p.want)
			}
			if forced < 10 {
				t.Errorf("only %d exits have been forced", forced)
			}
		})
	}
}
