//go:build ignore

package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/specialize"
)

// The loop is one function: its cases share fp, sp, ip and code as variables, jump into each other's general form,
// and end with the next instruction. As a method, a case would take four words and give them back changed, at a call
// an instruction. The function's source is a file a subject in this folder; go generate ./interp puts them together
// in zz_run.go (interp/internal/gen/cases). Instructions that are too seldom, or too much work, for a call to be seen
// are methods (outofline.go) and functions of package ops. How cases see memory is in memory.go.
//
// Go inlines into a function as large as this one only what costs 20 or less (go build -gcflags=-m=2 tells). So a test
// of a type is written out as IsRef and RefType, in place of Heap.Is, which costs 28 and would be a call; TypeVersion,
// ListItem and DictEntryValue are written out, too.
//
// How code happens to lie in a binary moves a program's time by a tenth either way: hold
// a change of the switch against several layouts (go build -ldflags=-randlayout=N).

// run executes frames from the one at fp until that one returns. It is the one
// function in which guest code is interpreted: guest calls push frames and stay
// in it.
func (vm *VM) run(fp unsafe.Pointer) (object.Value, error) {
	h := vm.heap
	if vm.goFrames == 0 {
		vm.goFrames = heap.GoStackUsed() - vm.levels[len(vm.levels)-1].goStack
	}
	var err error
	var sp, ip unsafe.Pointer
	var jumps bool
	code := vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
	ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
	sp = unsafe.Add(fp, object.FrameSlots+8*uintptr(*(*uint32)(unsafe.Add(fp, object.FrameSP))))
	counts := vm.counts
	for {
		w := *(*uint16)(ip)
		vm.ip = uintptr(ip) // for errors, panics included
		ip = skip(ip, 1)
		op, arg := pycode.Op(w), int(w>>8)
		if counts != nil {
			if vm.ticks == vm.pauseAt {
				vm.pauseIn(fp, sp, code)
			}
			counts[op]++
			if vm.ticks++; vm.ticks >= vm.spentAt {
				if err = vm.overBudget(ip, op, arg); err != nil {
					goto raise
				}
			}
			if vm.tier.Watch != nil {
				vm.step(fp, code, int(code.At(ip))-1)
				w = unit(ip, -1) // there may be an executor now
				op, arg = pycode.Op(w), int(w>>8)
			}
			if vm.timing != nil {
				op = vm.timing.Step(&vm.spec, ip, op)
			}
		}
	dispatch:
		switch op {
		//gen:cases stack arithmetic jumps names calls generators sequences

		case pycode.EXTENDED_ARG:
			w = *(*uint16)(ip)
			ip = skip(ip, 1)
			op, arg = pycode.Op(w), arg<<8|int(w>>8)
			if counts != nil {
				counts[op]++
			}
			goto dispatch

		default:
			var n int
			if n, err = vm.outOfLine(op, arg, fp, code, sp, ip); err != nil {
				if err == errReload {
					fp = vm.fp
					goto reload
				}
				goto raise
			}
			sp = unsafe.Add(sp, 8*n)
			ip = skip(ip, op.Caches())
		}
		continue

		// What several instructions share: the general form of a family.

	branch: // goes on at the jump's target or behind it
		remember(ip, jumps)
		if ip = skip(ip, 1); jumps {
			ip = skip(ip, arg)
		} else if pycode.Op(unit(ip, 0)) == pycode.NOT_TAKEN {
			ip = skip(ip, 1)
		}
		continue
		//gen:forms arithmetic
	special: // an instruction that may call a special method, and has a result
		{
			base := op.Base()
			o := specialOf(base, arg)
			var np unsafe.Pointer
			if np, err = vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, base, o); np != nil {
				fp = np
				goto reload
			}
			var r object.Value
			if err == nil {
				r, err = o.Do(h, taken(sp, o.Pops()))
			}
			if err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, 8-8*o.Pops())
			*top(sp) = r
			ip = skip(ip, base.Caches())
			continue
		}
	again:
		// What has been called may have run this code, too: another instruction may stand here by now.
		vm.ticks--
		ip = skip(ip, -1)
		continue
		//gen:forms jumps generators names sequences calls
	reload:
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
		sp = frameStack(fp)
		continue
	raiseAbove: // in the frame at fp, which waits for a call that has ended
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		vm.ip = uintptr(unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))-1]))
	raise:
		if fp, err = vm.unwind(fp, err, uint32((vm.ip-uintptr(unsafe.Pointer(&code.Live[0])))/2)); err != nil {
			return object.Null, err
		}
		goto reload
	}
}
