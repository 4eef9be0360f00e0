package tiering

import (
	"errors"
	"slices"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
)

// Executors that are made behind the VM's thread (tier2.Options.Background). A place that asks for one is awaited:
// it does not ask again, its counter begins anew, and tier 1 or the executor that is there goes on. What
// the executor relies on is registered when it is built, so that a change cancels it; what it
// is made of stays alive. What lies inside of a loop or a function that is awaited is held: it does not ask either, because what
// runs in tier 1 only for the time of a compile would be compiled apart. When it is finished it is put where it was asked for: on the VM's thread, where the tier
// is called next, if the place is still as it was.

// outcome is what came of asking for an executor.
type outcome uint8

const (
	notMade outcome = iota
	isMade          // it stands where it was asked for
	isLater         // it may come
)

// awaited is an executor that is being made.
type awaited struct {
	*tier2.Pending
	source *source
	by     *registered
	put    func(*exitdata.Executor) bool // where it was asked for; false: the place is taken
	holds  map[pycode.Place]bool         // the instructions inside of it, nil if it continues an exit
}

// Background counts what went on behind the VM's thread.
type Background struct {
	Begun     int `json:"begun"` // builds that were handed over
	Installed int `json:"installed"`
	Refused   int `json:"refused"`   // behind the build
	Cancelled int `json:"cancelled"` // what it relied on had changed, or its place was gone
	Busy      int `json:"busy"`      // askings put off because as many were under way as may be
	Held      int `json:"held"`      // and because the place is inside of what is being made
}

// await notes an executor that is being made.
func (t *Tier) await(p *tier2.Pending, s *source, r *registered, put func(*exitdata.Executor) bool) {
	t.Stats.Background.Begun++
	a := &awaited{Pending: p, source: s, by: r, put: put}
	if s.exit == nil {
		a.holds = map[pycode.Place]bool{}
		for _, at := range project.Places(t.vm, p.Executor()) {
			a.holds[at.Place] = true
		}
	}
	t.awaited = append(t.awaited, a)
	t.rely(p.Executor())
}

// held reports whether a place waits because it is inside of a loop or a function that is being made: that may be all it needs.
func (t *Tier) held(code *adaptive.Code, pc int) bool {
	at := pycode.Place{Code: code.Code, Unit: pc}
	if !slices.ContainsFunc(t.awaited, func(a *awaited) bool { return a.holds[at] && (a.source.code != code || a.source.pc != pc) }) {
		return false
	}
	t.Stats.Background.Held++
	return true
}

// awaits reports whether an executor is being made for a place, or that continues an exit.
func (t *Tier) awaits(code *adaptive.Code, pc int, x *exitdata.Exit) bool {
	return slices.ContainsFunc(t.awaited, func(a *awaited) bool { return a.source.code == code && a.source.pc == pc && a.source.exit == x })
}

// Finish puts executors where they were asked for that have been made behind the VM's thread.
func (t *Tier) Finish() {
	if len(t.awaited) == 0 || t.asking || t.Compiler == nil {
		return
	}
	for p := t.Compiler.Finished(); p != nil; p = t.Compiler.Finished() {
		began := t.now()
		i := slices.IndexFunc(t.awaited, func(a *awaited) bool { return a.Pending == p })
		if i < 0 { // nobody waits for it: an optimizer of one's own has asked
			p.Cancel()
			continue
		}
		a := t.awaited[i]
		t.awaited = slices.Delete(t.awaited, i, i+1)
		t.unrely(p.Executor())
		t.finish(a)
		t.paused(began)
	}
}

// paused notes that the program has stood still since a time.
func (t *Tier) paused(since time.Time) {
	d := t.now().Sub(since)
	t.Stats.Paused += d
	t.Stats.Pause = max(t.Stats.Pause, d)
}

// finish installs one executor.
func (t *Tier) finish(a *awaited) {
	ex, err := a.Finish()
	var refusal *tier2.Refusal
	switch {
	case err == nil:
	case errors.As(err, &refusal) && refusal.Reason == tier2.RefusedStale:
		t.Stats.Background.Cancelled++
		return
	default:
		t.Stats.Background.Refused++
	}
	if ex = t.accept(ex, err, a.source, a.by); ex == nil {
		return
	}
	t.Stats.Background.Installed++
	if !a.put(ex) {
		t.Invalidate(ex)
	}
}

// cancel gives up the executors that are being made of which is reports true.
func (t *Tier) cancel(is func(*awaited) bool) {
	t.awaited = slices.DeleteFunc(t.awaited, func(a *awaited) bool {
		if !is(a) {
			return false
		}
		t.Stats.Background.Cancelled++
		t.unrely(a.Executor())
		a.Cancel()
		return true
	})
}

// CancelAll gives up all executors that are being made: memory is short, or what the program runs for is over.
func (t *Tier) CancelAll() {
	if !t.asking {
		t.cancel(func(*awaited) bool { return true })
	}
}

// cancelled gives up an executor that is being made; false: it is none.
func (t *Tier) cancelled(ex *exitdata.Executor) bool {
	n := len(t.awaited)
	t.cancel(func(a *awaited) bool { return a.Executor() == ex })
	return len(t.awaited) < n
}

// rootsAwaited tells the collector what executors hold that are being made.
func (t *Tier) rootsAwaited(value func(object.Value), words func([]uint64)) {
	for _, a := range t.awaited {
		words(a.Pins())
		value(a.source.top)
	}
}
