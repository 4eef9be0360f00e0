// Package specialize is what tier 1 learns: it rewrites instructions to the members of
// their families that fit the operands they see, as CPython's Python/specialize.c does
// (PEP 659), and keeps the statistics of it.
//
// A base instruction counts down in its inline cache. At zero the interpreter calls the
// method of [Specializer] that is named like the base. The method looks at the operands
// and writes a member over the base, with what the member is to check in the inline
// cache; or it counts why no member fits, and the base waits twice as long. The
// interpreter calls [Specializer.Defer] while the base waits, and [Specializer.Miss] when
// a member's check fails: a member that has missed too often becomes the base again.
//
//	if adaptive.Unit(ip, 0) < adaptive.CounterStep {
//		s.ContainsOp(ip, container) // and dispatch what stands there now
//	} else {
//		s.Defer(ip, specialize.ContainsOp)
//	}
//
// What has no room in the inline cache stands beside the code (adaptive.Operation,
// adaptive.Feedback): only the projection of traces reads it.
//
// In all methods ip is the address of the instruction's inline cache. The package changes
// code and nothing else: it must not know how an instruction is executed, nor what becomes
// of hot code. [VM] is what it asks of the virtual machine.
package specialize

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// VM is what specializing asks of a virtual machine.
type VM interface {
	// Code returns the code object that functions hold by this handle.
	Code(handle uint32) *adaptive.Code
	// Own makes local i of a code object the owner of the str that it holds: the
	// instruction that appends to it does so in place.
	Own(code *adaptive.Code, i int)
	// Drives reports whether the VM runs a call of f with a first argument as bytecode of
	// its own. DriverOf returns the function in Python that it calls in place of f, where first is a generator and the only
	// argument; Null if there is none.
	Drives(f, first object.Value) bool
	// Asks reports whether a call is one that finds by its arguments which function in Python it calls (object/asks.go).
	Asks(f, self object.Value, args []object.Value) bool
	DriverOf(f, self object.Value, args ...object.Value) object.Value
}

// Specializer specializes the instructions of one VM.
type Specializer struct {
	heap  *object.Heap
	vm    VM
	known *adaptive.Known
	off   bool

	counts   *[256]uint64 // executed instructions by opcode; nil: nothing is counted
	families [NumFamilies]familyCounts
	members  [256]memberCounts // by opcode
}

// New makes a Specializer. known is filled in before the first instruction runs.
func New(h *object.Heap, vm VM, known *adaptive.Known) Specializer {
	return Specializer{heap: h, vm: vm, known: known}
}

// Count makes s count what it does, beside the executed instructions by opcode.
func (s *Specializer) Count(executed *[256]uint64) { s.counts = executed }

// Off ends specializing: base instructions stay what they are.
func (s *Specializer) Off() { s.off = true }

// Defer counts an execution of a base instruction that does not try to specialize yet.
func (s *Specializer) Defer(ip unsafe.Pointer, f Family) {
	if s.off {
		return
	}
	*(*uint16)(ip) -= adaptive.CounterStep
	if s.counts != nil {
		s.families[f].deferred++
	}
}

// Miss counts a failed check of a member; when it has used up its budget, the
// instruction becomes adaptive again.
func (s *Specializer) Miss(ip unsafe.Pointer, f Family) {
	if s.counts != nil {
		s.families[f].miss++
		s.members[*(*byte)(unsafe.Add(ip, -2))].miss++
	}
	c := (*uint16)(ip)
	if *c >= adaptive.CounterStep {
		*c -= adaptive.CounterStep
		return
	}
	adaptive.Rewrite(ip, families[f].Base)
	*c = adaptive.Backoff(*c)
}

// specialized ends a successful attempt: the instruction becomes op.
func (s *Specializer) specialized(ip unsafe.Pointer, f Family, op pycode.Op) {
	adaptive.Rewrite(ip, op)
	*(*uint16)(ip) = adaptive.Cooldown
	if s.counts != nil {
		s.families[f].success++
		s.members[op].success++
	}
}

// refused ends an attempt that failed for a reason.
func (s *Specializer) refused(ip unsafe.Pointer, f Family, why int) {
	*(*uint16)(ip) = adaptive.Backoff(*(*uint16)(ip))
	if s.counts != nil {
		s.families[f].failure++
		s.families[f].kinds[why]++
	}
}

// feedback returns what is kept of the instruction that is being specialized.
func feedback(code *adaptive.Code, ip unsafe.Pointer) *adaptive.Feedback {
	return code.FeedbackAt(int(code.At(ip)) - 1)
}
