package object

import "github.com/tier2go/tier2/opgen/mem"

// Futures: what their methods give up at, package lib does, such as an exception that is raised, or a callback that the loop is to be told of.

const (
	fieldFutLoop      = mem.Field(OffFutLoop) | AliasHeap<<mem.ClassShift
	fieldFutCallback  = mem.Field(OffFutCallback) | AliasHeap<<mem.ClassShift
	fieldFutCallbacks = mem.Field(OffFutCallbacks) | AliasHeap<<mem.ClassShift
	fieldFutException = mem.Field(OffFutException) | AliasHeap<<mem.ClassShift
	fieldFutResult    = mem.Field(OffFutResult) | AliasHeap<<mem.ClassShift
	fieldFutAwaitedBy = mem.Field(OffFutAwaitedBy) | AliasHeap<<mem.ClassShift
	fieldFutBits      = mem.Field(OffFutBits) | AliasHeap<<mem.ClassShift
)

// isFuture reports whether a word is a future.
func isFuture(m mem.Mem, f mem.Ref) bool { return wordIsRef(f) && factsOf(m, f)&factFuture != 0 }

// futureDone is f.done().
//
//tier2:routine future.done
func futureDone(m mem.Mem, f mem.Ref) (done, ok bool) {
	if !isFuture(m, f) {
		return false, false
	}
	return m.U64(f, fieldFutBits)&(FutCancelled|FutFinished) != 0, true
}

// futureCancelled is f.cancelled().
//
//tier2:routine future.cancelled
func futureCancelled(m mem.Mem, f mem.Ref) (cancelled, ok bool) {
	if !isFuture(m, f) {
		return false, false
	}
	return m.U64(f, fieldFutBits)&FutCancelled != 0, true
}

// futureAsked reports whether what may be a future is initialized and has ended, but not by a cancellation. Who asks for how it has, has
// been told of its exception.
func futureAsked(m mem.Mem, f mem.Ref) bool {
	if !isFuture(m, f) || m.Ref(f, fieldFutLoop) == mem.Ref(Null) {
		return false
	}
	return m.U64(f, fieldFutBits)&(FutCancelled|FutFinished) == FutFinished
}

// futureTold notes that.
func futureTold(m mem.Mem, f mem.Ref) {
	m.SetU64(f, fieldFutBits, m.U64(f, fieldFutBits)&^uint64(FutLogTraceback))
}

// futureResult is f.result() of a future that has one.
//
//tier2:routine future.result
func futureResult(m mem.Mem, f mem.Ref) (x mem.Ref, ok bool) {
	if !futureAsked(m, f) || m.Ref(f, fieldFutException) != mem.Ref(Null) {
		return NoRef, false
	}
	futureTold(m, f)
	return m.Ref(f, fieldFutResult), true
}

// futureException is f.exception() of a future that has ended.
//
//tier2:routine future.exception
func futureException(m mem.Mem, f mem.Ref) (exc mem.Ref, ok bool) {
	if !futureAsked(m, f) {
		return NoRef, false
	}
	futureTold(m, f)
	exc = m.Ref(f, fieldFutException)
	if exc == mem.Ref(Null) {
		return mem.Ref(None), true
	}
	return exc, true
}

// futureSetResult is f.set_result(x) of a future for which nobody waits.
//
//tier2:routine future.set_result
func futureSetResult(m mem.Mem, f, x mem.Ref) (done, ok bool) {
	if !isFuture(m, f) || m.Ref(f, fieldFutLoop) == mem.Ref(Null) || m.U64(f, fieldFutBits)&(FutCancelled|FutFinished) != 0 ||
		m.Ref(f, fieldFutCallback) != mem.Ref(Null) || m.Ref(f, fieldFutCallbacks) != mem.Ref(Null) {
		return false, false
	}
	m.SetRef(f, fieldFutResult, x)
	m.SetU64(f, fieldFutBits, m.U64(f, fieldFutBits)|FutFinished)
	return true, true
}

// futureAwaited notes that the task w waits for f, if nobody else does.
//
//tier2:routine future.awaited
func futureAwaited(m mem.Mem, f, w mem.Ref) (done, ok bool) {
	if !isFuture(m, f) || !isFuture(m, w) || m.Ref(f, fieldFutAwaitedBy) != mem.Ref(Null) {
		return false, false
	}
	m.SetRef(f, fieldFutAwaitedBy, w)
	return true, true
}

// futureUnawaited notes that the task w waits no longer for f, if nobody else does.
//
//tier2:routine future.unawaited
func futureUnawaited(m mem.Mem, f, w mem.Ref) (done, ok bool) {
	if !isFuture(m, f) || !isFuture(m, w) {
		return false, false
	}
	by := m.Ref(f, fieldFutAwaitedBy)
	if by == w {
		m.SetRef(f, fieldFutAwaitedBy, mem.Ref(Null))
		return true, true
	}
	return by == mem.Ref(Null), by == mem.Ref(Null)
}
