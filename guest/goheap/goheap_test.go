package goheap_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest/goheap"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// The micro-ops: of numbers and of what a Go function does of two values.
const (
	load = iota
	store
	constant
	add
	callGo // function oparg, of two values
	less   // leaves to 99 unless x < y
	loop
	end
	again // ends at 0
	addInt
	lessInt // leaves to 99 unless x < y
	call    // begins a frame of code 1 with the locals 0, 200 and what it pops, and ends at its start
)

// object is a value on the Go heap, symbol one of a Unique kind.
type (
	object struct{ n int }
	symbol struct{ name string }
)

// TestFreed: what a loop makes is freed while it runs, but for what it holds; and all is when it
// is left.
func TestFreed(t *testing.T) {
	var s *tester
	var first weak.Pointer[object]
	most, kept := 0, &object{-1}
	s = newTester(t, some, func(x, n any) (any, error) {
		most = max(most, s.heap.Stats().Local)
		v := &object{int(n.(float64))}
		if v.n == 0 {
			first = weak.Make(v)
			if x != kept {
				t.Errorf("%v was handed over", x)
			}
		} else if x.(*object).n != v.n-1 {
			t.Errorf("round %d holds %v", v.n, x)
		}
		if v.n == 5000 {
			runtime.GC()
			if first.Value() != nil {
				t.Error("the first object is alive")
			}
		}
		return v, nil
	})
	s.heap.Attach(s.comp.Table())
	ex := s.rounds(t)
	f := goheap.Frame{Slots: []any{0.0, 10000.0, kept}}
	var left goheap.Left
	if err := s.run(ex, &f, &left); err != nil || left.Err != nil {
		t.Fatal(err, left.Err)
	}
	if o, ok := f.Slots[2].(*object); !ok || o.n != 9999 || f.Slots[0] != 10000.0 || f.Slots[1] != 10000.0 || f.PC != 99 || len(left.Inner) > 0 {
		t.Errorf("%v, going on at %d, with %v", f.Slots, f.PC, left.Inner)
	}
	if st := s.heap.Stats(); most > 80 || st.Sweeps < 100 || st.Local != 0 {
		t.Errorf("there were %d handles at a time; %+v", most, st)
	}
}

// TestHeld: what only a register, a spill slot or the frame holds is not freed, however many
// handles are made meanwhile.
func TestHeld(t *testing.T) {
	kept := &object{7}
	s := newTester(t, some,
		func(x, n any) (any, error) {
			if x != kept {
				t.Errorf("%v is carried around", x)
			}
			return x, nil
		},
		func(x, _ any) (any, error) { return &object{1}, nil },
		func(x, _ any) (any, error) { return kept, nil })
	s.heap.Attach(s.comp.Table())
	// local 2 is made inside: only registers and spill slots hold it; the call between makes garbage.
	ex := s.compile(t, uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: callGo, Oparg: 2}, uop.Inst{Op: store, Oparg: 2},
		uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: callGo, Oparg: 1}, uop.Inst{Op: load}, uop.Inst{Op: callGo, Oparg: 1},
		uop.Inst{Op: store, Oparg: 1}, uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: callGo}, uop.Inst{Op: store, Oparg: 2}, uop.Inst{Op: loop})
	if ex == nil {
		t.Fatal()
	}
	s.calls[1] = func() func(x, y any) (any, error) {
		n := 0
		return func(any, any) (any, error) {
			if n++; n > 5000 {
				return nil, errors.New("enough")
			}
			return &object{n}, nil
		}
	}()
	f := goheap.Frame{Slots: []any{0.0, nil, nil}}
	var left goheap.Left
	if err := s.run(ex, &f, &left); err != nil || left.Err == nil || left.Err.Error() != "enough" {
		t.Fatal(err, left.Err)
	}
	if f.Slots[2] != kept || s.heap.Stats().Sweeps < 20 || s.heap.Stats().Local != 0 {
		t.Errorf("%v; %+v", f.Slots, s.heap.Stats())
	}
}

// TestNested: a helper may enter machine code; its handles go when it is left, and those of the
// activations that wait stay.
func TestNested(t *testing.T) {
	var s *tester
	var ex *exitdata.Executor
	depth := 0
	s = newTester(t, some, func(x, n any) (any, error) {
		o := x.(*object)
		if n != 3.0 && n != 4.0 {
			return &object{o.n + 1}, nil
		}
		depth++
		defer func() { depth-- }()
		mine := &object{1000 * depth}
		f := goheap.Frame{Slots: []any{0.0, 200.0, mine}}
		var left goheap.Left
		if err := s.run(ex, &f, &left); errors.Is(err, goheap.ErrFrames) {
			if depth != some.Frames || f.Slots[2] != mine {
				t.Errorf("at depth %d: %v, %v", depth, err, f.Slots)
			}
			return &object{o.n + 1}, nil
		} else if err != nil || left.Err != nil {
			return nil, errors.Join(err, left.Err)
		}
		if got := f.Slots[2].(*object).n; got != 1000*depth+200 {
			t.Errorf("at depth %d it makes %d", depth, got)
		}
		return &object{o.n + 1}, nil
	})
	s.heap.Attach(s.comp.Table())
	ex = s.rounds(t)
	f := goheap.Frame{Slots: []any{0.0, 200.0, &object{}}}
	var left goheap.Left
	if err := s.run(ex, &f, &left); err != nil || left.Err != nil {
		t.Fatal(err, left.Err)
	}
	if got := f.Slots[2].(*object).n; got != 200 || s.heap.Stats().Local != 0 {
		t.Errorf("it makes %d; %+v", got, s.heap.Stats())
	}
}

// TestFrames: what a waiting frame holds is not freed, and frames that machine code has begun
// come back, also where a helper enters machine code meanwhile.
func TestFrames(t *testing.T) {
	made, nested := &object{7}, false
	var s *tester
	var inner *exitdata.Executor
	s = newTester(t, some,
		func(x, n any) (any, error) {
			if n == 150.0 && !nested {
				nested = true
				defer func() { nested = false }()
				for range 3 {
					f := goheap.Frame{Code: 1, Slots: []any{0.0, 200.0, nil}}
					var left goheap.Left
					if err := s.run(inner, &f, &left); err != nil || left.Err != nil {
						t.Error(err, left.Err)
					}
				}
			}
			return &object{int(n.(float64))}, nil
		},
		func(x, n any) (any, error) { return made, nil })
	s.heap.Attach(s.comp.Table())
	inner = s.roundsOf(t, 1)
	ex := s.compile(t, uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: callGo, Oparg: 1}, uop.Inst{Op: store, Oparg: 2},
		uop.Inst{Op: load, Oparg: 1}, uop.Inst{Op: call})
	for round := range 3 {
		f := goheap.Frame{Slots: []any{0.0, &object{1}, &object{2}}}
		arg := f.Slots[1]
		var left goheap.Left
		if err := s.heap.Run(ex, &f, 2, &left); err != nil || left.Err != nil || len(left.Inner) != 1 {
			t.Fatal(err, left)
		}
		in := left.Inner[0]
		if round > 0 && in.PC == 0 {
			var more goheap.Left
			if err := s.run(inner, &in, &more); err != nil || more.Err != nil {
				t.Fatal(err, more)
			}
		}
		want := goheap.Frame{Code: 1, Slots: []any{0.0, 200.0, arg}}
		if round > 0 {
			want.PC, want.Slots[0], want.Slots[2] = 99, 200.0, in.Slots[2]
			if o := in.Slots[2].(*object); o.n != 199 {
				t.Error(o)
			}
		}
		if f.Slots[2] != made || f.Slots[1] != arg || f.PC != 50 || in.Code != 1 || in.PC != want.PC || !slices.Equal(in.Slots, want.Slots) {
			t.Errorf("round %d: %v, then %v; want %v", round, f, in, want)
		}
		s.comp.Table().Left(left.Exit, inner, nil)
	}
}

// TestReused: a handle that is freed and made again for the slot that held it is seen as a
// change.
func TestReused(t *testing.T) {
	n, stop := 0, errors.New("stop")
	s := newTester(t, some, func(x, _ any) (any, error) {
		if n--; n < 0 {
			return nil, stop
		}
		return &object{n}, nil
	})
	s.heap.Attach(s.comp.Table())
	ex := s.compile(t, uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: callGo}, uop.Inst{Op: store, Oparg: 2}, uop.Inst{Op: again})
	for _, x := range ex.Exits {
		if x.Kind == ir.End {
			s.comp.Table().Left(x, ex, nil)
		}
	}
	for rounds := range 300 {
		n = rounds + 1
		f := goheap.Frame{Slots: []any{&object{-3}, &object{-2}, &object{-1}}}
		var left goheap.Left
		if err := s.heap.Run(ex, &f, 0, &left); err != nil || left.Err != stop || f.Slots[2].(*object).n != 0 {
			t.Fatal(rounds, err, left.Err, f.Slots[2])
		}
	}
	if s.heap.Stats().Sweeps < 300 {
		t.Error(s.heap.Stats())
	}
}

// TestUnique: a Unique value has one word, as long as an executor has it; other constants are
// freed with their executor.
func TestUnique(t *testing.T) {
	s := newTester(t, some, func(x, n any) (any, error) { return &symbol{"new"}, nil })
	h := s.heap
	h.Attach(s.comp.Table())
	sym, obj := &symbol{"s"}, &object{1}
	w := h.Const(sym)
	if h.Word(sym) != w || h.Word(obj) == h.Word(obj) || h.Value(w) != sym {
		t.Error("words are not what kinds say")
	}
	ex := s.compile(t, uop.Inst{Op: constant, Operand0: w}, uop.Inst{Op: store}, uop.Inst{Op: constant, Operand0: h.Const(obj)}, uop.Inst{Op: store, Oparg: 1}, uop.Inst{Op: end})
	many := s.rounds(t)
	for range 3 { // makes many symbols, which nothing holds
		f := goheap.Frame{Slots: []any{0.0, 1000.0, nil}}
		if err := h.Run(many, &f, 0, new(goheap.Left)); err != nil {
			t.Fatal(err)
		}
	}
	if st := h.Stats(); st.Lasting > 2*some.Handles || h.Word(sym) != w {
		t.Errorf("%+v; the word of a value that an executor holds is %#x, was %#x", st, h.Word(sym), w)
	}
	f := goheap.Frame{Slots: []any{nil, nil, nil}}
	if err := h.Run(ex, &f, 0, new(goheap.Left)); err != nil || f.Slots[0] != sym || f.Slots[1] != obj {
		t.Error(f.Slots, err)
	}
	if err := s.comp.Table().Free(ex); err != nil {
		t.Fatal(err)
	}
	gone := weak.Make(sym)
	sym, f.Slots = nil, nil
	f = goheap.Frame{Slots: []any{0.0, 1000.0, nil}}
	if err := h.Run(many, &f, 0, new(goheap.Left)); err != nil {
		t.Fatal(err)
	}
	ex = nil
	runtime.GC()
	if gone.Value() != nil {
		t.Error("a symbol is alive that nothing holds")
	}
}

// TestUnchanged: slots that machine code has not changed are not written: nothing is allocated
// for their numbers.
func TestUnchanged(t *testing.T) {
	s := newTester(t, some)
	s.heap.Attach(s.comp.Table())
	ex := s.compile(t, uop.Inst{Op: load}, uop.Inst{Op: end})
	slots := make([]any, 3, 6)
	slots[0], slots[1], slots[2] = 1234.5, "s", &object{}
	f := goheap.Frame{Slots: slots}
	var left goheap.Left
	if n := testing.AllocsPerRun(100, func() {
		if err := s.heap.Run(ex, &f, 0, &left); err != nil || len(f.Slots) != 4 || f.Slots[3] != 1234.5 {
			t.Fatal(err, f.Slots)
		}
		f.Slots = f.Slots[:3]
	}); n > 1 { // the number that is pushed
		t.Errorf("%v allocations", n)
	}
	if !slices.Equal(f.Slots, slots) {
		t.Error(f.Slots)
	}
}

// TestErrors: what cannot be is said by name.
func TestErrors(t *testing.T) {
	kindOf := func(any) int { return -1 }
	for want, o := range map[string]goheap.Options{
		"there are 59 kinds, more than 58":                {Kinds: make([]goheap.Kind, 59), KindOf: kindOf, Slots: 1, Frames: 1},
		"Options.KindOf is nil":                           {Slots: 1, Frames: 1},
		"Options.Slots is 0 and Options.Frames 3":         {KindOf: kindOf, Frames: 3},
		"Options.Slots is 3 and Options.Frames -1: there": {KindOf: kindOf, Slots: 3, Frames: -1},
	} {
		if _, err := goheap.New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := newTester(t, some)
	ex := s.compile(t, uop.Inst{Op: load}, uop.Inst{Op: end})
	var left goheap.Left
	f := goheap.Frame{Slots: make([]any, 3)}
	if err := s.heap.Run(ex, &f, 0, &left); !errors.Is(err, goheap.ErrAttach) {
		t.Error(err)
	}
	s.heap.Attach(s.comp.Table())
	f.Slots = make([]any, 9)
	if err := s.heap.Run(ex, &f, 0, &left); !errors.Is(err, goheap.ErrSlots) {
		t.Error(err)
	}
}

// TestEqual: numbers are compared as numbers, all else as Go does.
func TestEqual(t *testing.T) {
	s := newTester(t, some)
	h, o, nan := s.heap, &object{}, 0.0
	nan /= nan
	equal := h.Equal("equal").Helper
	for _, c := range []struct {
		x, y any
		want uint64
	}{
		{1.0, 1.0, 1}, {0.0, math.Copysign(0, -1), 1}, {nan, nan, 0}, {1.0, true, 0}, {nil, nil, 1}, {nil, false, 0}, {o, o, 1}, {o, &object{}, 0},
		{"a", "a", 1}, {[]any{1}, []any{1}, 0}, {7, 7, 1}, {7, 8, 0}, {7, 7.0, 0}, {1 << 50, 1 << 50, 1}, {1 << 50, 1<<50 + 1, 0}, {7, int64(7), 0}, {[1]any{func() {}}, [1]any{func() {}}, 0},
	} {
		if got, err := equal([]uint64{h.Word(c.x), h.Word(c.y)}); got != c.want || err != nil {
			t.Errorf("%v == %v is %d, %v", c.x, c.y, got, err)
		}
	}
}

// TestInts: ints are numbers as long as they have 48 bits. Machine code leaves ahead of the
// instruction whose result has more, or whose operand has.
func TestInts(t *testing.T) {
	s := newTester(t, some)
	s.heap.Attach(s.comp.Table())
	ex := s.sumInts(t)
	var left goheap.Left
	for _, c := range []struct {
		slots, want []any
		pc          uint32
	}{
		{[]any{0, 1000, 0}, []any{1000, 1000, 499500}, 99},
		{[]any{-5, 5, 1<<47 - 1}, []any{5, 5, 1<<47 - 1 - 5}, 99},
		{[]any{0, 9, 1<<47 - 3}, []any{2, 9, 1<<47 - 2, 1<<47 - 2, 2}, 2}, // 0 and 1 fit, 2 does not
		{[]any{-1, 9, -1 << 47}, []any{-1, 9, -1 << 47, -1 << 47, -1}, 2},
		{[]any{0, 9, 1 << 47}, []any{0, 9, 1 << 47, 1 << 47, 0}, 2}, // a value like others
		{[]any{0, 9, 0.0}, []any{0, 9, 0.0, 0.0, 0}, 2},
		{[]any{0, 9, int64(1)}, []any{0, 9, int64(1), int64(1), 0}, 2}, // no int of this VM
	} {
		f := goheap.Frame{Slots: slices.Clone(c.slots)}
		if err := s.run(ex, &f, &left); err != nil || left.Err != nil {
			t.Fatal(err, left.Err)
		}
		if f.PC != c.pc || !slices.Equal(f.Slots, c.want) {
			t.Errorf("%v: %v at %d, want %v at %d", c.slots, f.Slots, f.PC, c.want, c.pc)
		}
	}
	if n := s.heap.Stats().Local; n != 0 {
		t.Errorf("%d handles are left", n)
	}
}
