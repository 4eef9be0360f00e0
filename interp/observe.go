package interp

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
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
	sizes map[*Code][]uint16 // of blocks, by the code unit that they begin at; 0: not known
}

// beginWatch makes the loop tell of blocks.
func (vm *VM) beginWatch() {
	vm.sel.watch = &watch{start: true, sizes: map[*Code][]uint16{}}
	if vm.counts == nil {
		vm.counts = new([256]uint64)
	}
}

// step is called ahead of each instruction. It tells the selector if a block begins
// with it, and asks for a region when one is hot: where that begins, there is an
// ENTER_EXECUTOR then, perhaps at this very instruction.
func (vm *VM) step(fp unsafe.Pointer, code *Code, pc int) {
	w := vm.sel.watch
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
	ev := uop.Event{At: uop.Place{Code: uint64(code.Handle), PC: uint32(pc)}, Size: uint32(vm.blockSize(code, pc)), How: how}
	if how == uop.Exit {
		ev.Region, ev.Left = w.left, w.block
	}
	w.left = nil
	w.events++
	if head, hot := vm.sel.state.Observe(ev); hot {
		vm.want(head)
	}
}

// way says whether a block begins at pc, and how it is entered.
func (w *watch) way(fp unsafe.Pointer, code *Code, pc int) (how uop.How, begins bool) {
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
	if b := p.layout.BlockAt(x.Uop); b >= 0 {
		w.left, w.block, w.exit = p.region, b, point{fp, uint32(pc)}
	}
}

// blockSize returns the size of the block that begins at pc, in instructions.
func (vm *VM) blockSize(code *Code, pc int) int {
	sizes := vm.sel.watch.sizes[code]
	if sizes == nil {
		sizes = make([]uint16, len(code.Live))
		vm.sel.watch.sizes[code] = sizes
	}
	if sizes[pc] == 0 {
		sizes[pc] = uint16(min(vm.profiler.BlockSize(code, pc), 1<<16-1))
	}
	return int(sizes[pc])
}

// wanted is a region that has been selected for a place and is made when execution
// comes there. old is the executor that it takes the place of, nil if there is none.
type wanted struct {
	code   *Code
	pc     int
	region *uop.Region
	old    *exitdata.Executor
	grown  int
}

// want asks for the region of a head that a selector has found to be hot.
func (vm *VM) want(head uop.Place) {
	if head.Code >= uint64(len(vm.codes)) || !beginsAt(vm.codes[head.Code].Code, int(head.PC)) {
		vm.sel.refused[uop.RefuseInvalid]++
		return
	}
	r, err := vm.choice(head)
	if err != nil {
		return
	}
	code, pc := vm.codes[head.Code], int(head.PC)
	vm.wantAt(wanted{code: code, pc: pc, region: r, old: code.ExecutorAt(pc)})
}

// wantAt puts a request for a region in place.
func (vm *VM) wantAt(w wanted) {
	vm.sel.wanted = slices.DeleteFunc(vm.sel.wanted, func(o wanted) bool { return o.code == w.code && o.pc == w.pc })
	vm.sel.wanted = append(vm.sel.wanted, w)
	vm.install(w.code, w.pc, nil)
}

// takeWanted returns what is wanted at a place, and forgets that it is.
func (vm *VM) takeWanted(code *Code, pc int) (w wanted) {
	i := slices.IndexFunc(vm.sel.wanted, func(o wanted) bool { return o.code == code && o.pc == pc })
	if i >= 0 {
		w = vm.sel.wanted[i]
		vm.sel.wanted = slices.Delete(vm.sel.wanted, i, i+1)
	}
	return w
}
