package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// The recursion limit, and room for frames on the stack. A frame says how many may be begun behind it, one behind the other,
// without asking anybody (object.FrameRoom): what the recursion limit leaves, and no more
// than there is room for on the stack. A call stores one less than its caller has; a return has nothing to
// take back, as a counter of all frames would want. Where none is left the VM
// counts the frames: the limit is reached, or the stack has room for more than has been said.

// frameStep is the room on the stack that is kept for each frame that a frame may begin:
// machine code begins none larger than pyguest.MaxFrame. Of those that are not counted, as many as
// a driver's, one of its generator and one of an operator may lie beneath a function's.
const frameStep = 4 * pyguest.MaxFrame

func frameRoom(fp unsafe.Pointer) *int32 { return (*int32)(unsafe.Add(fp, object.FrameRoom)) }

// roomBehind returns how many frames may be begun behind the one at fp without asking, and
// whether one more may be begun where there is room for it, which whoever begins it tests: the
// recursion limit is not reached. fp is nil for a frame that Go has called: what is in front
// of it is what has called Go.
func (vm *VM) roomBehind(fp unsafe.Pointer) (room int32, one bool) {
	inlined := int32(0)
	if n := len(vm.levels); n > 0 && (fp == nil || fp == vm.levels[n-1].fp) {
		fp, inlined = vm.levels[n-1].fp, int32(vm.levels[n-1].inlined)
	}
	if fp == nil {
		return vm.roomAt(vm.stackBase, 0), vm.recursionLimit > 0
	}
	if room := *frameRoom(fp) - inlined; room > 0 {
		return room, true
	}
	end := frameEnd(vm.codes, fp)
	depth := int(uintptr(end)-uintptr(vm.stackBase))/object.FrameLocals + vm.inlinedBelow(fp) // at most
	if vm.hopped || vm.recursionLimit-depth-int(inlined) <= max(0, vm.stackRoom(end)) {
		depth = vm.recursionDepth(fp)
	}
	*frameRoom(fp) = vm.roomAt(end, depth)
	depth += int(inlined)
	return vm.roomAt(end, depth), depth < vm.recursionLimit
}

// roomAt returns how many frames may be begun from an address on, behind so many, without
// asking: it is a promise to machine code, which tests for nothing else.
func (vm *VM) roomAt(np unsafe.Pointer, depth int) int32 {
	return int32(max(0, min(vm.recursionLimit-depth, vm.stackRoom(np))))
}

// limits reports whether the recursion limit forbids n frames and one more behind the one at fp.
func (vm *VM) limits(fp unsafe.Pointer, n int) bool {
	if room, _ := vm.roomBehind(fp); int(room) > n {
		return false
	}
	depth := 0
	if fp != nil {
		depth = vm.recursionDepth(fp)
	}
	if l := len(vm.levels); l > 0 && fp == vm.levels[l-1].fp {
		depth += vm.levels[l-1].inlined
	}
	return vm.recursionLimit-depth <= n
}

// stackRoom returns how many frames fit in what the stack has from an address on.
func (e *execution) stackRoom(np unsafe.Pointer) int {
	return (int(e.stackEnd) - int(uintptr(np))) / frameStep
}

func frameEnd(codes []*Code, fp unsafe.Pointer) unsafe.Pointer {
	return unsafe.Add(fp, codes[frameCode(fp)].FrameBytes)
}

// inlinedBelow returns what frames below the one at fp add to the recursion depth that machine
// code has in registers.
func (e *execution) inlinedBelow(fp unsafe.Pointer) (n int) {
	for i := range e.levels {
		if uintptr(e.levels[i].fp) < uintptr(fp) {
			n += e.levels[i].inlined
		}
	}
	return n
}

// recursionDepth counts the frames up to the one at fp.
func (vm *VM) recursionDepth(fp unsafe.Pointer) (n int) {
	n = vm.inlinedBelow(fp)
	for at := vm.stackBase; uintptr(at) <= uintptr(fp); at = frameEnd(vm.codes, at) {
		n += vm.depthOf(at)
	}
	return n
}

// depthOf returns how many frames the one at fp counts as: that of a generator stands for those
// that wait for it, too, in whose place it runs.
func (vm *VM) depthOf(fp unsafe.Pointer) int {
	code := vm.codes[frameCode(fp)]
	n := int(code.Depth)
	if vm.hopped && code.GenType != 0 {
		if g := generatorOf(fp, code); g.IsRef() && g != object.Null && vm.heap.Field(g, object.OffGenFor) != object.Null {
			n += int(vm.heap.Half(g, object.OffGenHops))
		}
	}
	return n
}

// setRecursionLimit also changes what the frames on the stacks say.
func (vm *VM) setRecursionLimit(n int) {
	vm.recursionLimit = n
	vm.executions(func(e *execution) {
		depth := 0
		for at := e.stackBase; uintptr(at) <= uintptr(e.fp); at = frameEnd(vm.codes, at) {
			depth += vm.depthOf(at)
			left, room := n-depth-e.inlinedBelow(at), e.stackRoom(frameEnd(vm.codes, at))
			*frameRoom(at) = int32(max(0, min(left, room)))
		}
	})
}
