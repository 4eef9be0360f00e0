package lower

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower/encode"
)

// layout is where the blocks of a function stand in its code.
//
//   - Blocks that only jump, without moves, are passed over: who goes to one goes on where it leads.
//   - An edge that leaves a loop and has moves makes them in the cold section, so that the loop falls through
//     its test.
//   - A loop whose head tests whether there is another round has its head behind its last block: one jump a round,
//     the test's, and not two. Where several blocks jump back it stays in front: those that stand elsewhere would
//     jump to the head, and the head would jump, too.
type layout struct {
	order []BlockID // as the blocks stand in their sections
	at    []place   // by block
}

// place is where a block stands.
type place struct {
	section encode.Section
	landing BlockID // where who jumps to it goes on
	next    BlockID // what stands behind it, -1: nothing
	passed  bool    // it has no code
	again   bool    // it is a head that stands behind its loop, and its second successor is in it
	moves   bool
	// The first of the allocation's edits and dead instructions that are in it.
	edit, dead int
}

// maxLandings bounds the blocks that a jump is followed through.
const maxLandings = 8

// arrange finds the layout of a function.
func (l *layout) arrange(f *Func, al *Allocation) {
	l.at = dense.Cleared(l.at, len(f.Blocks))
	edit, dead := 0, 0
	for bi := range f.Blocks {
		b, at := &f.Blocks[bi], &l.at[bi]
		at.edit, at.dead = edit, dead
		for end := InstID(b.First + b.N); edit < len(al.Edits) && al.Edits[edit].Inst < end; edit++ {
			at.moves = true
		}
		for end := InstID(b.First + b.N); dead < len(al.Dead) && al.Dead[dead] < end; {
			dead++
		}
		at.section = encode.Hot
		if b.Cold {
			at.section = encode.Cold
		}
		at.landing = BlockID(bi)
		if !at.moves && jumps(f, bi) && bi > 0 {
			at.landing = b.Succs[0].To
		}
	}
	for bi := range l.at {
		to := l.at[bi].landing
		for n := 0; n < maxLandings && l.at[to].landing != to; n++ {
			to = l.at[to].landing
		}
		if l.at[to].landing != to {
			to = BlockID(bi)
		}
		l.at[bi].landing = to
	}
	for bi := range l.at {
		l.at[bi].passed = l.at[bi].landing != BlockID(bi)
	}
	l.sort(f)
}

// jumps reports whether a block does nothing but jump.
func jumps(f *Func, bi int) bool {
	b := &f.Blocks[bi]
	return b.N == 1 && f.Insts[b.First].Op == MJump
}

// sort puts the blocks into their order.
func (l *layout) sort(f *Func) {
	l.order = l.order[:0]
	for bi := 0; bi < len(f.Blocks); bi++ {
		last := l.rotates(f, bi)
		if last < 0 {
			l.order = append(l.order, BlockID(bi))
			continue
		}
		for k := bi + 1; k <= last; k++ {
			l.order = append(l.order, BlockID(k))
		}
		l.order = append(l.order, BlockID(bi))
		second := l.at[f.Blocks[bi].Succs[1].To].landing
		l.at[bi].again = int(second) > bi && int(second) <= last && l.at[second].section == encode.Hot
		bi = last
	}
	next := [...]BlockID{encode.Hot: -1, encode.Cold: -1}
	for i := len(l.order) - 1; i >= 0; i-- {
		at := &l.at[l.order[i]]
		at.next = next[at.section]
		if !at.passed {
			next[at.section] = l.order[i]
		}
	}
}

// rotates returns the last block of a loop without loops in it whose head, a block, leaves it or not, and which is jumped back to from
// the last hot block, and from no other hot one. -1: it is no such loop.
func (l *layout) rotates(f *Func, head int) (last int) {
	b := &f.Blocks[head]
	last = int(b.LoopEnd)
	if last <= head || b.Cold || len(b.Succs) != 2 {
		return -1
	}
	back := -1
	for k := head + 1; k <= last; k++ {
		if f.Blocks[k].LoopEnd >= 0 {
			return -1
		}
		if at := &l.at[k]; at.section == encode.Hot && !at.passed {
			if back >= 0 && l.jumpsTo(f, back, head) {
				return -1
			}
			back = k
		}
	}
	leaves := 0
	for _, s := range b.Succs {
		if to := int(l.at[s.To].landing); to < head || to > last || f.Blocks[to].Cold {
			leaves++
		}
	}
	if leaves != 1 || back < 0 {
		return -1
	}
	succs := f.Blocks[back].Succs
	if len(succs) != 1 || int(l.at[succs[0].To].landing) != head {
		return -1
	}
	return last
}

// jumpsTo reports whether a block goes to a head.
func (l *layout) jumpsTo(f *Func, bi, head int) bool {
	for _, s := range f.Blocks[bi].Succs {
		if int(l.at[s.To].landing) == head {
			return true
		}
	}
	return false
}
