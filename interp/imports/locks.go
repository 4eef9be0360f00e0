package imports

import "github.com/tier2go/tier2/interp/object"

// Threads that import a module whose code another one is running wait until it has run (importlib's locks of modules). Where that one waits,
// itself or by others, for a module that this one runs, it gets the module as it is, as in CPython.

// locks are the modules whose code is running, by their full names.
type locks struct {
	held map[string]moduleLock
	// waits is which module a thread waits for, by its number.
	waits map[int64]string
}

type moduleLock struct {
	module object.Value // what others wait for; the thread that runs its code keeps it
	thread int64
}

func (l *locks) hold(name string, module object.Value, thread int64) {
	if l.held == nil {
		l.held, l.waits = map[string]moduleLock{}, map[int64]string{}
	}
	l.held[name] = moduleLock{module, thread}
}

func (l *locks) release(name string) { delete(l.held, name) }

// others returns the lock of a module that a thread has to wait for; ok is false if it has not.
func (l *locks) others(name string, thread int64) (lock moduleLock, ok bool) {
	lock, ok = l.held[name]
	if !ok || lock.thread == thread {
		return lock, false
	}
	for at := lock; ; {
		next, waits := l.waits[at.thread]
		if !waits {
			return lock, true
		}
		if at, waits = l.held[next]; !waits {
			return lock, true
		}
		if at.thread == thread {
			return lock, false
		}
	}
}

// whenLoaded is imported, behind the code of the module if another thread is running that.
func (im *Importer) whenLoaded(name string) (object.Value, error) {
	m, err := im.imported(name)
	if m == object.Null || err != nil {
		return m, err
	}
	self := im.heap.ThreadNumber()
	lock, wait := im.locks.others(name, self)
	if !wait {
		return m, nil
	}
	im.locks.waits[self] = name
	err = im.o.Lib.WaitFor(lock.module, func() bool {
		_, wait := im.locks.others(name, self)
		return !wait
	})
	delete(im.locks.waits, self)
	if err != nil {
		return object.Null, err
	}
	return im.whenLoaded(name)
}
