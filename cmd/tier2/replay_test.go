package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// TestReplayRules: the replay in Python, which follows the rules of docs/regions.md and shares
// no code with package region, counts the same.
func TestReplayRules(t *testing.T) {
	py, err := compile.Find(t.Context(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	net, err := region.Select("net")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*region.Program{region.Diamonds(3), region.Random(7, 60), region.RandomIrreducible(3, 60), region.Trips(20)} {
		s, err := p.Stream(5, 30_000)
		if err != nil {
			t.Fatal(err)
		}
		m, err := region.Replay(s, net, uop.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "stream")
		if p.Name == "diamonds3" {
			name += ".gz"
		}
		if err := writeStream(name, s); err != nil {
			t.Fatal(err)
		}
		out, err := py.Command("../../examples/replay/replay.py", name).Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var got map[string]uint64
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]uint64{
			"instr": m.Instr, "in_region": m.InRegion, "transitions": m.Transitions, "executions": m.Executions, "cycles": m.Cycles,
			"compiled": m.Compiled, "censored": m.Censored, "late_in_region": m.Late.InRegion, "late_transitions": m.Late.Transitions,
		} {
			if got[key] != want || want == 0 && key != "censored" && key != "cycles" {
				t.Errorf("%s: %s is %d, want %d", s.Name, key, got[key], want)
			}
		}
	}
}
