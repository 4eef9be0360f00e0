package tier2_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// TestRoutine: a guest's routine is compiled when it is asked for first, and what is wrong
// with one is said each time.
func TestRoutine(t *testing.T) {
	texts := map[string]string{
		"twice":   "trace @twice form=typed {\nentries (i64)\nreturns i64\nb0:\n  v0: i64 = entry 0\n  v1: i64 = add v0, v0\n  ret v1\n}\n",
		"broken":  "trace @broken form=typed {\nreturns i64\nb0:\n  ret 1.5\n}\n",
		"nothing": "",
	}
	missing := errors.New("there is no such routine")
	for _, target := range tier2.Targets() {
		asked := 0
		g := toyguest.New()
		g.Routine = func(name string) ([]byte, error) {
			asked++
			if text, ok := texts[name]; ok {
				return []byte(text), nil
			}
			return nil, missing
		}
		c, err := tier2.New(&g.Guest, tier2.Options{Backend: exitdata.IR, Target: target})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			r, err := c.Routine("twice")
			if err != nil || r.Name != "twice" || r.Addr == 0 || !r.Writes.Has(tier2.Target(target).Routine.Link) {
				t.Errorf("%s: %+v, %v", target, r, err)
			}
			for name, want := range map[string]string{"broken": "V038", "nothing": "1:1", "other": missing.Error()} {
				if _, err := c.Routine(name); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: routine %s: %v, want %q", target, name, err, want)
				}
			}
		}
		if asked != 4 {
			t.Errorf("%s: the guest was asked %d times for 4 routines", target, asked)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestRoutineAhead: what the guest has compiled ahead of time is taken as it is, unless stages are checked.
func TestRoutineAhead(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, debug := range []bool{false, true} {
		g, texts := newSmallGuest(), 0
		g.Routine = func(string) ([]byte, error) {
			texts++
			return nil, errors.New("there is no text")
		}
		g.Ahead = func(name string) *lower.Ahead {
			if name != "twice" {
				return nil
			}
			return &lower.Ahead{Routine: lower.Routine{Name: name}, Code: []byte{1, 2, 3, 4}}
		}
		c, err := g.compiler(t, tier2.Options{Backend: exitdata.Native, Debug: debug})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Routine("twice")
		if taken := err == nil && r.Addr != 0 && texts == 0; taken == debug {
			t.Errorf("debug %v: %+v, %v, %d texts asked for", debug, r, err, texts)
		}
		if _, err := c.Routine("other"); err == nil {
			t.Error("a routine without a text, and without code, is there")
		}
	}
}
