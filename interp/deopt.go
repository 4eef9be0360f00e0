package interp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
)

// DeoptOptions say when the exits of executors are forced.
type DeoptOptions struct {
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

// What comparisons look at that DeoptOptions.Deep bounds.
const (
	deepLimit = 200 // values
	deepFirst = 8   // comparisons ahead of these
)

// A Deopt proves exits: it runs a program in a VM whose executors' exits are forced
// (exitdata.Options.Force), beside a second VM that interprets the program as it was
// compiled, without specializing it. At every exit that is forced, and at the first
// two times that one is taken by itself, the second VM is at the same reading of
// the bytecode clock, and these must agree: frames with their pcs, locals and
// stacks, the objects that can be reached from them (object.Comparison), and what
// has been printed. Then the program goes on.
//
// Frames below a call from Go are compared when they run again: of those that wait
// for machine code the values lie in its activation.
//
//	d, err := interp.NewDeopt(interp.Options{Stdout: os.Stdout}, tier2.Options{}, interp.DeoptOptions{})
//	err = d.RunMain(code, argv)      // a *DeoptError says what differs
//	n := d.VM().Stats().Tier2.DeoptForced
type Deopt struct {
	vm, ref *VM
	opts    DeoptOptions
	random  *rand.Rand
	same    *object.Comparison
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

// DeoptError says at which exit a program is not where the interpreter is.
type DeoptError struct {
	Executor string
	Exit     int  // its index; −1: the end of the program
	Forced   bool // it was forced
	Clock    uint64
	Err      error
}

// Error implements error.
func (e *DeoptError) Error() string {
	if e.Exit < 0 {
		return fmt.Sprintf("interp: deopt: at the end: %v", e.Err)
	}
	how := ""
	if e.Forced {
		how = "forced "
	}
	return fmt.Sprintf("interp: deopt: %sexit %d of %s, clock %d: %v", how, e.Exit, e.Executor, e.Clock, e.Err)
}

// Unwrap returns what differs.
func (e *DeoptError) Unwrap() error { return e.Err }

// NewDeopt makes the two VMs. Executors must be machine code.
func NewDeopt(o Options, to tier2.Options, d DeoptOptions) (_ *Deopt, err error) {
	if d.Times == 0 {
		d.Times = 2
	}
	if o.Costs != nil {
		return nil, ErrCosts
	}
	c := &Deopt{opts: d, resume: make(chan uint64), stopped: make(chan struct{}), random: rand.New(rand.NewPCG(d.Seed, 0))}
	in := &input{from: orReader(o.Stdin)}
	c.out[0].to, c.out[1].to = orWriter(o.Stdout), orWriter(o.Stderr)
	o.Stats = true
	o.Stdin, o.Stdout, o.Stderr = &cursor{in: in}, &c.out[0].got, &c.out[1].got
	if c.vm, err = New(o); err != nil {
		return nil, err
	}
	o.Stdin, o.Stdout, o.Stderr = &cursor{in: in}, &c.out[0].ref, &c.out[1].ref
	if c.ref, err = New(o); err != nil {
		return nil, errors.Join(err, c.vm.Close())
	}
	to.Clock, to.Force = true, c.force
	if err = c.vm.EnableTier2(to); err == nil && c.vm.tier.Compiler.Backend() != exitdata.Native {
		err = fmt.Errorf("interp: exits are forced in machine code only, executors are %v", c.vm.tier.Compiler.Backend())
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.vm.deopt = c
	c.ref.pauseAt = 0
	c.ref.spec.Off()
	c.ref.pause = func() {
		c.stopped <- struct{}{}
		c.ref.pauseAt = <-c.resume
	}
	c.same = object.NewComparison(c.vm.heap, c.ref.heap)
	return c, nil
}

// VM returns the VM whose exits are forced.
func (c *Deopt) VM() *VM { return c.vm }

// Close frees both VMs.
func (c *Deopt) Close() error { return errors.Join(c.vm.Close(), c.ref.Close()) }

// force says when an exit is forced next; see exitdata.Options.
func (c *Deopt) force(x *exitdata.Exit) uint32 { return c.forceAfter(x.Forced()) }

// forceAfter is force for an exit that has been forced n times.
func (c *Deopt) forceAfter(n int) uint32 {
	switch {
	case n >= c.opts.Times:
		return 0
	case c.opts.Random:
		return 1 + c.random.Uint32N(1<<c.random.IntN(12))
	}
	return 1
}

// RunMain is VM.RunProgram of both VMs. An error that is no *DeoptError is how the
// program ended in both.
func (c *Deopt) RunMain(code *pycode.Code, argv []string) error {
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
func (c *Deopt) ended(err error) error {
	differ := func(err error) error { return &DeoptError{Exit: -1, Clock: c.clock(), Err: err} }
	if fmt.Sprint(err) != fmt.Sprint(c.err) {
		return differ(fmt.Errorf("the program ends with %v, interpreted with %v", err, c.err))
	}
	if n := c.clock(); n != c.ref.ticks {
		return differ(fmt.Errorf("%d instructions are %d", n, c.ref.ticks))
	}
	if err := c.outputs(); err != nil {
		return differ(err)
	}
	return nil
}

func (c *Deopt) clock() uint64 { return c.vm.ticks + c.vm.tier.Table.Bytecodes() }

// left is called when machine code has left by an exit to the frame at fp.
func (c *Deopt) left(l *exitdata.Left, fp unsafe.Pointer) error {
	x := l.Exit
	if c.failed != nil {
		return c.failed
	}
	if !l.Forced && x.Taken()-uint64(x.Forced()) > 2 {
		return nil
	}
	if stop := new(Unsupported); errors.As(l.Err, &stop) { // the program ends, by how it is executed: ended compares that
		return nil
	}
	at := c.clock()
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
		c.failed = &DeoptError{x.Executor.Name, int(x.Index), l.Forced, at, err}
		*framePC(fp) = 0 // whatever it is, the frame is unwound
	}
	return c.failed
}

// runTo runs the reference up to a reading of the clock.
func (c *Deopt) runTo(at uint64) error {
	switch {
	case c.done:
		return fmt.Errorf("the interpreter has ended at %d: %v", c.ref.ticks, c.err)
	case c.ref.ticks > at:
		return fmt.Errorf("the clock has gone back from %d", c.ref.ticks)
	case c.ref.ticks == at:
		return nil
	}
	c.resume <- at
	if <-c.stopped; c.done {
		return fmt.Errorf("the interpreter has ended at %d: %v", c.ref.ticks, c.err)
	}
	return nil
}

// otherWay compares at the forced exit of a branch, which leads where the branch
// does not go: the VM is put right afterwards.
func (c *Deopt) otherWay(l *exitdata.Left, fp unsafe.Pointer, at uint64) error {
	pc := framePC(fp)
	code := c.vm.codes[frameCode(fp)]
	if u := l.Exit.Branch(); u != nil && u.Op == cpython.FOR_ITER_TIER_TWO {
		// The element is lost but for the helper's result. The helper may have run
		// guest code: where the reference stands one instruction ahead says nothing.
		if !code.LoopEnds(int(*pc)) {
			return fmt.Errorf("pc is %d, where no loop ends", *pc)
		}
		if err := c.runTo(at); err != nil {
			return err
		}
		sp := (*uint32)(unsafe.Add(fp, object.FrameSP))
		*slot(fp, object.FrameSlots/8+int(*sp)) = object.Value(l.Ret)
		*sp++
		*pc = *framePC(c.ref.fp)
		return c.compare(fp, 0, true)
	}
	if err := c.runTo(at - 1); err != nil {
		return err
	}
	branch := *framePC(c.ref.fp)
	in := pycode.Decode(code.Units, int(branch))
	after := uint32(in.Unit + 1 + in.Op.Caches())
	switch in.Op.Base() {
	case pycode.FOR_ITER:
		if end := after + in.Arg + 1; *pc != end {
			return fmt.Errorf("pc is %d, the loop at %d ends at %d", *pc, branch, end)
		}
		*pc = branch
		c.vm.tier.Table.Uncount(1)
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
		right := *framePC(c.ref.fp)
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
func (c *Deopt) compare(fp unsafe.Pointer, extra int, pc bool) error {
	c.same.Reset()
	c.same.Limit = 0
	if n := c.Compared; c.opts.Deep > 0 && n > deepFirst && n%c.opts.Deep != 0 {
		c.same.Limit = deepLimit
	}
	rp := c.ref.fp
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
		if c.ref.codes[frameCode(rp)].Shim && c.vm.nestedFrame(fp) != c.ref.nestedFrame(rp) {
			pc = false // a helper calls what `in` does, too, where the instruction is `not in`
		}
		if err := c.frame(fp, rp, extra, pc); err != nil {
			return fmt.Errorf("frame %d, %s: %w", depth, c.ref.codes[frameCode(rp)].QualName, err)
		}
		extra, pc = 0, true
		nested = c.vm.nestedFrame(fp) || c.ref.nestedFrame(rp)
		fp, rp = *frameCaller(fp), *frameCaller(rp)
	}
	got, want := c.vm.heap.Handling(), c.ref.heap.Handling()
	if err := c.same.Compare(got.Own, want.Own, "exception being handled"); err != nil {
		return err
	}
	return c.same.Compare(got.Below, want.Below, "exception being handled below")
}

// nestedFrame reports whether Go has entered a frame while another one waited.
func (vm *VM) nestedFrame(fp unsafe.Pointer) bool {
	return *frameCaller(fp) == nil && fp != vm.stackBase
}

// frame compares two frames.
func (c *Deopt) frame(fp, rp unsafe.Pointer, extra int, pc bool) error {
	if got, want := c.vm.codes[frameCode(fp)], c.ref.codes[frameCode(rp)]; !got.Same(want) {
		return fmt.Errorf("it runs %s", got.QualName)
	}
	if got, want := *framePC(fp), *framePC(rp); got != want && pc {
		return fmt.Errorf("pc is %d, want %d", got, want)
	}
	n, want := int(*(*uint32)(unsafe.Add(fp, object.FrameSP))), int(*(*uint32)(unsafe.Add(rp, object.FrameSP)))-extra
	if n != want {
		return fmt.Errorf("%d slots are in use, want %d", n, want)
	}
	code := c.vm.codes[frameCode(fp)]
	for i := range n {
		a, b := *slot(fp, object.FrameSlots/8+i), *slot(rp, object.FrameSlots/8+i)
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
func slotName(code *Code, i int) string {
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
var address = regexp.MustCompile(`\bat 0x[0-9a-f]+`)

// same reports whether two texts are alike but for addresses.
func same(got, ref []byte) bool {
	return bytes.Equal(got, ref) || bytes.Equal(address.ReplaceAllLiteral(got, nil), address.ReplaceAllLiteral(ref, nil))
}

// outputs compares what the VMs have written since the last time.
func (c *Deopt) outputs() error {
	if err := errors.Join(c.vm.Stdout.Flush(), c.ref.Stdout.Flush()); err != nil {
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

// pauseIn saves the frame at fp as it is ahead of the instruction at hand, and
// pauses.
func (vm *VM) pauseIn(fp, sp unsafe.Pointer, code *Code) {
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = uint32((vm.ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2)
	vm.fp = fp
	vm.pause()
}
