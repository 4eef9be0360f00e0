package profile

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Every reason for which a trace ends or is refused has words.
func TestReasons(t *testing.T) {
	for s := uop.StopLoop; s < uop.AbortFirst; s++ {
		if stopWords[s] == "" {
			t.Errorf("no words for the end %v", s)
		}
	}
	for s := uop.AbortFirst; s < uop.NumStops; s++ {
		if refusalWords[s.String()] == "" {
			t.Errorf("no words for %v", s)
		}
	}
	for r := range uop.NumRefusals {
		if refusalWords["region_"+r.String()] == "" {
			t.Errorf("no words for the selector's refusal %v", r)
		}
	}
	for _, r := range []string{
		tier2.RefusedExits, tier2.RefusedSlots, tier2.RefusedMemory, tier2.RefusedOperation, tier2.RefusedPass, tier2.RefusedInternal,
		tier2.RefusedChain, tier2.RefusedEntry, tier2.RefusedProgress, tier2.RefusedTable, tier2.RefusedFrame, tier2.RefusedRegisters,
		tier2.RefusedPlace, tier2.RefusedExecutor, tier2.RefusedIdle, tier2.RefusedPanic,
		build.AbortNoRule, build.AbortUnderflow, build.AbortOverflow, build.AbortBadTrace, build.AbortNoProgress,
		build.AbortStackEffect, build.AbortBadSlot, build.AbortBadRule,
	} {
		if refusalWords[r] == "" {
			t.Errorf("no words for the refusal %s", r)
		}
	}
}

// Every guard that a table tells by its micro-op is one of CPython's.
func TestGuardNames(t *testing.T) {
	for name, w := range byUop {
		found := false
		for id := range cpython.Table.Len() {
			found = found || strings.HasPrefix(cpython.Table.Row(uop.ID(id)).Name, name)
		}
		if !found {
			t.Errorf("there is no micro-op %s…", name)
		}
		if (w.fact == "") != (w.what == branch || w.what == loopEnd) {
			t.Errorf("%s: what would remove it?", name)
		}
	}
	if w, ok := prefixed("_CHECK_FUNCTION_VERSION"); !ok || w != byUop["_CHECK_FUNCTION"] {
		t.Errorf("%v, %v", w, ok)
	}
	if _, ok := prefixed("_NO_SUCH"); ok {
		t.Error("words for a micro-op that is none")
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 times", 1: "once", 64: "64 times", 999: "999 times", 1000: "about 1,000 times", 1049: "about 1,000 times",
		1050: "about 1,100 times", 99_400: "about 99,000 times", 151_000: "about 150,000 times", 999_999: "about 1 million times",
		2_340_000: "about 2.3 million times", 123_000_000: "about 120 million times",
	} {
		if got := times(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for n, want := range map[uint64]string{1: "a few times", 3: "a few times", 64: "64 times", 1000: "about 1,000 times"} {
		if got := entries(n); got != want {
			t.Errorf("%d: entered %s, want %s", n, got, want)
		}
	}
	for set, want := range map[string]string{"{int}": "an int", "{str}": "a str", "{int, float, str}": "an int, a float or a str"} {
		if got := typeText(set); got != want {
			t.Errorf("%s: %s, want %s", set, got, want)
		}
	}
}

// TestThemes checks that what Go does is told by what most samples have on the stack,
// and that arithmetic of ints of any size is not taken for that of large ones.
func TestThemes(t *testing.T) {
	const add, limbs = "interp/object.(*Heap).IntAdd", "math/big.nat.mul"
	for _, c := range []struct {
		stacks [][]string
		want   string
	}{
		{[][]string{{add}, {add}}, "own"},
		{[][]string{{limbs, add}, {limbs}, {add}}, bigInts},
		{[][]string{{limbs, add}, {add}, {add}}, "own"},
	} {
		k := call{why: "own"}
		for _, stack := range c.stacks {
			k.samples++
			if why := theme(stack); why != "" {
				k.addTheme(why, 1)
			}
		}
		if got := k.reason(); got != c.want {
			t.Errorf("%v: %s, want %s", c.stacks, got, c.want)
		}
	}
}
