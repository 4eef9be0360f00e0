package region

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/uop"
)

// TestProfileFlow: what enters a block of a profile is what leaves it, and counts that do not
// fit together are an error.
func TestProfileFlow(t *testing.T) {
	// A loop of two blocks, entered once: executed n times, back n−1 times, left once.
	profile := func(blocks, forth, back int) string {
		return fmt.Sprintf(`{"program":"p","summary":true}
{"program":"p","qualname":"f","filename":"p.py","line":1,"is_gen":false,"blocks":[[0,2,2,%d,"NOP"],[4,6,2,100,"JUMP_BACKWARD"]],"edges":[[0,2,4,%d,"fall"],[4,6,0,%d,"back"]],"calls":[]}
`, blocks, forth, back)
	}
	for _, c := range []struct {
		blocks, forth, back int
		good                bool
	}{
		{100, 100, 99, true},
		{101, 100, 100, true},  // entered once more, and left once
		{100, 101, 99, false},  // more leaves the first than enters it, and more enters the second
		{100, 100, 101, false}, // more leaves the second
		{98, 98, 99, false},    // more enters the first
	} {
		p, err := ReadProfile(strings.NewReader(profile(c.blocks, c.forth, c.back)))
		if (err == nil) != c.good || err != nil && !errors.Is(err, ErrFlow) {
			t.Errorf("%+v: %v", c, err)
		}
		if err == nil {
			conserved(t, p)
		}
	}
	for _, p := range profiles(t) {
		conserved(t, p)
	}
}

// conserved checks that as much enters each block as leaves it.
func conserved(t *testing.T, p *Program) {
	t.Helper()
	in := make([]uint64, len(p.Blocks))
	for _, r := range p.Roots {
		in[r.Block] += r.Weight
	}
	for _, f := range p.Flow {
		for _, w := range f.Ways {
			in[w.To] += w.Weight
			if w.How == uop.Call {
				in[w.Back] += w.Weight
			}
		}
	}
	for i, f := range p.Flow {
		out := f.Leave
		for _, w := range f.Ways {
			out += w.Weight
		}
		if in[i] != out {
			t.Errorf("%s: %v is entered %d times and left %d times", p.Name, p.Blocks[i].At, in[i], out)
		}
	}
}
