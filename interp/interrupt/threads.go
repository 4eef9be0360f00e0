package interrupt

// Threads of a guest take turns, and all ask the same requests: the one that runs does. Signals are for one of them only. What
// ends a wait before its time is told to whoever lets threads wait (OnWake).

// OnWake sets what is called, from any goroutine, when a signal has come or a context is done.
func (r *Requests) OnWake(f func()) { r.wake = f }

func (r *Requests) wakes() {
	if r.wake != nil {
		r.wake()
	}
}

// Switch asks the thread that runs to let another one run, where Python code may run: TakeSwitch says so there. It
// is for any goroutine.
func (r *Requests) Switch() {
	r.switching.Store(true)
	r.set(true)
}

// TakeSwitch reports whether Switch was called since it was asked last.
func (r *Requests) TakeSwitch() bool { return r.switching.Swap(false) }

// Foreign says whether the thread that runs is another one than that which handles signals.
func (r *Requests) Foreign(on bool) {
	r.foreign = on
	r.set(true) // what one does not ask for, the other does
}

// SignalsWait reports whether signals have come that the thread has to handle which handles signals.
func (r *Requests) SignalsWait() bool { return r.signals.Load() != 0 }

// Pending reports whether there is a reason for the thread that runs not to wait.
func (r *Requests) Pending() bool {
	return r.Ended() != nil || !r.foreign && r.SignalsWait()
}

// EndedBy returns the error of End, nil if there is none.
func (r *Requests) EndedBy() error { return r.ended }

// End lets all threads end by err; nil: they may go on.
func (r *Requests) End(err error) {
	r.ended = err
	r.set(true)
}
