package handover_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp/handover"
)

type clock struct{}

func (clock) Monotonic() int64      { return time.Now().UnixNano() }
func (clock) Sleep(d time.Duration) { time.Sleep(d) }

func never() bool { return false }

// game is what the runners of a test share, who take turns: it needs no lock.
type game struct {
	turns   *handover.Turns
	asked   atomic.Bool
	running int
	log     []string
}

func begin() (*game, *handover.Runner) {
	g := &game{}
	g.turns = handover.New(func() { g.asked.Store(true) }, clock{})
	g.running = 1
	return g, g.turns.Begin()
}

// sw counts how many run.
func (g *game) sw(t *testing.T) handover.Switch {
	return handover.Switch{Out: func() { g.running-- }, In: func() {
		if g.running++; g.running != 1 {
			t.Errorf("%d run", g.running)
		}
	}}
}

func (g *game) start(t *testing.T, f func(r *handover.Runner)) *handover.Runner {
	return g.turns.Start(func(r *handover.Runner) {
		g.sw(t).In()
		f(r)
		g.running--
		g.turns.End()
	})
}

// TestTurns: one runs at a time, and in the order in which they became ready.
func TestTurns(t *testing.T) {
	g, main := begin()
	const n = 8
	left := n
	for i := range n {
		g.start(t, func(r *handover.Runner) {
			for range 100 {
				g.log = append(g.log, string(rune('a'+i)))
				g.turns.Yield(r, g.sw(t))
			}
			if left--; left == 0 {
				g.turns.Wake(main)
			}
		})
	}
	if why := g.turns.Wait(main, handover.Forever, never, g.sw(t)); why != handover.Woken {
		t.Errorf("%v", why)
	}
	if want := slices.Repeat([]string{"a", "b", "c", "d", "e", "f", "g", "h"}, 100); !slices.Equal(g.log, want) {
		t.Errorf("%v", g.log)
	}
	if g.turns.Yield(main, g.sw(t)) {
		t.Error("somebody is left")
	}
	g.turns.Close()
}

// TestWaits: a wait ends by the time, by Wake, by Interrupt from another goroutine, and does not begin where there is a reason.
func TestWaits(t *testing.T) {
	g, main := begin()
	if why := g.turns.Wait(main, time.Millisecond, never, g.sw(t)); why != handover.TimedOut {
		t.Errorf("time: %v", why)
	}
	if why := g.turns.Wait(main, 0, never, g.sw(t)); why != handover.TimedOut {
		t.Errorf("no time: %v", why)
	}
	if why := g.turns.Wait(main, handover.Forever, func() bool { return true }, g.sw(t)); why != handover.Interrupted {
		t.Errorf("a reason: %v", why)
	}
	time.AfterFunc(time.Millisecond, func() { g.turns.Interrupt(main) })
	if why := g.turns.Wait(main, time.Hour, never, g.sw(t)); why != handover.Interrupted {
		t.Errorf("interrupt: %v", why)
	}
	other := g.start(t, func(r *handover.Runner) {
		g.turns.Wait(r, handover.Forever, never, g.sw(t))
		g.turns.Wake(main)
	})
	for !g.turns.Wake(other) {
		g.turns.Wait(main, time.Millisecond, never, g.sw(t))
	}
	if why := g.turns.Wait(main, time.Hour, never, g.sw(t)); why != handover.Woken {
		t.Errorf("wake: %v", why)
	}
	if g.turns.Wake(other) {
		t.Error("what has ended waits")
	}
	g.turns.Close()
}

// TestOutside: the others run while one is outside, who goes on behind them; Last waits for one who is outside.
func TestOutside(t *testing.T) {
	g, main := begin()
	began, end := make(chan struct{}), make(chan struct{})
	g.start(t, func(r *handover.Runner) {
		if !g.turns.Outside(r, func() { close(began); <-end }, never, g.sw(t)) {
			t.Error("it was not outside")
		}
		g.log = append(g.log, "back")
		if g.turns.Outside(r, func() { t.Error("there was a reason") }, func() bool { return true }, g.sw(t)) {
			t.Error("it was outside")
		}
	})
	if !g.turns.Outside(main, func() { <-began }, never, g.sw(t)) {
		t.Error("main was not outside")
	}
	if g.turns.Yield(main, g.sw(t)) {
		t.Error("somebody is ready")
	}
	time.AfterFunc(5*time.Millisecond, func() { close(end) })
	if !g.turns.Last(main, g.sw(t)) || len(g.log) != 1 {
		t.Errorf("main goes on before the other one: %v", g.log)
	}
	if g.turns.Last(main, g.sw(t)) {
		t.Error("somebody is left")
	}
	g.turns.Close()
}

// TestAsked: who runs is asked to yield when another one has been ready for long, and who is First runs then.
func TestAsked(t *testing.T) {
	g, main := begin()
	g.turns.SetInterval(time.Millisecond)
	g.start(t, func(*handover.Runner) { g.log = append(g.log, "other") })
	first := g.start(t, func(*handover.Runner) { g.log = append(g.log, "first") })
	for !g.asked.Load() {
		time.Sleep(time.Millisecond)
	}
	g.turns.First(first)
	g.turns.Yield(main, g.sw(t))
	if !slices.Equal(g.log, []string{"first", "other"}) {
		t.Errorf("%v", g.log)
	}
	g.turns.Close()
}

// BenchmarkYield: one turn of each of two runners.
func BenchmarkYield(b *testing.B) {
	turns := handover.New(func() {}, clock{})
	main := turns.Begin()
	over := false
	s := handover.Switch{Out: func() {}, In: func() {}}
	turns.Start(func(r *handover.Runner) {
		for !over {
			turns.Yield(r, s)
		}
		turns.End()
	})
	for b.Loop() {
		turns.Yield(main, s)
	}
	over = true
	turns.Yield(main, s)
}
