package lower

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/lower/encode"
)

// blocksOf makes a function of blocks that end with a jump, a test or, without successors, a leave. A block of n
// instructions has others in front.
func blocksOf(list ...struct {
	n     int32
	succs []BlockID
}) *Func {
	f := &Func{}
	for _, b := range list {
		term := Inst{Op: [...]MOp{MLeave, MJump, MBrI}[len(b.succs)], Flags: IsTerm, Exit: -1}
		f.Blocks = append(f.Blocks, Block{First: int32(len(f.Insts)), N: b.n, LoopHead: -1, LoopEnd: -1})
		for range b.n - 1 {
			f.Insts = append(f.Insts, Inst{Op: MAddI, Exit: -1})
		}
		f.Insts = append(f.Insts, term)
		for _, s := range b.succs {
			f.Blocks[len(f.Blocks)-1].Succs = append(f.Blocks[len(f.Blocks)-1].Succs, Edge{To: s})
		}
	}
	return f
}

type blk = struct {
	n     int32
	succs []BlockID
}

// TestRotated: the head of a loop that tests whether there is another round stands behind the loop's last block, and the
// test jumps to the next round.
func TestRotated(t *testing.T) {
	for _, c := range []struct {
		name  string
		head  []BlockID
		cold  bool // the body
		order []BlockID
		again bool
	}{
		{"the second successor goes on", []BlockID{3, 2}, false, []BlockID{0, 2, 1, 3}, true},
		{"the first one does", []BlockID{2, 3}, false, []BlockID{0, 2, 1, 3}, false},
		{"both do", []BlockID{2, 1}, false, []BlockID{0, 1, 2, 3}, false},
		{"the body is cold", []BlockID{3, 2}, true, []BlockID{0, 1, 2, 3}, false},
	} {
		f := blocksOf(blk{2, []BlockID{1}}, blk{2, c.head}, blk{2, []BlockID{1}}, blk{1, nil})
		f.Blocks[1].LoopEnd = 2
		f.Blocks[2].Cold = c.cold
		var l layout
		l.arrange(f, &Allocation{})
		if !slices.Equal(l.order, c.order) || l.at[1].again != c.again {
			t.Errorf("%s: the order is %v, again: %v", c.name, l.order, l.at[1].again)
		}
	}
}

// TestNotRotated: the head of a loop that is jumped back to from several hot blocks stays in front of them.
func TestNotRotated(t *testing.T) {
	for _, c := range []struct {
		cold  bool // the other way
		order []BlockID
	}{{false, []BlockID{0, 1, 2, 3, 4, 5}}, {true, []BlockID{0, 2, 3, 4, 1, 5}}} {
		f := blocksOf(blk{2, []BlockID{1}}, blk{2, []BlockID{5, 2}}, blk{2, []BlockID{3, 4}}, blk{2, []BlockID{1}}, blk{2, []BlockID{1}}, blk{1, nil})
		f.Blocks[1].LoopEnd = 4
		f.Blocks[3].Cold = c.cold
		var l layout
		l.arrange(f, &Allocation{})
		if !slices.Equal(l.order, c.order) {
			t.Errorf("cold %v: the order is %v, want %v", c.cold, l.order, c.order)
		}
	}
}

// TestPassedOver: a block that only jumps has no code if nothing is moved in it; who jumps to it goes on
// where it leads, and what stands in front of it is followed by what is behind it.
func TestPassedOver(t *testing.T) {
	f := blocksOf(blk{2, []BlockID{1, 2}}, blk{1, []BlockID{3}}, blk{2, []BlockID{4}}, blk{1, []BlockID{4}}, blk{1, nil})
	var l layout
	l.arrange(f, &Allocation{})
	if !l.at[1].passed || !l.at[3].passed || l.at[1].landing != 4 || l.at[3].landing != 4 || l.at[0].next != 2 || l.at[2].next != 4 {
		t.Errorf("without moves: %+v", l.at)
	}
	l.arrange(f, &Allocation{Edits: []Edit{{Inst: InstID(f.Blocks[1].First)}}})
	if l.at[1].passed || l.at[1].landing != 1 || !l.at[3].passed || l.at[0].next != 1 || l.at[2].edit != 1 {
		t.Errorf("with a move in block 1: %+v", l.at)
	}
	if l.at[0].section != encode.Hot {
		t.Errorf("block 0 is in section %v", l.at[0].section)
	}
	// Blocks that jump in a circle are there.
	f = blocksOf(blk{2, []BlockID{1}}, blk{1, []BlockID{2}}, blk{1, []BlockID{1}})
	l.arrange(f, &Allocation{})
	if l.at[1].passed && l.at[2].passed {
		t.Errorf("a circle has no code: %+v", l.at)
	}
}
