package interp

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/interp/object"
)

// A Deopt proves exits by two VMs; see deopt.Proof.
//
//	d, err := interp.NewDeopt(interp.Options{Stdout: os.Stdout}, tier2.Options{}, deopt.Options{})
//	err = d.RunMain(code, argv)      // a *deopt.Error says what differs
//	n := d.VM().Stats().Tier2.DeoptForced
type Deopt struct {
	*deopt.Proof
	vm *VM
}

// NewDeopt makes the two VMs. Executors must be machine code.
func NewDeopt(o Options, to tier2.Options, d deopt.Options) (*Deopt, error) {
	if o.Costs != nil {
		return nil, ErrCosts
	}
	p := deopt.New(d, orReader(o.Stdin), orWriter(o.Stdout), orWriter(o.Stderr))
	o.Stats = true
	forced, reference := p.Grants(o.Grants)
	o.Grants = forced
	o.Stdin, o.Stdout, o.Stderr = p.Forced()
	vm, err := New(o)
	if err != nil {
		return nil, err
	}
	o.Grants = reference
	o.Stdin, o.Stdout, o.Stderr = p.Reference()
	ref, err := New(o)
	if err != nil {
		return nil, errors.Join(err, vm.Close())
	}
	ref.spec.Off()
	p.Use(program{vm}, program{ref})
	to.Clock, to.Force = true, p.Force
	if err = vm.EnableTier2(to); err == nil && vm.tier.Compiler.Backend() != exitdata.Native {
		err = fmt.Errorf("interp: exits are forced in machine code only, executors are %v", vm.tier.Compiler.Backend())
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	vm.deopt = p
	return &Deopt{p, vm}, nil
}

// VM returns the VM whose exits are forced.
func (d *Deopt) VM() *VM { return d.vm }

// Nested implements deopt.VM.
func (p program) Nested(fp unsafe.Pointer) bool {
	return *frameCaller(fp) == nil && fp != p.stackBase
}

// PauseAt implements deopt.VM.
func (p program) PauseAt(clock uint64, pause func()) { p.pauseAt, p.pause = clock, pause }

// Flush implements deopt.VM.
func (p program) Flush() error { return p.Stdout.Flush() }

// pauseIn saves the frame at fp as it is ahead of the instruction at hand, and
// pauses.
func (vm *VM) pauseIn(fp, sp unsafe.Pointer, code *Code) {
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = uint32((vm.ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2)
	vm.fp = fp
	vm.pause()
}
