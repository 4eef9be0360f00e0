package imports

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// Threads that import a module which another one is looking for, or whose code it is running, wait until it has (importlib's locks of
// modules). Where that one waits, itself or by others, for a module that this one has, this one goes on, and gets the module as it is,
// as in CPython.

// locks are the modules that threads are importing, by their full names.
type locks struct {
	// held are the numbers of the threads that import a module: of several the last one does, for which the others wait.
	held map[string][]int64
	// waits is which module a thread waits for, by its number.
	waits map[int64]string
}

func (l *locks) hold(name string, thread int64) {
	if l.held == nil {
		l.held, l.waits = map[string][]int64{}, map[int64]string{}
	}
	l.held[name] = append(l.held[name], thread)
}

func (l *locks) release(name string, thread int64) {
	list := l.held[name]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == thread {
			list = slices.Delete(list, i, i+1)
			break
		}
	}
	if len(list) == 0 {
		delete(l.held, name)
		return
	}
	l.held[name] = list
}

// holder returns the thread that imports a module; 0 if none does.
func (l *locks) holder(name string) int64 {
	if list := l.held[name]; len(list) > 0 {
		return list[len(list)-1]
	}
	return 0
}

// wait reports whether a thread has to wait for a module.
func (l *locks) wait(name string, thread int64) bool {
	at := l.holder(name)
	for range len(l.waits) + 1 {
		if at == 0 || at == thread {
			break
		}
		next, waits := l.waits[at]
		if !waits {
			return true
		}
		if at = l.holder(next); at == 0 {
			return true // it goes on soon
		}
	}
	return false
}

// lock lets other threads wait for a module until unlock is called.
func (im *Importer) lock(name string) (unlock func()) {
	self := im.heap.ThreadNumber()
	im.locks.hold(name, self)
	im.heap.Importing(+1)
	return func() {
		im.locks.release(name, self)
		im.heap.Importing(-1)
		im.o.Lib.WakeAll(im.o.Modules)
	}
}

// whenLoaded is imported, when no other thread imports the module.
func (im *Importer) whenLoaded(name string) (object.Value, error) {
	self := im.heap.ThreadNumber()
	if im.locks.wait(name, self) {
		if err := im.waitFor(name, self); err != nil {
			return object.Null, err
		}
	}
	return im.imported(name)
}

func (im *Importer) waitFor(name string, self int64) error {
	im.locks.waits[self] = name
	defer delete(im.locks.waits, self)
	return im.o.Lib.WaitFor(im.o.Modules, func() bool { return !im.locks.wait(name, self) })
}
