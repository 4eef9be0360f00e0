package tiering

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// Optimizers. There may be several at one VM. Their published costs say who is asked: at a
// place that has run its period, those for which it is hot by their costs (tier2.Hotspots),
// the one whose executors run fastest first (RunCost; of equal ones the one that makes them
// at less cost, then the one registered first), and the next one where that has none. An
// exit is continued by who has made its executor.

// ErrRegistered is returned by Register for an optimizer that is registered already.
var ErrRegistered = errors.New("interp: the optimizer is registered already")

// ErrNotRegistered is returned by Unregister for an optimizer that is not registered.
var ErrNotRegistered = errors.New("interp: the optimizer is not registered")

// ErrTable is returned by Register for an optimizer whose executors are in a table
// that is not the VM's.
var ErrTable = errors.New("interp: the optimizer's table is not that of this VM's compiler")

// ErrTarget is what errors of Register wrap for an optimizer of machine code that cannot run
// here.
var ErrTarget = errors.New("interp: the optimizer's machine code cannot run here")

// ErrObserves is returned by Register while code runs if the VM's selector has to be told of
// each block (uop.SelectorRun without uop.Learner): the loop that runs does not tell.
var ErrObserves = errors.New("interp: the selector observes each block: register the optimizer before code runs")

// registered is an optimizer of the VM's, with what it has published.
type registered struct {
	optimizer tier2.Optimizer
	can       tier2.Capabilities
	published tier2.Costs
	cost      cost // measured, of all places
	measured  int  // places whose executors have run
	hot       tier2.HotTest
}

// tabled is an optimizer that has a table of executors: that of the VM's compiler.
type tabled interface{ Table() *exitdata.Table }

// Register makes an optimizer one that the VM asks for executors. It may be called while
// code runs, and takes effect on code that is loaded. An optimizer without a method Table,
// which tier2.Compiler has, makes executors that are in no table yet (tier2.Interpret, and
// of kind exitdata.Own); they get their exits in the VM's table.
func (t *Tier) Register(o tier2.Optimizer) error {
	if t.find(o) >= 0 {
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
	r := &registered{optimizer: o, can: o.Capabilities(), published: tier2.Costs{Optimization: o.OptimizationCost(), Run: o.RunCost()}, hot: test}
	if err := t.accepts(r); err != nil {
		return err
	}
	if t.Table == nil {
		if t.Table, err = t.vm.NewTable(); err != nil {
			return err
		}
	}
	t.optimizers = append(t.optimizers, r)
	slices.SortStableFunc(t.optimizers, func(a, b *registered) int {
		return cmp.Or(cmp.Compare(a.published.Run, b.published.Run), cmp.Compare(a.published.Optimization, b.published.Optimization))
	})
	if t.Stats.Refusals == nil {
		t.Stats.Refusals, t.Stats.Cuts = map[string]int{}, map[string]int{}
	}
	if t.ReturnRow == 0 && t.Table.ReturnRow != 0 {
		t.ReturnRow = t.Table.ReturnRow
		t.vm.ReturnBy(t.ReturnRow)
	}
	t.Period = hot.K
	if t.sel.run == nil && r.can.Kind != exitdata.Uops {
		t.beginSelecting(r.can.Limits)
	}
	t.vm.Heap().DictChanged = t.DictChanged
	t.recount()
	return nil
}

// accepts says why an optimizer cannot be one of this VM's.
func (t *Tier) accepts(r *registered) error {
	own, ok := r.optimizer.(tabled)
	switch {
	case ok && own.Table() != t.Table:
		return ErrTable
	case r.can.Target != "" && r.can.Target != runtime.GOARCH:
		return fmt.Errorf("%w: it is for %s, this is %s", ErrTarget, r.can.Target, runtime.GOARCH)
	case r.can.Kind == exitdata.Native && (t.Table == nil || !t.Table.Native()):
		return fmt.Errorf("%w: the VM's table holds none", ErrTarget)
	case r.can.Kind != exitdata.Uops && t.sel.run == nil && t.observes(r.can.Limits) && t.vm.Frame() != nil:
		return ErrObserves
	}
	return nil
}

// Unregister makes the VM ask an optimizer no more. The executors that it has made are taken
// away, those that run leave at their next check. It may be called while code runs.
func (t *Tier) Unregister(o tier2.Optimizer) error {
	i := t.find(o)
	if i < 0 {
		return ErrNotRegistered
	}
	gone := t.optimizers[i]
	t.cancel(func(a *awaited) bool { return a.by == gone })
	t.optimizers = slices.Delete(t.optimizers, i, i+1)
	for _, ex := range slices.Clone(t.Table.Executors) {
		if !ex.Invalid && madeBy(ex) == gone {
			t.Invalidate(ex)
		}
	}
	if !slices.ContainsFunc(t.optimizers, func(r *registered) bool { return r.can.Kind != exitdata.Uops }) {
		t.sel.run, t.sel.learner, t.sel.priced, t.sel.wanted, t.Watch = nil, nil, nil, nil, nil
	}
	if len(t.optimizers) == 0 {
		t.requests = nil
		for _, code := range t.vm.Codes() {
			t.uninstallAll(code)
		}
	}
	t.recount()
	return nil
}

// uninstallAll takes back what stands in code: executors that nobody has made for the VM, and
// requests that nobody would fulfil.
func (t *Tier) uninstallAll(code *adaptive.Code) {
	if code == nil {
		return
	}
	for pc, in := range code.Execs {
		if in != nil {
			t.uninstall(code, pc)
		}
	}
}

// recount makes loaded code count what the optimizers want to be counted: the instructions
// that do or do not choose anew when they are executed next.
func (t *Tier) recount() {
	t.Triggers = 0
	for _, r := range t.optimizers {
		t.Triggers |= r.can.Triggers
	}
	for _, code := range t.vm.Codes() {
		if code == nil || !code.Proved {
			continue
		}
		code.Tries = 0
		for in := range code.Instructions() {
			unit := &code.Live[in.Unit]
			if code.Execs != nil && code.Execs[in.Unit] != nil { // beneath the executor that stands over it
				unit = &code.Execs[in.Unit].Unit
			}
			switch op := pycode.Op(*unit); op {
			case pycode.JUMP_BACKWARD_JIT, pycode.JUMP_BACKWARD_NO_JIT, pycode.RESUME_CHECK:
				*unit = *unit&^0xFF | uint16(op.Base())
			}
		}
	}
}

// find returns the index of an optimizer, -1 if it is not registered. One that cannot be
// compared is never the same.
func (t *Tier) find(o tier2.Optimizer) int {
	return slices.IndexFunc(t.optimizers, func(r *registered) bool {
		return reflect.TypeOf(o) == reflect.TypeOf(r.optimizer) && reflect.TypeOf(o).Comparable() && r.optimizer == o
	})
}

// hotFor returns the optimizers for which a place is hot that has had ticks since the global
// counter was at reset. It begins to count anew.
func (t *Tier) hotFor(trigger tier2.Trigger, at spot, ticks int, reset uint64) (list []*registered) {
	defer t.looked(at)
	for _, r := range t.optimizers {
		if r.can.Triggers&trigger == 0 {
			continue
		}
		if test := t.hotTest(r, at, reset); test.Hot(uint64(ticks), t.Ticks, reset) {
			list = append(list, r)
		}
	}
	return list
}

// continuing returns the optimizers that may continue an exit, if they take exits at a
// place: who has made its executor.
func (t *Tier) continuing(ex *exitdata.Executor, trigger tier2.Trigger) (list []*registered) {
	by := madeBy(ex)
	for _, r := range t.optimizers {
		if r.can.Triggers&trigger != 0 && (by == nil || by == r) {
			list = append(list, r)
		}
	}
	return list
}

// continues reports whether any optimizer may continue the exits of an executor.
func (t *Tier) continues(ex *exitdata.Executor) bool {
	by := madeBy(ex)
	for _, r := range t.optimizers {
		if r.can.Triggers&tier2.Exits != 0 && (by == nil || by == r) {
			return true
		}
	}
	return false
}

// madeBy returns who has made an executor, nil if that is not known.
func madeBy(ex *exitdata.Executor) *registered {
	p, _ := ex.Data.(place)
	return p.by
}

// Registered returns the optimizers, in the order in which they are asked.
func (t *Tier) Registered() (list []tier2.Optimizer) {
	for _, r := range t.optimizers {
		list = append(list, r.optimizer)
	}
	return list
}

// Kind returns the kind of the executors of the optimizer that is asked first, Cold if there
// is none.
func (t *Tier) Kind() exitdata.Kind {
	if len(t.optimizers) == 0 {
		return exitdata.Cold
	}
	return t.optimizers[0].can.Kind
}
