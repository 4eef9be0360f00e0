package tier2_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// linearCode is a program: functions of instructions "goes", "goes N", "loops N",
// "calls F", "returns" and "unknown".
type linearCode [][]string

func (p linearCode) step(at tier2.Location) tier2.Step {
	s := tier2.Step{Inst: uop.Inst{Op: 2, Target: at.PC}, To: tier2.Location{Code: at.Code, PC: at.PC + 1}, Back: at.PC + 1}
	var n uint32
	word, arg, has := strings.Cut(p[at.Code][at.PC], " ")
	if has {
		fmt.Sscan(arg, &n)
		s.To.PC = n
	}
	switch word {
	case "loops":
		s.Control = tier2.Loops
	case "calls":
		s.Control, s.To = tier2.Calls, tier2.Location{Code: uint64(n)}
	case "returns":
		s.Control = tier2.Returns
	case "unknown":
		s.Control = tier2.Unknown
	}
	return s
}

// TestLinear holds each way in which a linear trace ends: the pcs that it takes, an
// executor's with a dash before it where the trace leaves to it, and the reason.
func TestLinear(t *testing.T) {
	table, err := uop.NewTable("linear", []uop.Row{{Name: "ENTER"}, {Name: "END"}, {Name: "STEP"}})
	if err != nil {
		t.Fatal(err)
	}
	inner := func(callers ...ir.FrameSnapshot) *exitdata.Exit {
		return &exitdata.Exit{State: &exitdata.State{Snapshot: ir.Snapshot{Frames: append(callers, ir.FrameSnapshot{Frame: &ir.Frame{Code: 1}})}}}
	}
	loop := linearCode{{"goes", "goes 3", "goes", "goes", "loops 0"}}
	nest := linearCode{{"goes", "goes", "loops 1"}}
	call := linearCode{{"goes", "calls 1", "goes", "returns"}, {"goes", "returns"}}
	fib := linearCode{{"goes", "calls 0", "returns"}}
	deep := linearCode{{"calls 1"}, {"calls 2"}, {"calls 3"}, {"returns"}}
	for _, tt := range []struct {
		name  string
		code  linearCode
		start tier2.Location
		from  *exitdata.Exit
		calls bool
		meets int // pc of function 0, -1 for none
		want  string
	}{
		{"own loop", loop, tier2.Location{}, nil, false, -1, "0 1 3 4 loop"},
		{"own loop, entered with calls", loop, tier2.Location{}, nil, true, -1, "enter 0 1 3 4 loop"},
		{"inner loop", nest, tier2.Location{}, nil, true, -1, "enter 0 1 2 inner_loop"},
		{"in mid-loop", nest, tier2.Location{PC: 2}, nil, true, -1, "2 inner_loop"},
		{"executor", loop, tier2.Location{}, nil, false, 3, "0 1 -3 enter_executor"},
		{"executor at the start", loop, tier2.Location{PC: 3}, nil, false, 3, "3 4 inner_loop"},
		{"call", call, tier2.Location{}, nil, true, -1, "enter 0 1 0 1 2 3 return"},
		{"call without calls", call, tier2.Location{}, nil, false, -1, "0 1 0 1 2 -3 return"},
		{"executor behind a call", call, tier2.Location{}, nil, true, 2, "enter 0 1 0 1 -2 enter_executor"},
		{"recursion", fib, tier2.Location{}, nil, true, -1, "enter 0 1 -0 recursion"},
		{"recursion without calls", fib, tier2.Location{}, nil, false, -1, "0 -1 recursion"},
		{"frames", deep, tier2.Location{}, nil, true, -1, "enter 0 0 0 -0 frames"},
		{"frames without calls", deep, tier2.Location{}, nil, false, -1, "0 0 -0 frames"},
		{"unknown", linearCode{{"goes", "unknown"}}, tier2.Location{}, nil, true, -1, "enter 0 -1 unknown_callee"},
		{"nothing", linearCode{{"unknown"}}, tier2.Location{}, nil, true, -1, "- abort_no_progress"},
		{"too long", linearCode{{"goes", "goes 0"}}, tier2.Location{}, nil, false, -1, "0 1 0 1 0 1 0 1 -0 too_long"},
		{"continues an exit", call, tier2.Location{Code: 1, PC: 1}, inner(ir.FrameSnapshot{Frame: &ir.Frame{}, PC: 2}), true, -1, "1 2 3 return"},
		{"loops outside the exit's frame", linearCode{{"goes", "goes", "loops 1"}, {"returns"}}, tier2.Location{Code: 1},
			inner(ir.FrameSnapshot{Frame: &ir.Frame{}, PC: 1}), true, -1, "0 1 2 inner_loop"},
	} {
		src := &tier2.Linear{Table: table, Name: "f", Start: tt.start, From: tt.from, End: 1, Calls: tt.calls, Enter: 0, Step: tt.code.step,
			Meets: func(at tier2.Location) bool { return at.Code == 0 && int(at.PC) == tt.meets }}
		tr, stop := src.Trace(uop.Limits{MaxUops: 8, MaxFrames: 3})
		var got []string
		if tr == nil {
			got = []string{"-"}
		} else {
			for i := range tr.Insts {
				got = append(got, map[uop.ID]string{0: "enter", 1: "-", 2: ""}[tr.Insts[i].Op])
				if in := &tr.Insts[i]; in.Op != 0 {
					got[i] += fmt.Sprint(in.Target)
				}
			}
			if tr.Stop != stop || tr.Entry != tt.start.PC || tr.Code != tt.start.Code {
				t.Errorf("%s: trace of %d at %d says %v", tt.name, tr.Code, tr.Entry, tr.Stop)
			}
		}
		if g := strings.Join(got, " ") + " " + stop.String(); g != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, g, tt.want)
		}
	}
}
