package interp

import (
	"errors"
	"fmt"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/pyguest"
)

// EnableTier2 registers the library's compiler as the optimizer.
func (vm *VM) EnableTier2(o tier2.Options) error {
	if vm.optimizer != nil {
		return ErrRegistered
	}
	c, err := vm.NewCompiler(o)
	if err != nil {
		return err
	}
	return vm.Register(c)
}

// NewCompiler makes the library's compiler for this VM without registering it: for
// an optimizer of one's own that decides what the compiler is asked for. Such an
// optimizer has the compiler's method Table, by embedding it for example. One VM
// has one compiler at most.
func (vm *VM) NewCompiler(o tier2.Options) (*tier2.Compiler, error) {
	if vm.compiler != nil || vm.optimizer != nil {
		return nil, ErrRegistered
	}
	g, err := pyguest.New(vm.heap, env{vm})
	if err != nil {
		return nil, err
	}
	c, err := tier2.New(g, o)
	if err != nil {
		return nil, err
	}
	vm.compiler, vm.table = c, c.Table()
	vm.evalWords, vm.evalOps = g.Words, g.Evals()
	if c.Backend() != exitdata.Uops {
		vm.rules = g.Build
	}
	return c, nil
}

// ErrRegistered is returned by Register when there is an optimizer already.
var ErrRegistered = errors.New("interp: an optimizer is registered already")

// ErrTable is returned by Register for an optimizer whose executors are in a table
// that is not the VM's.
var ErrTable = errors.New("interp: the optimizer's table is not that of this VM's compiler")

// tabled is an optimizer that has a table of executors: that of the VM's compiler.
type tabled interface{ Table() *exitdata.Table }

// Register makes an optimizer the one that the VM asks for executors. It must be
// called before any code runs. An optimizer without a method Table, which
// tier2.Compiler has, makes executors of micro-ops (tier2.Interpret); they get
// their exits in a table of the VM's.
func (vm *VM) Register(o tier2.Optimizer) error {
	if vm.optimizer != nil {
		return ErrRegistered
	}
	hot := vm.opts.Hotspots
	if hot.K == 0 && hot.N == 0 && hot.M == 0 && hot.Policy.Cost == nil {
		hot = tier2.DefaultHotspots
	}
	test, err := hot.Test(o)
	if err != nil {
		return err
	}
	switch t, ok := o.(tabled); {
	case ok && t.Table() != vm.table:
		return ErrTable
	case !ok && vm.table == nil:
		if vm.table, err = exitdata.NewTable(exitdata.Guest{}, exitdata.Options{}); err != nil {
			return err
		}
	}
	vm.returnRow = vm.table.ReturnRow
	can := o.Capabilities()
	vm.optimizer, vm.places, vm.kind = o, can.Places, can.Kind
	vm.hot, vm.period = test, hot.K
	vm.opt.Refusals, vm.opt.Cuts = map[string]int{}, map[string]int{}
	vm.beginSelecting(can.Limits)
	vm.heap.DictChanged = vm.dictChanged
	return nil
}

// optimize asks for an executor. What is wrong with the optimizer or with what it
// made reaches nobody but the trace.
func (vm *VM) optimize(s *source) *exitdata.Executor {
	vm.opt.Attempts++
	if vm.opts.Times {
		defer vm.time(func(time.Duration) {})()
	}
	vm.makeRoom(s.exit)
	ex, err := vm.ask(s)
	if err == nil && ex != nil {
		err = vm.adopt(ex, s)
	}
	if vm.opts.OnAttempt != nil {
		made := ex
		if err != nil {
			made = nil
		}
		vm.opts.OnAttempt(Attempt{Place{s.code.Code, s.pc}, s.exit, made, err, refusedRegion(s.refusal)})
	}
	if err != nil {
		vm.refusedPlace(err)
		return nil
	}
	if ex == nil {
		return nil
	}
	vm.opt.Executors++
	if ex.Cut != nil {
		vm.opt.Cuts[reasonOf(ex.Cut)]++
	}
	s.made(ex)
	vm.depend(ex)
	return ex
}

// refusedPlace counts that there is no executor for a place, and why.
func (vm *VM) refusedPlace(err error) {
	vm.opt.Refusals[reasonOf(err)]++
	if vm.opts.OnRefusal != nil {
		vm.opts.OnRefusal(err)
	}
}

// reasonOf returns a refusal's reason, for counting.
func reasonOf(err error) string {
	var r *tier2.Refusal
	if errors.As(err, &r) {
		return r.Reason
	}
	return "error"
}

// ask calls the optimizer. What it panics with is a refusal; the heap's own
// panics go through.
func (vm *VM) ask(s *source) (ex *exitdata.Executor, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory:
			panic(r)
		default:
			ex, err = nil, &tier2.Refusal{Reason: tier2.RefusedPanic, Err: fmt.Errorf("the optimizer panicked: %v", r)}
		}
	}()
	return vm.optimizer.Optimize(tier2.Code{Handle: uint64(s.code.Handle), Name: s.code.QualName}, s.pc, s)
}

// adopt checks that an executor is what was asked for, and puts it into the table
// if it is not there: the optimizer need not know that there is one.
func (vm *VM) adopt(ex *exitdata.Executor, s *source) error {
	wrong := func(reason, format string, args ...any) error {
		return &tier2.Refusal{Reason: reason, Err: fmt.Errorf("the executor for %s at %d "+format, append([]any{s.code.QualName, s.pc}, args...)...)}
	}
	switch {
	case ex.Code != uint64(s.code.Handle) || ex.Offset != uint32(s.pc):
		return wrong(tier2.RefusedPlace, "stands for code %d at %d", ex.Code, ex.Offset)
	case s.exit != nil && ex.Kind != s.exit.Executor.Kind:
		return wrong(tier2.RefusedExecutor, "of kind %v cannot continue one of kind %v", ex.Kind, s.exit.Executor.Kind)
	case ex.Parent != s.exit && (ex.Parent != nil || !s.exit.State.InMemory()):
		return wrong(tier2.RefusedPlace, "continues another exit")
	case ex.Invalid:
		return wrong(tier2.RefusedExecutor, "is invalid")
	case ex.Kind == exitdata.Cold, ex.Kind == exitdata.IR && ex.Func == nil, ex.Kind == exitdata.Native && ex.Entry() == 0, ex.Trace == nil:
		return wrong(tier2.RefusedExecutor, "of kind %v has nothing to run", ex.Kind)
	}
	return vm.intoTable(ex, wrong)
}

// intoTable puts an executor into the VM's table if it is in none.
func (vm *VM) intoTable(ex *exitdata.Executor, wrong func(reason, format string, args ...any) error) error {
	switch {
	case vm.table.Owns(ex):
		return nil
	case ex.ID != 0 || ex.Kind != exitdata.Uops:
		return wrong(tier2.RefusedExecutor, "is in another table")
	}
	if err := vm.table.Begin(ex); err != nil {
		return &tier2.Refusal{Reason: tier2.RefusedMemory, Err: err}
	}
	vm.table.Add(ex)
	return nil
}

// Replace puts an executor in the place of another one: the interpreter, and all exits
// that led to old, enter new from now on. It takes time in the number of those
// exits. It may be called while the program runs, by a Go function that the
// program has called or by the optimizer while it is asked, even if old is what
// runs: that leaves at its next check. new stands for the same place as old, and may
// be of another kind; if it is in no table yet (tier2.Interpret), it gets into the VM's.
// The error wraps exitdata.ErrReplace or is a *tier2.Refusal; nothing has changed
// then.
func (vm *VM) Replace(old, new *exitdata.Executor) error {
	if vm.table == nil || !vm.table.Owns(old) {
		return fmt.Errorf("%w: it is not one of this VM's", exitdata.ErrReplace)
	}
	wrong := func(reason, format string, args ...any) error {
		return &tier2.Refusal{Reason: reason, Err: fmt.Errorf("the executor for %s "+format, append([]any{old.Name}, args...)...)}
	}
	if new.Trace == nil {
		return wrong(tier2.RefusedExecutor, "has nothing to run")
	}
	if err := vm.intoTable(new, wrong); err != nil {
		return err
	}
	if err := vm.table.Replace(old, new); err != nil {
		return err
	}
	vm.depend(new)
	if p, ok := old.Data.(place); ok {
		now, _ := new.Data.(place)
		now.code, now.pc = p.code, p.pc
		new.Data = now
		if in := p.code.Execs[p.pc]; in != nil && in.Executor == old {
			p.code.Execs[p.pc] = &adaptive.Installed{Executor: new, Unit: in.Unit}
		}
	}
	return nil
}
