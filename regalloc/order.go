package regalloc

import (
	"fmt"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower"
)

// Positions. Time is counted in ticks: one for the start of each block and one
// for each instruction, in allocation order (hot blocks, then cold ones). A tick
// has two positions. That of an instruction's Early operands, 2t, is also the
// gap before it, where its edits are made; 2t+1 is that of its Late operands and
// clobbers. At a block's start, 2t is where parameters and entry values come to
// life. Ranges are half open: a value that dies as an Early use ends at 2t+1, one
// that is only copied in the gap ends at 2t.

// layout is the shape of the function: loops, positions, weights.
type layout struct {
	blocks    []blockInfo
	seq       []int32 // allocation order
	tickBlock []int32 // by tick
	loops     []int32 // stack of open loops
	coldStart int32   // position at which the cold blocks start
	end       int32   // position after the last
	alloc     [lower.NumClasses]lower.RegSet
}

type blockInfo struct {
	start, end int32 // positions
	early      int32 // start in emission order, in the same unit
	loop       int32 // innermost loop's header, itself for a header, or -1
	outer      int32 // for a header: the header of the loop around it, or -1
	last       int32 // for a header: the last block of its loop
	hotEnd     int32 // for a header: end of the loop's hot blocks
	coldLo     int32 // for a header: where the loop's cold blocks start
	coldHi     int32 // and end
	run        int32 // for a cold block: start of the stretch of cold code it belongs to
	preds      int32
	lo, hi     int32 // live-in values: a.liveIn[lo:hi] (build.go)
	snap       int32 // places at the start (resolve.go)
	edge       int32 // places at the end, on the edge to the first successor
	raw        int32 // what LiveIn tells of a header
	weight     int64 // how often it runs, a guess
	exp        int8  // the weight's power of two
	cold       bool
	calls      bool // for the first block of a stretch of cold code: a call in it
}

// coldExp and hotExp are the powers of two of the guessed frequencies of a cold
// block and of a hot one outside of loops; each loop adds loopExp, up to
// maxDepth loops.
const (
	coldExp  = 0
	hotExp   = 6
	loopExp  = 3
	maxDepth = 6
)

// order checks the function's shape, finds the loops and numbers positions.
func (a *Allocator) order() error {
	f := a.f
	n := len(f.Blocks)
	if n == 0 {
		return a.errAt(ErrMalformed, -1, -1, -1, "no blocks")
	}
	if len(f.Classes) >= 1<<30 || len(f.Insts)+n >= 1<<29 {
		return a.errAt(ErrMalformed, -1, -1, -1, "too large")
	}
	if err := a.registers(); err != nil {
		return err
	}
	a.blocks = dense.Grow(a.blocks, n)
	for b := range f.Blocks {
		a.blocks[b] = blockInfo{loop: -1, outer: -1}
	}
	if err := a.findLoops(); err != nil {
		return err
	}
	if err := a.checkEdges(); err != nil {
		return err
	}
	a.number()
	return nil
}

// registers takes stock of the register file.
func (a *Allocator) registers() error {
	for c := range a.alloc {
		a.alloc[c] = 0
		for _, r := range a.rf.Allocatable[c] {
			if r >= 64 || r.Class() != lower.Class(c) || r == a.rf.Scratch[c] {
				return a.errAt(ErrMalformed, -1, -1, -1, "register file: "+lower.InReg(r).String()+" is not allocatable")
			}
			a.alloc[c] = a.alloc[c].With(r)
		}
		if s := a.rf.Scratch[c]; s >= 64 || s.Class() != lower.Class(c) {
			return a.errAt(ErrMalformed, -1, -1, -1, "register file: scratch register of another class")
		}
	}
	return nil
}

// findLoops fills in the loops, coldness and weights.
func (a *Allocator) findLoops() error {
	f := a.f
	stack := a.loops[:0]
	for b := range f.Blocks {
		blk, bi := &f.Blocks[b], &a.blocks[b]
		if blk.N <= 0 || blk.First < 0 || int(blk.First)+int(blk.N) > len(f.Insts) {
			return a.errAt(ErrMalformed, int32(b), -1, -1, "block without instructions")
		}
		for len(stack) > 0 && int32(b) > a.blocks[stack[len(stack)-1]].last {
			stack = stack[:len(stack)-1]
		}
		top := int32(-1)
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		bi.loop = top
		bi.cold = blk.Cold
		if top >= 0 && a.blocks[top].cold {
			bi.cold = true
		}
		if e := int32(blk.LoopEnd); e >= 0 {
			if e < int32(b) || int(e) >= len(f.Blocks) || top >= 0 && e > a.blocks[top].last {
				return a.errAt(ErrLoop, int32(b), -1, -1, fmt.Sprintf("loop ends at b%d", e))
			}
			bi.loop, bi.outer, bi.last = int32(b), top, e
			stack = append(stack, int32(b))
		} else if !bi.cold && b > 0 {
			bi.cold = coldInst(f, blk)
		}
		if b == 0 {
			bi.cold = false
		}
		bi.exp = coldExp
		if !bi.cold {
			bi.exp = hotExp + loopExp*int8(min(len(stack), maxDepth))
		}
		bi.weight = 1 << bi.exp
	}
	a.loops = stack[:0]
	return nil
}

// coldInst reports whether a rarely taken path starts in the block, so that the
// whole of it is rarely run.
func coldInst(f *lower.Func, b *lower.Block) bool {
	for i := b.First; i < b.First+b.N; i++ {
		if f.Insts[i].Flags&lower.IsCold != 0 {
			return true
		}
	}
	return false
}

// inLoop reports whether block b lies in the loop of header h.
func (a *Allocator) inLoop(b, h int32) bool { return b >= h && b <= a.blocks[h].last }

// checkEdges counts predecessors and refuses edges that the rest cannot handle.
func (a *Allocator) checkEdges() error {
	f := a.f
	if len(f.Blocks[0].Params) > 0 {
		return a.errAt(ErrMalformed, 0, -1, -1, "the entry block has parameters")
	}
	for b := range f.Blocks {
		for _, e := range f.Blocks[b].Succs {
			s := int32(e.To)
			if s < 0 || int(s) >= len(f.Blocks) {
				return a.errAt(ErrMalformed, int32(b), -1, -1, fmt.Sprintf("edge to b%d", s))
			}
			if len(e.Args) != len(f.Blocks[s].Params) {
				return a.errAt(ErrMalformed, int32(b), -1, -1, fmt.Sprintf("edge to b%d: %d arguments for %d parameters", s, len(e.Args), len(f.Blocks[s].Params)))
			}
			if s == 0 {
				return a.errAt(ErrMalformed, int32(b), -1, -1, "edge to the entry block")
			}
			if s <= int32(b) && (a.blocks[s].loop != s || !a.inLoop(int32(b), s)) {
				return a.errAt(ErrLoop, int32(b), -1, -1, fmt.Sprintf("backward edge to b%d, which is not the header of a loop around it", s))
			}
			for h := a.blocks[s].loop; h >= 0 && !a.inLoop(int32(b), h); h = a.blocks[h].outer {
				if h != s {
					return a.errAt(ErrLoop, int32(b), -1, -1, fmt.Sprintf("edge to b%d enters the loop of b%d", s, h))
				}
			}
			a.blocks[s].preds++
		}
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		last := blk.First + blk.N - 1
		for _, e := range blk.Succs {
			if a.blocks[e.To].preds < 2 {
				continue
			}
			if len(blk.Succs) > 1 {
				return a.errAt(ErrCritical, int32(b), -1, -1, fmt.Sprintf("to b%d", e.To))
			}
			if f.Insts[last].NumOps > 0 || f.Insts[last].Clobber != 0 {
				return a.errAt(ErrTerminator, int32(b), last, -1, fmt.Sprintf("moves for the edge to b%d would have to stand before it", e.To))
			}
		}
	}
	for _, h := range a.opt.LiveIn {
		if h < 0 || int(h) >= len(f.Blocks) || a.blocks[h].loop != int32(h) || a.blocks[h].preds < 2 {
			return a.errAt(ErrLoop, int32(h), -1, -1, "LiveIn is for headers of loops")
		}
	}
	return nil
}

// number gives positions to blocks, hot ones first.
func (a *Allocator) number() {
	f := a.f
	a.seq = a.seq[:0]
	emit := int32(0)
	ticks := int32(0)
	for b := range f.Blocks {
		a.blocks[b].early = emit
		emit += 2 * (f.Blocks[b].N + 1)
	}
	a.tickBlock = dense.Grow(a.tickBlock, int(emit/2))
	for _, cold := range [...]bool{false, true} {
		if cold {
			a.coldStart = 2 * ticks
		}
		for b := range f.Blocks {
			bi := &a.blocks[b]
			if bi.cold != cold {
				continue
			}
			a.seq = append(a.seq, int32(b))
			bi.start = 2 * ticks
			for end := ticks + f.Blocks[b].N + 1; ticks < end; ticks++ {
				a.tickBlock[ticks] = int32(b)
			}
			bi.end = 2 * ticks
		}
	}
	a.end = 2 * ticks
	a.spans()
}

// spans finds the stretches of positions that loops and runs of cold code cover.
func (a *Allocator) spans() {
	for b := range a.blocks {
		bi := &a.blocks[b]
		for h := bi.loop; h >= 0; h = a.blocks[h].outer {
			hi := &a.blocks[h]
			if !bi.cold {
				hi.hotEnd = bi.end
			} else {
				if hi.coldHi == 0 {
					hi.coldLo = bi.start
				}
				hi.coldHi = bi.end
			}
		}
		if !bi.cold {
			continue
		}
		bi.run = bi.start
		for _, p := range a.f.Blocks[b].Preds {
			if int(p) < b && p >= 0 && a.blocks[p].cold {
				bi.run = min(bi.run, a.blocks[p].run)
			}
		}
	}
}

// instAt returns the instruction at a position, which must not be the start of a
// block.
func (a *Allocator) instAt(p int32) int32 {
	b := a.tickBlock[p>>1]
	return a.f.Blocks[b].First + (p-a.blocks[b].start)>>1 - 1
}
