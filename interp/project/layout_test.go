package project_test

import (
	"testing"

	"github.com/tier2go/tier2/interp/project"
)

// TestLayout: micro-ops belong to the last span and to the last instruction at or before
// them.
func TestLayout(t *testing.T) {
	l := project.Layout{Spans: []project.Span{{Inst: 0, Block: 0}, {Inst: 4, Block: 2}}, Begins: []project.Begin{{Inst: 1, PC: 7}, {Inst: 5, PC: 9}}}
	for inst, want := range map[int]int32{0: 0, 3: 0, 4: 2, 90: 2, -1: -1} {
		if got := l.BlockAt(inst); got != want {
			t.Errorf("micro-op %d is of block %d, want %d", inst, got, want)
		}
	}
	for inst, want := range map[int]int{1: 7, 4: 7, 5: 9} {
		if b, ok := l.BeginBefore(inst); !ok || b.PC != want {
			t.Errorf("micro-op %d is of the instruction at %d, want %d", inst, b.PC, want)
		}
	}
	if _, ok := l.BeginBefore(0); ok {
		t.Error("micro-op 0 is of an instruction")
	}
}
