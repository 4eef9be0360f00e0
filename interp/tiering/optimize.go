package tiering

import (
	"errors"
	"fmt"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/pycode"
)

// ErrRegistered is returned by Register when there is an optimizer already.
var ErrRegistered = errors.New("interp: an optimizer is registered already")

// ErrTable is returned by Register for an optimizer whose executors are in a table
// that is not the VM's.
var ErrTable = errors.New("interp: the optimizer's table is not that of this VM's compiler")

// leastRoom is how much of the heap's limit must be left for an executor to be asked for,
// in bytes: more than most take.
const leastRoom = 64 << 10

var errNoRoom = errors.New("interp: the heap's limit leaves no room for an executor")

// tabled is an optimizer that has a table of executors: that of the VM's compiler.
type tabled interface{ Table() *exitdata.Table }

// Register makes an optimizer the one that the VM asks for executors. It must be
// called before any code runs. An optimizer without a method Table, which
// tier2.Compiler has, makes executors of micro-ops (tier2.Interpret); they get
// their exits in a table of the VM's.
func (t *Tier) Register(o tier2.Optimizer) error {
	if t.Optimizer != nil {
		return ErrRegistered
	}
	hot := t.opts.Hotspots
	if hot.K == 0 && hot.N == 0 && hot.M == 0 && hot.Policy.Cost == nil {
		hot = tier2.DefaultHotspots
	}
	test, err := hot.Test(o)
	if err != nil {
		return err
	}
	switch own, ok := o.(tabled); {
	case ok && own.Table() != t.Table:
		return ErrTable
	case !ok && t.Table == nil:
		if t.Table, err = exitdata.NewTable(exitdata.Guest{}, exitdata.Options{}); err != nil {
			return err
		}
	}
	t.ReturnRow = t.Table.ReturnRow
	can := o.Capabilities()
	t.Optimizer, t.Places, t.Kind = o, can.Places, can.Kind
	t.hot, t.Period = test, hot.K
	t.Stats.Refusals, t.Stats.Cuts = map[string]int{}, map[string]int{}
	t.beginSelecting(can.Limits)
	t.vm.Heap().DictChanged = t.DictChanged
	return nil
}

// optimize asks for an executor. What is wrong with the optimizer or with what it
// made reaches nobody but the trace.
func (t *Tier) optimize(s *source) *exitdata.Executor {
	t.Stats.Attempts++
	if t.opts.Times {
		defer t.Time(func(time.Duration) {})()
	}
	t.makeRoom(s.exit)
	if h := t.vm.Heap(); h.UsedBytes()+h.OutsideBytes()+leastRoom > h.Limit() {
		t.refusedPlace(&tier2.Refusal{Reason: tier2.RefusedMemory, Err: errNoRoom})
		return nil
	}
	ex, err := t.ask(s)
	if err == nil && ex != nil {
		err = t.adopt(ex, s)
	}
	if t.opts.OnAttempt != nil {
		made := ex
		if err != nil {
			made = nil
		}
		t.opts.OnAttempt(Attempt{pycode.Place{Code: s.code.Code, Unit: s.pc}, s.exit, made, err, refusedRegion(s.refusal)})
	}
	if err != nil {
		t.refusedPlace(err)
		return nil
	}
	if ex == nil {
		return nil
	}
	t.Stats.Executors++
	if ex.Cut != nil {
		t.Stats.Cuts[reasonOf(ex.Cut)]++
	}
	s.made(ex)
	t.depend(ex)
	return ex
}

// refusedPlace counts that there is no executor for a place, and why.
func (t *Tier) refusedPlace(err error) {
	t.Stats.Refusals[reasonOf(err)]++
	if t.opts.OnRefusal != nil {
		t.opts.OnRefusal(err)
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
func (t *Tier) ask(s *source) (ex *exitdata.Executor, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory, heap.Stopped:
			panic(r)
		default:
			ex, err = nil, &tier2.Refusal{Reason: tier2.RefusedPanic, Err: fmt.Errorf("the optimizer panicked: %v", r)}
		}
	}()
	return t.Optimizer.Optimize(tier2.Code{Handle: uint64(s.code.Handle), Name: s.code.QualName}, s.pc, s)
}

// adopt checks that an executor is what was asked for, and puts it into the table
// if it is not there: the optimizer need not know that there is one.
func (t *Tier) adopt(ex *exitdata.Executor, s *source) error {
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
	return t.intoTable(ex, wrong)
}

// intoTable puts an executor into the VM's table if it is in none.
func (t *Tier) intoTable(ex *exitdata.Executor, wrong func(reason, format string, args ...any) error) error {
	switch {
	case t.Table.Owns(ex):
		return nil
	case ex.ID != 0 || ex.Kind != exitdata.Uops:
		return wrong(tier2.RefusedExecutor, "is in another table")
	}
	if err := t.Table.Begin(ex); err != nil {
		return &tier2.Refusal{Reason: tier2.RefusedMemory, Err: err}
	}
	t.Table.Add(ex)
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
func (t *Tier) Replace(old, new *exitdata.Executor) error {
	if t.Table == nil || !t.Table.Owns(old) {
		return fmt.Errorf("%w: it is not one of this VM's", exitdata.ErrReplace)
	}
	wrong := func(reason, format string, args ...any) error {
		return &tier2.Refusal{Reason: reason, Err: fmt.Errorf("the executor for %s "+format, append([]any{old.Name}, args...)...)}
	}
	if new.Trace == nil {
		return wrong(tier2.RefusedExecutor, "has nothing to run")
	}
	if err := t.intoTable(new, wrong); err != nil {
		return err
	}
	if err := t.Table.Replace(old, new); err != nil {
		return err
	}
	t.depend(new)
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
