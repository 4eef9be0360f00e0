package precompiled

import (
	"io"
	"regexp"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// selections collects the operations of the IR that select, and a target's code.
// It implements tier2.Observer.
type selections struct {
	tier2.NopObserver
	target *lower.Target
	ops    map[ir.Op]int
	code   string
}

func (s *selections) Code(_ *exitdata.Executor, _ *lower.Func, code *lower.Code) {
	s.code += s.target.Disassemble(code.Bytes[:code.Hot], 0, lower.Notes{})
}

func (s *selections) Function(_ string, f *ir.Func) {
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			s.ops[v.Op]++
		}
	}
}

// TestSelections: programs that take the least of several numbers do so without a
// branch, on every target.
func TestSelections(t *testing.T) {
	want := []struct {
		program string
		op      ir.Op
		code    map[string]string // by target: the instruction
	}{
		{"time_warping", ir.OpFSelect, map[string]string{"amd64": "minsd", "arm64": "fcsel"}},
		{"levenshtein", ir.OpSelect, map[string]string{"amd64": "cmov", "arm64": `\bcsel`}},
	}
	for _, p := range suite(t) {
		for _, w := range want {
			if p.name != w.program {
				continue
			}
			for _, arch := range tier2.Targets() {
				s := &selections{target: tier2.Target(arch), ops: map[ir.Op]int{}}
				vm, err := interp.New(interp.Options{Stdout: io.Discard})
				if err != nil {
					t.Fatal(err)
				}
				if err := vm.EnableTier2(tier2.Options{Backend: exitdata.IR, Target: arch, Observer: s}); err != nil {
					t.Fatal(err)
				}
				if err := vm.RunMain(p.code, []string{p.code.Filename, "40"}); err != nil {
					t.Errorf("%s: %v", p.name, err)
				}
				if err := vm.Close(); err != nil {
					t.Error(err)
				}
				if n := len(regexp.MustCompile(w.code[arch]).FindAllString(s.code, -1)); s.ops[w.op] < 2 || n < 2 {
					t.Errorf("%s for %s: %d selections in the IR, %d instructions %s", p.name, arch, s.ops[w.op], n, w.code[arch])
				}
			}
		}
	}
}
