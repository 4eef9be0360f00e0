package selector

import (
	"os"
	"testing"

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

func TestCold(t *testing.T) {
	if _, refusal := Biased.New(uop.DefaultLimits).Select(uop.Place{}); refusal == nil || refusal.Reason != uop.RefuseCold {
		t.Errorf("%v", refusal)
	}
}
