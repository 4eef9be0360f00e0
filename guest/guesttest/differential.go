package guesttest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/uop"
)

// ErrUnknown is returned by a Differential's Interpret for a run that says nothing: it
// takes too long, or does what only the evaluator knows.
var ErrUnknown = errors.New("guesttest: the interpreter does not say what the trace does")

// Differential holds a guest's rules against its interpreter: a trace, executed micro-op
// by micro-op on words, must leave as what package ir/build makes of it does in the
// evaluator. That the passes keep what was built is golden.Oracle's business.
//
//	d := guesttest.Differential{Guest: g, Interpret: interpret, Reset: heap.Reset}
//	err := d.Check(trace, slots, 0)
type Differential struct {
	Guest *guest.Guest // initialised
	// Interpret executes a trace on words and returns how it leaves: exit kind, frames,
	// log and exception; the rest of Out is not looked at. poll is as in eval.In.
	Interpret func(t *uop.Trace, slots []uint64, poll func() bool) (eval.Out, error)
	// Reset makes the guest's memory what it was before a run; nil: nothing changes it.
	Reset func()
	// Memory returns the memory in which both must have done the same, after a run;
	// nil: none is compared.
	Memory func() []byte
	// Format prints a word in errors; nil: its bits.
	Format func(w uint64) string

	machine eval.Machine
}

// Build makes the function of a trace, which package ir/verify has nothing to say of.
func (d *Differential) Build(t *uop.Trace) (*ir.Func, error) {
	frame, err := d.Guest.World.Frame(t.Code)
	if err != nil {
		return nil, err
	}
	b := build.New(d.Guest.Table(), d.Guest.Types, d.Guest.Build)
	b.F.Words = d.Guest.Words
	f, err := b.Trace(t, build.Entry{Frame: frame})
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, w := range verify.Check(f, verify.Options{}) {
		wrong = append(wrong, w.String())
	}
	if wrong != nil {
		return nil, fmt.Errorf("guesttest: what is built of the trace is wrong: %s", strings.Join(wrong, "; "))
	}
	return f, nil
}

// Check builds a trace and runs it in both ways on the words of the entry frame's slots;
// the n-th poll leaves, none if n is 0. It returns how they leave. An error says how they
// differ, or is ErrUnknown.
func (d *Differential) Check(t *uop.Trace, slots []uint64, n int) (kind ir.ExitKind, err error) {
	f, err := d.Build(t)
	if err != nil {
		return 0, err
	}
	want, wantMemory, err := d.run(func(poll func() bool) (eval.Out, error) { return d.Interpret(t, slots, poll) }, n)
	if err != nil {
		return 0, err
	}
	d.machine.Words, d.machine.Ops = d.Guest.Words, d.Guest.Evals()
	got, gotMemory, err := d.run(func(poll func() bool) (eval.Out, error) {
		return d.machine.Run(f, eval.In{Slots: slots, Poll: poll, Note: true})
	}, n)
	if err == nil {
		err = eval.Comparer{Format: d.Format, IgnoreMemory: true}.Equal(want, got)
	}
	if err == nil && !bytes.Equal(wantMemory, gotMemory) {
		err = errors.New("guesttest: the guest's memory differs")
	}
	return got.Kind, err
}

// run runs a trace in one way.
func (d *Differential) run(way func(poll func() bool) (eval.Out, error), n int) (eval.Out, []byte, error) {
	if d.Reset != nil {
		d.Reset()
	}
	out, err := way(func() bool { n--; return n == 0 })
	var memory []byte
	if d.Memory != nil {
		memory = bytes.Clone(d.Memory())
	}
	return out, memory, err
}
