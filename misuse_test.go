package tier2_test

import (
	"errors"
	"strings"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// TestBadOptions: what is no option New says by the field; the limits that are given are kept, the others are the usual ones.
func TestBadOptions(t *testing.T) {
	for want, o := range map[string]tier2.Options{
		"Options.Limits.MaxUops is -1":                                {Limits: uop.Limits{MaxUops: -1}},
		"Options.Limits.MaxFrames is -2":                              {Limits: uop.Limits{MaxFrames: -2}},
		"Options.MaxChain is -3":                                      {MaxChain: -3},
		"Options.CodeLimit is -4":                                     {CodeLimit: -4},
		"Options.Hotness is -5":                                       {Hotness: -5},
		"Options.Backend is own: a compiler makes uops, ir or native": {Backend: exitdata.Own},
		"Options.Backend is Kind(77)":                                 {Backend: 77},
		`no machine code for "amd46": there is amd64, arm64`:          {Target: "amd46"},
		`unknown pass "dec" (dce?)`:                                   {Passes: "gvn,dec"},
		`unknown preset "@defualt" (@default?)`:                       {Passes: "@defualt"},
		"guardelim must come after typeprop":                          {Passes: "guardelim,typeprop"},
	} {
		if _, err := newSmallGuest().compiler(t, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := tier2.New(nil, tier2.Options{}); err == nil || !strings.Contains(err.Error(), "the guest is nil") {
		t.Error(err)
	}
	c, err := newSmallGuest().compiler(t, tier2.Options{Limits: uop.Limits{MaxFrames: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if l := c.Capabilities().Limits; l != (uop.Limits{MaxUops: uop.DefaultLimits.MaxUops, MaxFrames: 2}) {
		t.Error(l)
	}
}

// TestBadSource: what a Linear has not been given Optimize says by the field, and tells the observer; without Meets there are no
// executors to meet.
func TestBadSource(t *testing.T) {
	told := &refusals{}
	g := newSmallGuest()
	c, err := g.compiler(t, tier2.Options{Observer: told})
	if err != nil {
		t.Fatal(err)
	}
	trace := g.trace().Insts
	good := func() *tier2.Linear {
		return &tier2.Linear{Table: g.Uops, Name: "f", Start: tier2.Location{Code: 7}, End: smallEnd, Step: func(at tier2.Location) tier2.Step {
			s := tier2.Step{Inst: trace[at.PC], To: tier2.Location{Code: 7, PC: at.PC + 1}}
			if s.Inst.Op == smallLoop {
				s.Control, s.To.PC = tier2.Loops, 0
			}
			return s
		}}
	}
	if ex, err := c.Optimize(tier2.Code{Handle: 7, Name: "f"}, 0, good()); err != nil || ex.Trace.Stop != uop.StopLoop {
		t.Fatal(ex, err)
	}
	for _, m := range []struct {
		reason, want string
		make         func(l *tier2.Linear)
	}{
		{tier2.RefusedTable, "Linear.Table is not that of the guest", func(l *tier2.Linear) { l.Table = nil }},
		{tier2.RefusedSource, "Linear.Step is nil", func(l *tier2.Linear) { l.Step = nil }},
		{tier2.RefusedSource, "Linear.End is 40, which is no micro-op", func(l *tier2.Linear) { l.End = 40 }},
		{tier2.RefusedSource, "Linear.Enter is 41, which is no micro-op", func(l *tier2.Linear) { l.Calls, l.Enter = true, 41 }},
	} {
		l := good()
		m.make(l)
		told.list = nil
		_, err := c.Optimize(tier2.Code{Handle: 7, Name: "f"}, 0, l)
		var r *tier2.Refusal
		if !errors.As(err, &r) || r.Reason != m.reason || !strings.Contains(err.Error(), m.want) || len(told.list) != 1 || told.list[0] != err {
			t.Errorf("%v, want %s: %q; the observer is told %v", err, m.reason, m.want, told.list)
		}
	}
}

// TestRunNowhere: Run without an executor or a frame is an error.
func TestRunNowhere(t *testing.T) {
	g := newSmallGuest()
	c, err := g.compiler(t, tier2.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ex, err := c.Compile(g.trace())
	if err != nil {
		t.Fatal(err)
	}
	var left exitdata.Left
	if err := c.Table().Run(nil, 8, &left); !errors.Is(err, exitdata.ErrNowhere) {
		t.Error(err)
	}
	if err := c.Table().Run(ex, 0, &left); !errors.Is(err, exitdata.ErrNowhere) {
		t.Error(err)
	}
}

// TestNoPlace: a lowering rule that gives no place for a result which is used is named.
func TestNoPlace(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	g := newSmallGuest()
	g.Lower[ir.OpGuardType] = func(*lower.Asm, *ir.Value) lower.V { return lower.None }
	c, err := g.compiler(t, tier2.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Compile(g.trace()); err == nil || !strings.Contains(err.Error(), "(no_lowering): lower: guard.type: its rule (guest.Op.Lower, guest.Guest.Lower) has given no place for v") {
		t.Error(err)
	}
}

// TestRoom: frames that do not count how many may follow are a mistake, which costs machine code its calls, or memory its end.
func TestRoom(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, c := range []struct {
		room, callers int32
		want          string
	}{
		{0, 0, "Frame.Room: it is 0 in the innermost frame and 0 in its caller's: whoever begins a frame"},
		{9, 9, "Frame.Room: it is 9 in the innermost frame and 9 in its caller's: it is one less in each call"},
		{8, 9, ""}, {0, 1, ""},
	} {
		g := newSmallGuest()
		g.Calls()
		g.Frame.Room = 28
		comp, err := g.compiler(t, tier2.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var frames [2][8]uint64
		g.memory.fp = unsafe.Pointer(&frames[1])
		*(*unsafe.Pointer)(g.memory.fp) = unsafe.Pointer(&frames[0])
		for i, n := range []int32{c.callers, c.room} {
			*(*int32)(unsafe.Add(unsafe.Pointer(&frames[i]), 28)) = n
		}
		var r *tier2.Refusal
		if _, err = comp.Compile(g.trace()); c.want == "" && err != nil || c.want != "" && (!errors.As(err, &r) || r.Reason != tier2.RefusedFrame || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d behind %d: %v, want %q", c.room, c.callers, err, c.want)
		}
	}
}
