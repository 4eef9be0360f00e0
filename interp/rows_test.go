package interp_test

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/native"
)

// reference is a word that refers to an object: where that lies depends on what the VM
// has made before.
var reference = regexp.MustCompile(`#0xfff[cd][0-9a-f]{12}\b`)

// named is the name of a trace of a function f, or of a method f.
var named = regexp.MustCompile(`^(\w+\.)?f `)

// rows keeps the IR of the first trace of f as it was built.
type rows struct {
	tier2.NopObserver
	text string
}

func (r *rows) Function(stage string, f *ir.Func) {
	if stage == "build" && r.text == "" && named.MatchString(f.Name) {
		r.text = reference.ReplaceAllString(irtext.String(f), "#…")
	}
}

// ofClass matches the number of a class of the program: how many types there are before it changes with each module in Go.
var ofClass = regexp.MustCompile(`\bof=\d{2,}`)

// TestTracesAsRows shows what the micro-ops of the programs in testdata/rows become: the
// IR of the first hot trace of f as it was built. A program's first line names the rows that it
// is about, which must be there.
func TestTracesAsRows(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, file := range files(t, filepath.Join("testdata", "rows", "*.py"), 2) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			vm, err := interp.New(interp.Options{Heap: small})
			if err != nil {
				t.Fatal(err)
			}
			var r rows
			if err := vm.EnableTier2(tier2.Options{Observer: &r}); err != nil {
				t.Fatal(err)
			}
			if stderr, status := result(vm.RunMain(code, []string{file})); status != 0 {
				t.Error(stderr)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
			got := strings.ReplaceAll(r.text, filepath.Dir(code.Filename)+string(filepath.Separator), "")
			got = ofClass.ReplaceAllLiteralString(got, "of=class")
			if d := differs(got, expected(t, strings.TrimSuffix(file, ".py")+".ir", got)); d != "" {
				t.Error(d)
			}
			about, _, ok := strings.Cut(strings.TrimPrefix(readFile(t, file), "# "), ":")
			if !ok {
				t.Fatal("the first line names no rows")
			}
			for _, row := range strings.Fields(about) {
				if !strings.Contains(got, " "+row+" ") {
					t.Errorf("there is no %s", row)
				}
			}
		})
	}
}
