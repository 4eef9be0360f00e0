package build_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/uop"
)

// TestJoins has regions that cannot be joined: entries with stacks of unlike depth, and a loop on a way around which a frame
// that waits for a call has got another value.
func TestJoins(t *testing.T) {
	for _, c := range []struct{ text, detail string }{
		{`trace @t entry=0 depth=0 code=0x23
block b0 @0 -> b1
  BEGIN @0
  LOAD 1
  GUARD 32
  EXITUNLESS @5 -> b2
block b1 @3 -> b3
  BEGIN @3
  LOAD 1
block b2 @5 -> b3
  BEGIN @5
block b3 @7
  BEGIN @7
  END @9
`, "frames"},
		{`trace @t entry=0 depth=0 code=0x32
block b0 @0 -> b1
  BEGIN @0
  LOAD 0
  LOAD 0
  CALL 1 @3 =0x23
  BEGIN @0
  LOAD 1
  GUARD 32
  EXITUNLESS @1 -> b2
block b1 @2 -> b2
  BEGIN @2
  LOAD 0
  POLL @2
  STORE 0
block b2 @1 -> b3
  BEGIN @1
  LOAD 1
  GUARD 32
  EXITUNLESS @5 -> b4
block b3 @3 -> b2
  BEGIN @3
block b4 @5
  BEGIN @5
  END @9
`, "a frame that waits"},
	} {
		g := toyguest.New()
		g.Build[toyguest.POLL] = func(b *build.Builder, _ *uop.Inst) error {
			b.Refine(b.Peek(0), b.Const(7))
			return nil
		}
		tr := parse(t, c.text)
		_, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
		var a *build.Abort
		if !errors.As(err, &a) || a.Reason != build.AbortRegionJoin || !strings.Contains(a.Detail, c.detail) {
			t.Errorf("%v, want %s, %s, for\n%s", err, build.AbortRegionJoin, c.detail, c.text)
		}
	}
}

// TestRemake remakes a value that the outermost of three frames holds: its state is made anew, and those that lie in it.
func TestRemake(t *testing.T) {
	g := toyguest.New()
	var was, now *ir.Value
	g.Build[toyguest.POLL] = func(b *build.Builder, _ *uop.Inst) error {
		was, now = b.Peek(0), b.Const(7)
		b.Remake(was, now)
		return nil
	}
	tr := parse(t, "trace @t entry=0 depth=0 code=0x32\n  BEGIN @0\n  LOAD 0\n  LOAD 0\n  CALL 1 @3 =0x23\n  BEGIN @0\n  LOAD 0\n  CALL 1 @2 =0x23\n  BEGIN @0\n  LOAD 0\n  POLL @0\n  STORE 0\n  END @9\n")
	f, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
	if err != nil {
		t.Fatal(err)
	}
	depth := 0
	exit := f.Entry().Last()
	for s := cmp.Or(exit.States[ir.Before], exit.States[ir.After]); s != nil; s = s.Args[0] {
		depth++
		if slices.Contains(s.Args[1:], was) {
			t.Errorf("%v holds %v still:\n%s", s, was, irtext.String(f))
		}
		if s.Args[0] == nil && !slices.Contains(s.Args[1:], now) {
			t.Errorf("%v does not hold %v:\n%s", s, now, irtext.String(f))
		}
	}
	if depth != 3 {
		t.Errorf("%d frames:\n%s", depth, irtext.String(f))
	}
}

// TestEnter: nothing is built behind what ends a trace.
func TestEnter(t *testing.T) {
	g := toyguest.New()
	behind := 0
	g.Build[toyguest.POLL] = func(b *build.Builder, _ *uop.Inst) error {
		b.Enter(b.F.ConstI64(64))
		return nil
	}
	g.Build[toyguest.STORE] = func(*build.Builder, *uop.Inst) error {
		behind++
		return nil
	}
	tr := parse(t, "trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  POLL @0\n  STORE 0\n  END @0\n")
	if _, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)}); err != nil || behind != 0 {
		t.Errorf("%v, %d micro-ops behind it are built", err, behind)
	}
}

// TestAbortAtEnd: a trace may be given up on at its end, where no micro-op is.
func TestAbortAtEnd(t *testing.T) {
	g := toyguest.New()
	tr := parse(t, "trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  POLL @0\n  END @0\n")
	g.Build[toyguest.POLL] = func(b *build.Builder, _ *uop.Inst) error {
		return b.AbortAt(len(tr.Insts), build.AbortBadTrace, "it ends")
	}
	_, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
	var a *build.Abort
	if !errors.As(err, &a) || a.Uop != "" || a.Index != len(tr.Insts) {
		t.Errorf("%v", err)
	}
}
