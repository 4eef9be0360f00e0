package tiering

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Observing: a selector that does not learn from counts is told of each block of
// bytecode that tier 1 enters. The loop looks at each instruction then, as it does to
// count them; without such a selector nothing of this runs. The selector says itself
// what is hot, so that no counters run beside it.

// watch is what is known of the instruction before the one at hand.
type watch struct {
	events uint64
	fp     unsafe.Pointer
	next   int  // where it falls through to
	ends   bool // the block ended with it
	start  bool // it is not known
	// Where execution has just come back by an exit, and from which block.
	exit  point
	left  *uop.Region
	block int32
	sizes map[*adaptive.Code][]uint16 // of blocks, by the code unit that they begin at; 0: not known
}

// beginWatch makes the loop tell of blocks.
func (t *Tier) beginWatch() {
	t.Watch = &watch{start: true, sizes: map[*adaptive.Code][]uint16{}}
	t.vm.Step()
}

// Step is called ahead of each instruction. It tells the selector if a block begins
// with it, and asks for a region when one is hot: where that begins, there is an
// ENTER_EXECUTOR then, perhaps at this very instruction.
func (t *Tier) Step(fp unsafe.Pointer, code *adaptive.Code, pc int) {
	w := t.Watch
	how, begins := w.way(fp, code, pc)
	enters := code.Live[pc]&0xFF == uint16(pycode.ENTER_EXECUTOR) && code.ExecutorAt(pc) != nil
	in := code.Decode(pc)
	w.fp, w.start, w.ends, w.next = fp, enters, project.EndsBlock(in.Op), in.Next
	if in.Op.Base() == pycode.JUMP_BACKWARD || in.Op.Base() == pycode.JUMP_BACKWARD_NO_INTERRUPT {
		w.ends, w.next = true, -1
	}
	if w.ends && w.next >= 0 && w.next < len(code.Live) {
		w.next = code.Behind(w.next)
	}
	if !begins {
		return
	}
	code.Traced = true
	ev := uop.Event{At: uop.Place{Code: uint64(code.Handle), PC: uint32(pc)}, Size: uint32(t.blockSize(code, pc)), How: how}
	if how == uop.Exit {
		ev.Region, ev.Left = w.left, w.block
	}
	w.left = nil
	w.events++
	if head, hot := t.sel.run.Observe(ev); hot {
		t.want(head)
	}
}

// way says whether a block begins at pc, and how it is entered.
func (w *watch) way(fp unsafe.Pointer, code *adaptive.Code, pc int) (how uop.How, begins bool) {
	switch {
	case w.left != nil && w.exit == point{fp, uint32(pc)}:
		return uop.Exit, true
	case w.start:
		return uop.Start, true
	case fp != w.fp && pc == 0:
		return uop.Call, true
	case fp != w.fp:
		return uop.Return, true
	case pc == w.next && (w.ends || code.Leader(pc)):
		return uop.Fall, true
	case w.ends || pc != w.next || code.Leader(pc):
		return uop.Taken, true
	}
	return 0, false
}

// leave notes that execution has come back by an exit to pc of a frame.
func (w *watch) leave(x *exitdata.Exit, fp unsafe.Pointer, pc int) {
	w.start = true
	p, ok := x.Executor.Data.(place)
	if !ok || p.region == nil || x.Uop < 0 {
		return
	}
	if b := p.layout.BlockAt(int(x.Uop)); b >= 0 {
		w.left, w.block, w.exit = p.region, b, point{fp, uint32(pc)}
	}
}

// blockSize returns the size of the block that begins at pc, in instructions.
func (t *Tier) blockSize(code *adaptive.Code, pc int) int {
	sizes := t.Watch.sizes[code]
	if sizes == nil {
		sizes = make([]uint16, len(code.Live))
		t.Watch.sizes[code] = sizes
	}
	if sizes[pc] == 0 {
		sizes[pc] = uint16(min(t.profiler.BlockSize(code, pc), 1<<16-1))
	}
	return int(sizes[pc])
}

// wanted is a region that has been selected for a place and is made when execution
// comes there. old is the executor that it takes the place of, nil if there is none.
type wanted struct {
	code   *adaptive.Code
	pc     int
	region *uop.Region // nil: it is selected then
	old    *exitdata.Executor
	remade []Remade
}

// want asks for the region of a head that a selector has found to be hot.
func (t *Tier) want(head uop.Place) {
	known := head.Code < uint64(len(t.vm.Codes())) && t.vm.Code(uint32(head.Code)) != nil
	if !known || !beginsAt(t.vm.Code(uint32(head.Code)).Code, int(head.PC)) {
		t.sel.refused[uop.RefuseInvalid]++
		return
	}
	r, err := t.choice(head)
	if err != nil {
		return
	}
	code, pc := t.vm.Code(uint32(head.Code)), int(head.PC)
	t.wantAt(wanted{code: code, pc: pc, region: r, old: code.ExecutorAt(pc)})
}

// wantAt puts a request for a region in place.
func (t *Tier) wantAt(w wanted) {
	t.sel.wanted = slices.DeleteFunc(t.sel.wanted, func(o wanted) bool { return o.code == w.code && o.pc == w.pc })
	t.sel.wanted = append(t.sel.wanted, w)
	t.install(w.code, w.pc, nil)
}

// takeWanted returns what is wanted at a place, and forgets that it is.
func (t *Tier) takeWanted(code *adaptive.Code, pc int) (w wanted) {
	i := slices.IndexFunc(t.sel.wanted, func(o wanted) bool { return o.code == code && o.pc == pc })
	if i >= 0 {
		w = t.sel.wanted[i]
		t.sel.wanted = slices.Delete(t.sel.wanted, i, i+1)
	}
	return w
}

// point is where the guest's execution is.
type point struct {
	fp unsafe.Pointer
	pc uint32
}
