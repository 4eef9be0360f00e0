package tier2

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// TestWatchers: every watcher stands behind a stage, and every refusal has a reason.
func TestWatchers(t *testing.T) {
	for _, w := range watchers {
		if !slices.ContainsFunc(pipeline, func(s stage) bool { return s.name == w.after }) {
			t.Errorf("a watcher looks behind the stage %q, which there is not", w.after)
		}
	}
	for _, s := range pipeline {
		if s.name == "" || s.makes == 0 || s.refuse == "" || s.run == nil {
			t.Errorf("%+v", s)
		}
	}
}

// TestLadder: what is tried instead of what is refused, until nothing is left.
func TestLadder(t *testing.T) {
	abort := func(index int, reason string) *build.Abort { return &build.Abort{Reason: reason, Index: index} }
	for _, c := range []struct {
		err  error
		from attempt
		want string // what has changed; "" for nothing
	}{
		{&Refusal{Reason: RefusedProgress}, attempt{}, "general"},
		{&Refusal{Reason: RefusedProgress}, attempt{region: true}, "general"},
		{&Refusal{Reason: uop.AbortNoRegion.String()}, attempt{region: true}, "trace"},
		{refuse("", abort(7, build.AbortNoRule)), attempt{region: true}, "ahead"},
		{refuse("", abort(0, build.AbortNoRule)), attempt{region: true}, "trace"},
		{refuse("", abort(7, build.AbortNoRule)), attempt{region: true, cuts: maxCuts}, "trace"},
		{&Refusal{Reason: RefusedSlots}, attempt{region: true}, "trace"},
		{refuse("", abort(7, build.AbortNoRule)), attempt{}, "shorter"},
		{refuse("", abort(0, build.AbortNoRule)), attempt{}, ""},
		{&Refusal{Reason: RefusedSlots}, attempt{}, ""},
		{refuse("", abort(7, build.AbortStackEffect)), attempt{}, ""},
		{refuse("", abort(7, build.AbortStackEffect)), attempt{region: true}, ""},
	} {
		a := c.from
		a.lim.MaxUops = 100
		if c.err.(*Refusal).Reason != uop.AbortNoRegion.String() {
			a.trace = &uop.Trace{}
		}
		got := ""
		if a.descend(c.err) {
			switch {
			case a.lim.Generic:
				got = "general"
			case a.lim.Ahead == 7 && a.cuts == 1 && a.cut == c.err:
				got = "ahead"
			case c.from.region && !a.region:
				got = "trace"
			case a.lim.MaxUops == 7 && a.cut == c.err:
				got = "shorter"
			}
		}
		if got != c.want {
			t.Errorf("%v at %+v: %q, want %q", c.err, c.from, got, c.want)
		}
	}
}
