package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Which tasks there are, and which one runs. Tasks are held weakly: the loop's callbacks, or the
// futures that they wait for, keep them alive.

// sweep forgets the tasks that have died.
func (k *asyncio) sweep(m *heap.Marker) {
	live := k.tasks[:0]
	for _, t := range k.tasks {
		if m.Marked(t) {
			k.h.SetWord(t, offTaskNumber, uint64(len(live)))
			live = append(live, t)
		}
	}
	k.tasks = live
}

// notListed is at offTaskNumber of a task that is not in the list.
const notListed = ^uint64(0)

// list adds a task to the list of all.
func (k *asyncio) list(t object.Value) {
	if k.h.Word(t, offTaskNumber) == notListed {
		k.h.SetWord(t, offTaskNumber, uint64(len(k.tasks)))
		k.tasks = append(k.tasks, t)
	}
}

// unlist takes a task out of the list of all.
func (k *asyncio) unlist(t object.Value) {
	i := k.h.Word(t, offTaskNumber)
	if i == notListed {
		return
	}
	last := len(k.tasks) - 1
	moved := k.tasks[last]
	k.tasks[i] = moved
	k.h.SetWord(moved, offTaskNumber, i)
	k.h.SetWord(t, offTaskNumber, notListed)
	k.tasks = k.tasks[:last]
}

// register is _register_task.
func (k *asyncio) register(task object.Value) error {
	if k.isTask(task) {
		k.list(task)
		return nil
	}
	if k.others == object.Null {
		set, err := k.call(importWeakSet)
		if err != nil {
			return err
		}
		k.others = set
	}
	_, err := callMethod(k.h, k.others, "add", task)
	return err
}

// unregister is _unregister_task.
func (k *asyncio) unregister(task object.Value) error {
	if k.isTask(task) {
		k.unlist(task)
		return nil
	}
	if k.others == object.Null {
		return nil
	}
	_, err := callMethod(k.h, k.others, "discard", task)
	return err
}

// registerEager is _register_eager_task: a task that runs its first step at once is listed as others are.
func (k *asyncio) registerEager(task object.Value) error {
	if k.isTask(task) {
		k.list(task)
		return nil
	}
	return k.h.SetAdd(k.eager, task)
}

// unregisterEager is _unregister_eager_task.
func (k *asyncio) unregisterEager(task object.Value) error {
	if k.isTask(task) {
		k.unlist(task)
		return nil
	}
	return k.h.SetDiscard(k.eager, task)
}

// enterTask is _enter_task.
func (k *asyncio) enterTask(loop, task object.Value) error {
	if k.loop != loop {
		return k.runtimeError("loop %R is not the running loop", loop)
	}
	if k.current != object.Null {
		return k.runtimeError("Cannot enter into task %R while another task %R is being executed.", task, k.current)
	}
	k.current = task
	return nil
}

// leaveTask is _leave_task.
func (k *asyncio) leaveTask(loop, task object.Value) error {
	if k.loop != loop {
		return k.runtimeError("loop %R is not the running loop", loop)
	}
	if k.current != task {
		now := k.current
		if now == object.Null {
			now = object.None
		}
		return k.runtimeError("Invalid attempt to leave task %R while task %R is entered.", task, now)
	}
	k.current = object.Null
	return nil
}

// swapTask is _swap_current_task: it returns the task that ran before, or None.
func (k *asyncio) swapTask(loop, task object.Value) (object.Value, error) {
	if k.loop != loop {
		return object.Null, k.runtimeError("loop %R is not the running loop", loop)
	}
	before := k.current
	if k.current = task; task == object.None {
		k.current = object.Null
	}
	if before == object.Null {
		before = object.None
	}
	return before, nil
}

// currentTask is current_task.
func (k *asyncio) currentTask(loop object.Value) (object.Value, error) {
	if loop == object.Null || loop == object.None {
		var err error
		if loop, err = k.runningLoop(); err != nil {
			return object.Null, err
		}
	}
	if loop != k.loop || k.current == object.Null {
		return object.None, nil
	}
	return k.current, nil
}

// allTasks is all_tasks: the set of a loop's tasks that are not done.
func (k *asyncio) allTasks(loop object.Value) (object.Value, error) {
	h := k.h
	if loop == object.Null || loop == object.None {
		var err error
		if loop, err = k.runningLoop(); err != nil {
			return object.Null, err
		}
	}
	m := h.Mark()
	h.PushAll(k.tasks)
	all := h.NewList(h.Pushed(m)...) // what is called here may make others
	h.Release(m)
	if err := h.ListExtend(all, k.eager); err != nil {
		return object.Null, err
	}
	if k.others != object.Null {
		if err := h.ListExtend(all, k.others); err != nil {
			return object.Null, err
		}
	}
	set := h.NewSet()
	for i := range h.ListLen(all) {
		t := h.ListItem(all, i)
		done, err := k.method(t, k.name.done)
		if err != nil {
			return object.Null, err
		}
		if yes, err := h.Truth(done); yes || err != nil {
			if err != nil {
				return object.Null, err
			}
			continue
		}
		of, err := k.loopOf(t)
		if err == nil && of == loop {
			err = h.SetAdd(set, t)
		}
		if err != nil {
			return object.Null, err
		}
	}
	return set, nil
}
