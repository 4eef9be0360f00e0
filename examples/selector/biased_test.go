package selector

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// programs are a profile taken from CPython, and a synthetic one.
func programs(t *testing.T) []*region.Program {
	f, err := os.Open("../../testdata/profiles/nqueens.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	nqueens, err := region.ReadProfile(f)
	if err != nil {
		t.Fatal(err)
	}
	return []*region.Program{nqueens, region.Diamonds(3)}
}

// TestBiased replays the selector beside NET: on diamonds it goes over more code
// without leaving, and it has no more code. That its regions are regions, the replay
// checks.
func TestBiased(t *testing.T) {
	net, err := region.Select("net")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs(t) {
		s, err := p.Stream(1, 200_000)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := region.Replay(s, Biased, uop.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := region.Replay(s, net, uop.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if err := region.WriteTable(t.Output(), []*region.Metrics{ours, theirs}); err != nil {
			t.Fatal(err)
		}
		if ours.HitRate() < 0.9 {
			t.Errorf("%s: a hit rate of %.3f", p.Name, ours.HitRate())
		}
		if p.Name == "diamonds3" && (ours.PerTransition() < 10*theirs.PerTransition() || ours.CodeExpansion() > theirs.CodeExpansion()) {
			t.Errorf("%s: no better than a trace", p.Name)
		}
	}
}

// diamonds has two branches, each taken every other time.
const diamonds = `
a = b = 0
for i in range(200000):
    if i & 1:
        a += i
    else:
        b += 1
    if i & 2:
        a ^= 3
    else:
        b += 2
print(a, b)
`

// TestRun runs a program in the VM with the selector: it says itself what is hot, and
// what it selects is compiled.
func TestRun(t *testing.T) {
	ctx := context.Background()
	py, err := compile.Find(ctx, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "diamonds.py")
	if err := os.WriteFile(file, []byte(diamonds), 0o600); err != nil {
		t.Fatal(err)
	}
	code, err := py.CompileFile(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	vm, err := interp.New(interp.Options{Stdout: &out, Selector: Biased})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, []string{file}); err != nil {
		t.Fatal(err)
	}
	s := vm.Stats().Tier2
	if s.Backend == "uop" {
		t.Skip("no machine code on this port: no regions")
	}
	if got := out.String(); got != "9999900000 300000\n" || s.Selection.Compiled == 0 || s.Selection.Events == 0 {
		t.Errorf("printed %q: %+v", got, s.Selection)
	}
}

func TestCold(t *testing.T) {
	if _, refusal := Biased.New(uop.DefaultLimits).Select(uop.Place{}); refusal == nil || refusal.Reason != uop.RefuseCold {
		t.Errorf("%v", refusal)
	}
}
