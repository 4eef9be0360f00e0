package guesttest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/uop"
)

// TestFunc makes functions over the sample and over a guest's operations in all forms:
// they are right, the bytes alone say what they are, and every operation occurs.
func TestFunc(t *testing.T) {
	g := toyguest.New()
	for _, c := range []struct {
		name  string
		ops   *ir.OpTable
		types ir.GuestTypes
		words ir.Words
	}{{"sample", guesttest.Ops, guesttest.Types, nil}, {"toy", g.Table(), g.Types, g.Words}} {
		seen := map[ir.Op]bool{}
		made := func(seed uint64) *ir.Func {
			f := ir.NewFunc("f", c.ops, c.types)
			f.Words = c.words
			guesttest.Func(f, guesttest.Bytes(seed, 300), ir.Form(seed%uint64(ir.NumForms)))
			return f
		}
		for seed := range uint64(400) {
			f := made(seed)
			for _, d := range verify.Check(f, verify.Options{}) {
				t.Fatalf("%s, seed %d: %v\n%s", c.name, seed, d, irtext.String(f))
			}
			if again := made(seed); irtext.String(again) != irtext.String(f) {
				t.Fatalf("%s, seed %d: the same bytes make another function", c.name, seed)
			}
			for _, b := range f.Blocks {
				for v := range b.Values() {
					seen[v.Op] = true
					if v.Op == ir.OpNew {
						seen[v.NewOp()] = true
					}
				}
			}
		}
		for op := ir.FirstGuestOp; int(op) < c.ops.Len(); op++ {
			if !seen[op] {
				t.Errorf("%s: no function has %s", c.name, c.ops.Row(op).Name)
			}
		}
	}
}

// TestDifferential holds an interpreter that is right, and some that are not, against
// the toy guest's rules.
func TestDifferential(t *testing.T) {
	const text = `trace @t entry=0 depth=0 code=0x32
  BEGIN @0
  LOAD 0
  LOAD 0
  GUARD 1 @0
  GUARD 0 @0
  ARITH 0
  STORE 1
  POLL @1
  END @1
`
	g := toyguest.New()
	tr, err := uop.Parse("", []byte(text), g.Uops)
	if err != nil {
		t.Fatal(err)
	}
	three, _ := g.Heap.ParseWord("3")
	for _, c := range []struct {
		name  string
		spoil func(out *eval.Out) error
		poll  int
		slot  uint64
		kind  ir.ExitKind
		err   string
	}{
		{"right", nil, 0, three, ir.End, ""},
		{"poll", nil, 1, three, ir.Poll, ""},
		{"deopt", nil, 0, toyguest.Nil, ir.Deopt, ""},
		{"kind", func(out *eval.Out) error { out.Kind = ir.Side; return nil }, 0, three, ir.End, "side"},
		{"slot", func(out *eval.Out) error { out.Frames[0].Slots[1].Word = three; return nil }, 0, three, ir.End, "6"},
		{"memory", func(*eval.Out) error { return g.Heap.Store(g.Heap.List(0), 8, ir.Mem64, three) }, 0, three, ir.End, "memory differs"},
		{"unknown", func(*eval.Out) error { return guesttest.ErrUnknown }, 0, three, 0, guesttest.ErrUnknown.Error()},
	} {
		d := guesttest.Differential{
			Guest: &g.Guest, Reset: g.Heap.Reset,
			Memory: func() []byte {
				x, err := g.Heap.Load(g.Heap.List(0), 8, ir.Mem64)
				return fmt.Append(nil, x, err)
			},
			Format: func(w uint64) string { s, _ := g.Heap.FormatWord(w); return s },
			Interpret: func(t *uop.Trace, slots []uint64, poll func() bool) (eval.Out, error) {
				out, err := toyguest.Interpret(g.Heap, t, slots, poll)
				if err == nil && c.spoil != nil {
					err = c.spoil(&out)
				}
				return out, err
			},
		}
		kind, err := d.Check(tr, []uint64{c.slot, toyguest.Nil}, c.poll)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) || kind != c.kind && err == nil {
			t.Errorf("%s: %v, %v", c.name, kind, err)
		}
	}
}
