// Package deopt proves exits: at an exit that machine code takes, the frames must be what an interpreter has there.
//
// A program runs in two VMs. In the first one each exit of an executor is forced ([Options.Times]): the code leaves there
// although its test passes. The second VM interprets the program as it was compiled, without specializing it, and stops at
// the same reading of the bytecode clock. Then these must agree: frames with their pcs, locals and stacks, the objects that
// can be reached from them (object.Comparison), and what has been printed. The first two times that an exit is taken by
// itself are compared, too. Then the program goes on.
//
// Frames below a call from Go are compared when they run again: of those that wait for machine code the values lie in its
// activation.
//
// The package knows a virtual machine as [VM]. interp.NewDeopt makes the two VMs.
package deopt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"sync"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/embed"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
)

// VM is what a proof reads of a virtual machine, and how it runs one.
type VM interface {
	Heap() *object.Heap
	// Code returns the code object with a handle.
	Code(handle uint32) *adaptive.Code
	// Frame returns the innermost frame that is in memory, nil if there is none.
	Frame() unsafe.Pointer
	// Nested reports whether Go has entered a frame while another one waited.
	Nested(fp unsafe.Pointer) bool
	// Table returns the table of executors, nil where there is none.
	Table() *exitdata.Table
	// Bytecodes reads the bytecode clock.
	Bytecodes() uint64
	// PauseAt has the interpreter call a function at a reading of the clock, with the frame at hand saved.
	PauseAt(clock uint64, pause func())
	// Flush hands on what has been printed.
	Flush() error
	RunProgram(code *pycode.Code, argv []string) error
	InterruptOn(ctx context.Context) (stop func())
	Close() error
}

// Options say when the exits of executors are forced.
type Options struct {
	// Times is how often each exit is forced; 0 means 2.
	Times int
	// Random makes it happen at random visits, the same ones for the same Seed;
	// otherwise the first visits are taken.
	Random bool
	Seed   uint64
	// Deep is how many comparisons there are for one that follows all references: modules that a program
	// imports are thousands of objects, and a wrong one mostly stays wrong. The others look at the nearest values of each
	// slot, deepLimit at most. The first comparisons follow all, and so do all of them if Deep is 0.
	Deep int
}

// What comparisons look at that Options.Deep bounds.
const (
	deepLimit = 200 // values
	deepFirst = 8   // comparisons ahead of these
)

// A Proof runs a program in two VMs and compares them.
type Proof struct {
	vm, ref VM
	opts    Options
	random  *rand.Rand
	same    *object.Comparison
	in      *input
	out     [2]output // stdout, stderr

	// The reference runs on a goroutine of its own, one of the two at a time.
	resume  chan uint64
	stopped chan struct{}
	done    bool  // it has ended
	err     error // how

	failed error
	// Compared counts the exits at which the VMs were compared.
	Compared int
}

// output compares what two VMs write, and passes it on.
type output struct {
	to       io.Writer
	got, ref bytes.Buffer
}

// Error says at which exit a program is not where the interpreter is.
type Error struct {
	Executor string
	Exit     int  // its index; −1: the end of the program
	Forced   bool // it was forced
	Clock    uint64
	Err      error
}

// Error implements error.
func (e *Error) Error() string {
	if e.Exit < 0 {
		return fmt.Sprintf("deopt: at the end: %v", e.Err)
	}
	how := ""
	if e.Forced {
		how = "forced "
	}
	return fmt.Sprintf("deopt: %sexit %d of %s, clock %d: %v", how, e.Exit, e.Executor, e.Clock, e.Err)
}

// Unwrap returns what differs.
func (e *Error) Unwrap() error { return e.Err }

// New makes a proof whose VMs read the same input; what both have printed is written to stdout and stderr.
func New(o Options, stdin io.Reader, stdout, stderr io.Writer) *Proof {
	if o.Times == 0 {
		o.Times = 2
	}
	c := &Proof{opts: o, resume: make(chan uint64), stopped: make(chan struct{}), random: rand.New(rand.NewPCG(o.Seed, 0)), in: &input{from: stdin}}
	c.out[0].to, c.out[1].to = stdout, stderr
	return c
}

// Forced returns the streams of the VM whose exits are forced.
func (c *Proof) Forced() (stdin io.Reader, stdout, stderr io.Writer) {
	return &cursor{in: c.in}, &c.out[0].got, &c.out[1].got
}

// Reference returns the streams of the VM that interprets.
func (c *Proof) Reference() (stdin io.Reader, stdout, stderr io.Writer) {
	return &cursor{in: c.in}, &c.out[0].ref, &c.out[1].ref
}

// Use gives the proof its VMs: the one whose exits Force forces, and the one that interprets.
func (c *Proof) Use(forced, reference VM) {
	c.vm, c.ref = forced, reference
	c.ref.PauseAt(0, c.pause)
	c.same = object.NewComparison(c.vm.Heap(), c.ref.Heap())
}

// pause waits on the reference's goroutine until it is to go on.
func (c *Proof) pause() {
	c.stopped <- struct{}{}
	c.ref.PauseAt(<-c.resume, c.pause)
}

// Close frees both VMs.
func (c *Proof) Close() error { return errors.Join(c.vm.Close(), c.ref.Close()) }

// Force says when an exit is forced next; see exitdata.Options.
func (c *Proof) Force(x *exitdata.Exit) uint32 { return c.forceAfter(x.Forced()) }

// forceAfter is Force for an exit that has been forced n times.
func (c *Proof) forceAfter(n int) uint32 {
	switch {
	case n >= c.opts.Times:
		return 0
	case c.opts.Random:
		return 1 + c.random.Uint32N(1<<c.random.IntN(12))
	}
	return 1
}

// RunMain is RunProgram of both VMs. An error that is no *Error is how the
// program ended in both.
func (c *Proof) RunMain(code *pycode.Code, argv []string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer c.ref.InterruptOn(ctx)()
	go func() {
		c.err = c.ref.RunProgram(code, argv)
		c.done = true
		c.stopped <- struct{}{}
	}()
	<-c.stopped
	err := c.vm.RunProgram(code, argv)
	if c.failed != nil {
		cancel()
	}
	if !c.done {
		c.resume <- math.MaxUint64
		<-c.stopped
	}
	if c.failed == nil {
		c.failed = c.ended(err)
	}
	if c.failed != nil {
		return c.failed
	}
	return err
}

// ended compares how the two runs have ended.
func (c *Proof) ended(err error) error {
	differ := func(err error) error { return &Error{Exit: -1, Clock: c.vm.Bytecodes(), Err: err} }
	if fmt.Sprint(err) != fmt.Sprint(c.err) {
		return differ(fmt.Errorf("the program ends with %v, interpreted with %v", err, c.err))
	}
	if n := c.vm.Bytecodes(); n != c.ref.Bytecodes() {
		return differ(fmt.Errorf("%d instructions are %d", n, c.ref.Bytecodes()))
	}
	if err := c.outputs(); err != nil {
		return differ(err)
	}
	return nil
}

// Left is called when machine code has left by an exit to the frame at fp.
func (c *Proof) Left(l *exitdata.Left, fp unsafe.Pointer) error {
	x := l.Exit
	if c.failed != nil {
		return c.failed
	}
	if !l.Forced && x.Taken()-uint64(x.Forced()) > 2 {
		return nil
	}
	if stop := new(embed.Unsupported); errors.As(l.Err, &stop) { // the program ends, by how it is executed: ended compares that
		return nil
	}
	at := c.vm.Bytecodes()
	c.Compared++
	err := error(nil)
	if l.Forced && x.Kind == ir.Side {
		err = c.otherWay(l, fp, at)
	} else if err = c.runTo(at); err == nil {
		err = c.compare(fp, 0, true)
	}
	if err == nil {
		err = c.outputs()
	}
	if err != nil {
		c.failed = &Error{x.Executor.Name, int(x.Index), l.Forced, at, err}
		*frame.PC(fp) = 0 // whatever it is, the frame is unwound
	}
	return c.failed
}

// runTo runs the reference up to a reading of the clock.
func (c *Proof) runTo(at uint64) error {
	switch {
	case c.done:
		return fmt.Errorf("the interpreter has ended at %d: %v", c.ref.Bytecodes(), c.err)
	case c.ref.Bytecodes() > at:
		return fmt.Errorf("the clock has gone back from %d", c.ref.Bytecodes())
	case c.ref.Bytecodes() == at:
		return nil
	}
	c.resume <- at
	if <-c.stopped; c.done {
		return fmt.Errorf("the interpreter has ended at %d: %v", c.ref.Bytecodes(), c.err)
	}
	return nil
}

// otherWay compares at the forced exit of a branch, which leads where the branch
// does not go: the VM is put right afterwards.
func (c *Proof) otherWay(l *exitdata.Left, fp unsafe.Pointer, at uint64) error {
	pc := frame.PC(fp)
	code := c.vm.Code(frame.Code(fp))
	if u := l.Exit.Branch(); u != nil && u.Op == cpython.FOR_ITER_TIER_TWO {
		// The element is lost but for the helper's result. The helper may have run
		// guest code: where the reference stands one instruction ahead says nothing.
		if !code.LoopEnds(int(*pc)) {
			return fmt.Errorf("pc is %d, where no loop ends", *pc)
		}
		if err := c.runTo(at); err != nil {
			return err
		}
		sp := frame.SP(fp)
		*frame.Slot(fp, object.FrameSlots/8+int(*sp)) = object.Value(l.Ret)
		*sp++
		*pc = *frame.PC(c.ref.Frame())
		return c.compare(fp, 0, true)
	}
	if err := c.runTo(at - 1); err != nil {
		return err
	}
	branch := *frame.PC(c.ref.Frame())
	in := pycode.Decode(code.Units, int(branch))
	after := uint32(in.Unit + 1 + in.Op.Caches())
	switch in.Op.Base() {
	case pycode.FOR_ITER, pycode.SEND:
		end := after + in.Arg
		if in.Op.Base() == pycode.FOR_ITER {
			end++ // behind END_FOR
		}
		if *pc != end {
			return fmt.Errorf("pc is %d, the loop at %d ends at %d", *pc, branch, end)
		}
		*pc = branch
		c.vm.Table().Uncount(1)
		return c.compare(fp, 0, true)
	case pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
		if err := c.compare(fp, 1, false); err != nil {
			return err
		}
		next := after
		if pycode.Op(code.Units[after]) == pycode.NOT_TAKEN {
			next++
		}
		wrong := *pc
		if err := c.runTo(at); err != nil {
			return err
		}
		right := *frame.PC(c.ref.Frame())
		if target := after + in.Arg; !(wrong == next && right == target || wrong == target && right == next) {
			return fmt.Errorf("pc is %d, but the branch at %d goes to %d, and else to %d", wrong, branch, right, next+target-right)
		}
		*pc = right
		return nil
	}
	return fmt.Errorf("the exit at pc %d is that of a branch, and %v at %d is none", *pc, in.Op, branch)
}

// compare compares the frames from fp on with the reference's, down to the one that
// Go has entered. The reference has extra entries more on its innermost stack; its
// pc counts only if pc is set.
func (c *Proof) compare(fp unsafe.Pointer, extra int, pc bool) error {
	c.same.Reset()
	c.same.Limit = 0
	if n := c.Compared; c.opts.Deep > 0 && n > deepFirst && n%c.opts.Deep != 0 {
		c.same.Limit = deepLimit
	}
	rp := c.ref.Frame()
	// What an attribute, an operator or a class calls, and a generator, may run nested
	// in one VM and in its caller's loop in the other.
	nested := false
	for depth := 0; fp != nil || rp != nil; depth++ {
		if fp == nil || rp == nil {
			if nested {
				break
			}
			return fmt.Errorf("the frames are %d deep in one of the two only", depth)
		}
		if c.ref.Code(frame.Code(rp)).Shim && c.vm.Nested(fp) != c.ref.Nested(rp) {
			pc = false // a helper calls what `in` does, too, where the instruction is `not in`
		}
		if err := c.frames(fp, rp, extra, pc); err != nil {
			return fmt.Errorf("frame %d, %s: %w", depth, c.ref.Code(frame.Code(rp)).QualName, err)
		}
		extra, pc = 0, true
		nested = c.vm.Nested(fp) || c.ref.Nested(rp)
		fp, rp = *frame.Caller(fp), *frame.Caller(rp)
	}
	got, want := c.vm.Heap().Handling(), c.ref.Heap().Handling()
	if err := c.same.Compare(got.Own, want.Own, "exception being handled"); err != nil {
		return err
	}
	return c.same.Compare(got.Below, want.Below, "exception being handled below")
}

// frames compares two frames.
func (c *Proof) frames(fp, rp unsafe.Pointer, extra int, pc bool) error {
	if got, want := c.vm.Code(frame.Code(fp)), c.ref.Code(frame.Code(rp)); !got.Same(want) {
		return fmt.Errorf("it runs %s", got.QualName)
	}
	if got, want := *frame.PC(fp), *frame.PC(rp); got != want && pc {
		return fmt.Errorf("pc is %d, want %d", got, want)
	}
	n, want := int(*frame.SP(fp)), int(*frame.SP(rp))-extra
	if n != want {
		return fmt.Errorf("%d slots are in use, want %d", n, want)
	}
	code := c.vm.Code(frame.Code(fp))
	for i := range n {
		a, b := *frame.Slot(fp, object.FrameSlots/8+i), *frame.Slot(rp, object.FrameSlots/8+i)
		if a == b && !a.IsRef() {
			continue
		}
		if err := c.same.Compare(a, b, slotName(code, i)); err != nil {
			return err
		}
	}
	return nil
}

// slotName names a slot of a frame in messages.
func slotName(code *adaptive.Code, i int) string {
	switch {
	case i == 0:
		return "function"
	case i <= len(code.LocalsPlus):
		return code.LocalsPlus[i-1]
	case i <= code.LocalSlots:
		return "generator"
	}
	return fmt.Sprintf("stack[%d]", i-1-code.LocalSlots)
}

// address matches the address in the repr of an object: two VMs have their objects at different ones.
var address = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bat 0x[0-9a-f]+`) })

// same reports whether two texts are alike but for addresses.
func same(got, ref []byte) bool {
	return bytes.Equal(got, ref) || bytes.Equal(address().ReplaceAllLiteral(got, nil), address().ReplaceAllLiteral(ref, nil))
}

// outputs compares what the VMs have written since the last time.
func (c *Proof) outputs() error {
	if err := errors.Join(c.vm.Flush(), c.ref.Flush()); err != nil {
		return err
	}
	for i := range c.out {
		o := &c.out[i]
		if !same(o.got.Bytes(), o.ref.Bytes()) {
			return fmt.Errorf("printed %.200q, want %.200q", o.got.Bytes(), o.ref.Bytes())
		}
		o.ref.Reset()
		if _, err := o.got.WriteTo(o.to); err != nil {
			return err
		}
	}
	return nil
}

// input is read by two VMs: each gets all of it.
type input struct {
	from io.Reader
	read []byte
}

type cursor struct {
	in  *input
	pos int
}

// Read implements io.Reader.
func (c *cursor) Read(p []byte) (int, error) {
	if c.pos == len(c.in.read) {
		n, err := c.in.from.Read(p)
		c.in.read = append(c.in.read, p[:n]...)
		c.pos += n
		return n, err
	}
	n := copy(p, c.in.read[c.pos:])
	c.pos += n
	return n, nil
}
