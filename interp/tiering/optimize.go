package tiering

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// leastRoom is how much of the heap's limit must be left for an executor to be asked for,
// in bytes: more than most take.
const leastRoom = 64 << 10

var errNoRoom = errors.New("interp: the heap's limit leaves no room for an executor")

// optimize asks optimizers for an executor, one after the other until there is one, which is put where
// it was asked for. put may be called later; it is false if the place is taken. What is wrong with an
// optimizer or with what it made reaches nobody but the trace.
func (t *Tier) optimize(s *source, by []*registered, put func(*exitdata.Executor) bool) outcome {
	if t.awaits(s.code, s.pc, s.exit) {
		return isLater
	}
	for _, r := range by {
		if o := t.optimizeBy(s, r, put); o != notMade {
			return o
		}
	}
	return notMade
}

// optimizeBy asks one optimizer for an executor.
func (t *Tier) optimizeBy(s *source, r *registered, put func(*exitdata.Executor) bool) outcome {
	if t.opts.Times || t.meter != nil {
		defer t.attempting(r, s)()
	}
	defer t.paused(t.now())
	t.makeRoom(s.exit)
	defer func(before bool) { t.asking = before }(t.asking)
	t.asking = true
	if !t.vm.Heap().HasRoom(leastRoom) {
		t.Stats.Attempts++
		t.refusedPlace(&tier2.Refusal{Reason: tier2.RefusedMemory, Err: errNoRoom})
		return notMade
	}
	ex, err := t.ask(s, r)
	if errors.Is(err, tier2.ErrBusy) {
		t.Stats.Background.Busy++
		return isLater
	}
	t.Stats.Attempts++
	var p *tier2.Pending
	if errors.As(err, &p) {
		t.await(p, s, r, put)
		return isLater
	}
	if ex = t.accept(ex, err, s, r); ex == nil || !put(ex) {
		return notMade
	}
	return isMade
}

// accept takes what an optimizer has made of a source into the VM, nil if it has made nothing of use.
func (t *Tier) accept(ex *exitdata.Executor, err error, s *source, r *registered) *exitdata.Executor {
	if err == nil && ex != nil {
		err = t.adopt(ex, s, r)
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
	s.made(ex, r)
	if s.exit != nil {
		s.code.FeedbackAt(s.pc).Tails += uint32(len(ex.Trace.Insts))
	}
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

// ask calls an optimizer. What it panics with is a refusal; the heap's own
// panics go through.
func (t *Tier) ask(s *source, r *registered) (ex *exitdata.Executor, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case heap.OutOfMemory, heap.Stopped:
			panic(p)
		default:
			ex, err = nil, &tier2.Refusal{Reason: tier2.RefusedPanic, Err: fmt.Errorf("the optimizer panicked: %v", p)}
		}
	}()
	return r.optimizer.Optimize(tier2.Code{Handle: uint64(s.code.Handle), Name: s.code.QualName}, s.pc, s)
}

// adopt checks that an executor is what was asked for, and puts it into the table
// if it is not there: the optimizer need not know that there is one.
func (t *Tier) adopt(ex *exitdata.Executor, s *source, r *registered) error {
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
	case !ex.Runnable():
		return wrong(tier2.RefusedExecutor, "of kind %v has nothing to run", ex.Kind)
	case r.can.Kind != exitdata.Cold && r.can.Kind != ex.Kind:
		return wrong(tier2.RefusedKind, "is of kind %v, and its optimizer says that it makes %v", ex.Kind, r.can.Kind)
	}
	return t.intoTable(ex, wrong)
}

// intoTable puts an executor into the VM's table if it is in none.
func (t *Tier) intoTable(ex *exitdata.Executor, wrong func(reason, format string, args ...any) error) error {
	switch {
	case t.Table.Owns(ex):
		return nil
	case ex.ID != 0 || ex.Kind != exitdata.Uops && ex.Kind != exitdata.Own:
		return wrong(tier2.RefusedExecutor, "is in another table")
	}
	if ex.Trace == nil { // whatever one of kind Own executes, it is this code
		ex.Trace = &uop.Trace{Name: ex.Name, Code: ex.Code, Entry: ex.Offset, Codes: []uint64{ex.Code}}
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
	if !new.Runnable() {
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
		now.code, now.pc, now.by = p.code, p.pc, p.by
		new.Data = now
		if p.code == nil {
			return nil
		}
		if in := p.code.Execs[p.pc]; in != nil && in.Executor == old {
			p.code.Execs[p.pc] = installed(p.code, new, in.Unit)
		}
	}
	return nil
}
