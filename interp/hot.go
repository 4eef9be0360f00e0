package interp

import (
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// Hot places. With an optimizer that takes them, back edges are JUMP_BACKWARD_JIT
// and functions begin with RESUME: these count, all others do not. The counter of
// a back edge is in its inline cache, with the number of attempts that have failed
// in its lower 4 bits; that of a function is in its Code. When it has run its
// period, the place is looked at (tier2.Hotspots). Without an optimizer there is no
// instruction that counts: JUMP_BACKWARD_NO_JIT and RESUME_CHECK stand there.

// maxTries is how many attempts at a place may fail before it is given up.
const maxTries = 12

func (vm *VM) countsJumps() bool   { return vm.places&tier2.BackEdges != 0 && vm.sel.watch == nil }
func (vm *VM) countsEntries() bool { return vm.places&tier2.Entries != 0 && vm.sel.watch == nil }

// ticksOf is how many ticks a place has before it is looked at, after a number of
// failed attempts.
func (vm *VM) ticksOf(tries int) int { return min(vm.period<<tries, tier2.MaxK) }

// beginJump begins to count a back edge, whose inline cache is at pc.
func (vm *VM) beginJump(code *Code, pc, tries int) {
	code.Live[pc] = uint16(vm.ticksOf(tries)-1)<<4 | uint16(tries)
	for i := range code.Since {
		if code.Since[i].PC == pc {
			code.Since[i].Ticks = vm.allTicks
			return
		}
	}
	code.Since = append(code.Since, adaptive.Since{PC: pc, Ticks: vm.allTicks})
}

// instructionUnits returns the code units of an instruction with the given
// argument: EXTENDED_ARGs come before it.
func instructionUnits(arg int) int {
	n := 1
	for ; arg > 0xFF; arg >>= 8 {
		n++
	}
	return n
}

// hotBackEdge is called when a back edge's counter has run down; ip is at its
// inline cache. It reports whether an executor stands over the instruction now:
// over the first of its EXTENDED_ARGs, if it has some.
func (vm *VM) hotBackEdge(fp unsafe.Pointer, code *Code, ip unsafe.Pointer, arg int) bool {
	cache := int(code.At(ip))
	pc, tries := cache-instructionUnits(arg), int(code.Live[cache]&15)
	if code.ExecutorAt(pc) != nil { // which came back to it: see enterHere
		vm.beginJump(code, cache, tries)
		return false
	}
	if !vm.hot.Hot(uint64(vm.ticksOf(tries)), vm.allTicks, code.JumpSince(cache)) {
		vm.opt.Lukewarm++
		vm.beginJump(code, cache, tries)
		return false
	}
	at := vm.loopHead(code, pc)
	if at != pc && code.ExecutorAt(at) != nil {
		vm.beginJump(code, cache, tries)
		return false
	}
	if ex := vm.optimize(&source{vm: vm, code: code, pc: at, depth: vm.operands(fp, code), top: vm.operand(fp, code)}); ex != nil {
		vm.install(code, at, ex)
		if at != pc {
			vm.beginJump(code, cache, 0)
		}
		return at == pc
	}
	if tries++; tries > maxTries {
		vm.blacklist(code, pc)
		return false
	}
	vm.opt.BackOffs++
	vm.beginJump(code, cache, tries)
	return false
}

// hotEntry is called when a function's counter has run down; ip is behind its RESUME.
// It reports whether an executor stands there now.
func (vm *VM) hotEntry(fp unsafe.Pointer, code *Code, ip unsafe.Pointer) bool {
	pc := int(code.At(ip)) - 1
	ticks, reset := vm.ticksOf(code.Tries), code.EntrySince
	code.Entries, code.EntrySince = 0, vm.allTicks
	switch {
	case code.ExecutorAt(pc) != nil: // which came back to it: see enterHere
		return false
	case !vm.hot.Hot(uint64(ticks), vm.allTicks, reset):
		vm.opt.Lukewarm++
		return false
	}
	if ex := vm.optimize(&source{vm: vm, code: code, pc: pc, depth: vm.operands(fp, code), top: vm.operand(fp, code)}); ex != nil {
		vm.install(code, pc, ex)
		return true
	}
	if code.Tries++; code.Tries > maxTries {
		vm.blacklist(code, pc)
		return false
	}
	vm.opt.BackOffs++
	return false
}

// blacklist makes an instruction stop counting: no executor will be asked for there
// again.
func (vm *VM) blacklist(code *Code, pc int) {
	vm.opt.Blacklisted++
	in := pycode.Decode(code.Live, pc)
	op := (*byte)(unsafe.Pointer(&code.Live[in.Unit]))
	switch in.Op.Base() {
	case pycode.JUMP_BACKWARD:
		*op = byte(pycode.JUMP_BACKWARD_NO_JIT)
	case pycode.RESUME:
		*op = byte(pycode.RESUME_CHECK)
	}
}
