package tiering

import (
	"time"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/uop"
)

// VM is the virtual machine that is tiered up.
type VM interface {
	project.Program
	// Codes returns all code objects, by handle; nil where one has died.
	Codes() []*adaptive.Code
	// ResumeWords calls mark with the resume word of each frame.
	ResumeWords(mark func(word uint64))
	// ReturnBy makes all frames resume through a row, which there was none for before.
	ReturnBy(row uint64)
	// NewTable makes the table of a VM that has no compiler.
	NewTable() (*exitdata.Table, error)
	// Running returns the executors that are running and are no machine code.
	Running() []*exitdata.Executor
	// Bytecodes returns how many instructions both tiers have executed, if they count.
	Bytecodes() uint64
	// Step makes the VM call Tier.Step ahead of each instruction.
	Step()
	// Look makes the caches of the instruction at pc, which a hot exit leads to, say what operands it has in the frame at fp.
	Look(fp unsafe.Pointer, code *adaptive.Code, pc int)
	// Callable is told of the row through which machine code calls functions of a code
	// object by itself.
	Callable(code *adaptive.Code, row uint64)
}

// Options say how a VM tiers up.
type Options struct {
	// Hotspots says when a place is hot enough to ask the optimizer. The zero value
	// stands for tier2.DefaultHotspots.
	Hotspots tier2.Hotspots
	// Selector chooses regions; the zero value stands for region.Ways.
	Selector uop.Selector
	// OnRefusal is told why an optimizer has refused a place, if set.
	OnRefusal func(error)
	// OnAttempt is told of every attempt to make an executor, if set.
	OnAttempt func(Attempt)
	// Times measures how long executors run.
	Times bool
	// Costs, if set, is the clock by which costs are measured, and the VM counts bytecodes. Of
	// Hotspots only K counts then.
	Costs func() time.Time
	// Counts says that tier 1 counts instructions.
	Counts bool
}

// operands returns how many operand stack entries a frame has that waits.
func operands(fp unsafe.Pointer, code *adaptive.Code) int {
	return int(*frame.SP(fp)) - 1 - code.LocalSlots
}

// operand returns what is on top of the operand stack of a frame that waits, Null if it is
// empty.
func operand(fp unsafe.Pointer, code *adaptive.Code) object.Value {
	if operands(fp, code) == 0 {
		return object.Null
	}
	return *frame.Top(frame.Stack(fp))
}

// source makes the source of a place that the frame at fp waits at.
func (t *Tier) source(fp unsafe.Pointer, code *adaptive.Code, pc int) *source {
	return &source{tier: t, code: code, pc: pc, depth: operands(fp, code), top: operand(fp, code)}
}
