// Package toyguest is a small guest for the library's own tests: a stack
// language with ints of any size, floats, bools, nil and lists, locals,
// arithmetic with type guards, loops, calls and a helper that may raise. It
// shows that nothing in the library needs Python, and it is the shortest
// complete guest.Guest to read.
//
// A trace of the language, which adds up the elements of a list:
//
//	trace @sum entry=0 depth=0 code=0x34 stop=loop
//	  BEGIN @0
//	  LOAD 1 @0                 ; the list
//	  LOAD 2 @0                 ; the index
//	  GUARD 0 @0                ; the top of the stack is an int
//	  GUARD 65 @0               ; the entry below it a list
//	  GET @0
//	  …
//	  LOOP @0
//
// Its words are offset NaN boxes (see Words), its heap is a slice in Go, its
// frames are described by the handle of their code alone (see Code). [Interpret]
// executes a trace on words directly: what package ir/build makes of a trace
// must do the same.
//
// What only compiled code needs (Guest.Lower, Guest.Frame, Guest.Memory, Op.Lower) is not given:
// the guest can be built, evaluated and optimized, not lowered.
//
//	g := toyguest.New()
//	f, err := build.New(g.Table(), g.Types, g.Build).Trace(t, build.Entry{Frame: frame})
//
// The package must not know passes or targets.
package toyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
)

// Guest is the guest with its heap.
type Guest struct {
	guest.Guest
	Heap *Heap
}

// New makes a guest with a heap of its own, initialised.
func New() *Guest {
	g := &Guest{Heap: newHeap()}
	g.Guest = guest.Guest{
		Name:    "toy",
		Uops:    Uops,
		Types:   Types,
		Words:   g.Heap,
		World:   world{},
		Routine: routineText,
	}
	g.Ops = append(operations(), routineOps()...)
	if err := g.Init(); err != nil {
		panic(err) // the tables are wrong
	}
	g.Build = rules(g)
	return g
}

// op returns the number of one of the guest's operations.
func (g *Guest) op(name string) ir.Op {
	op, ok := g.Table().ByName(name)
	if !ok {
		panic("toyguest: no operation " + name)
	}
	return op
}

// Code returns the handle of a code with the given numbers of locals and of
// entries of its operand stack, both below 16. A handle is all there is to a
// code.
func Code(locals, stack int) uint64 { return uint64(locals | stack<<4) }

func frameOf(code uint64) ir.Frame {
	locals, stack := int(code&15), int(code>>4&15)
	return ir.Frame{Name: "toy", Code: code, NumLocals: locals, NumSlots: locals + stack}
}

type world struct{}

// Frame implements guest.World.
func (world) Frame(code uint64) (ir.Frame, error) { return frameOf(code), nil }
