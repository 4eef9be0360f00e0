package routinetest

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/opgen/mem"
)

// Forms is an operation in its three forms: Go, IR that is evaluated, machine code that is
// called.
type Forms struct {
	r    *Runner
	f    *ir.Func
	fn   reflect.Value
	call Call
	eval eval.Machine

	before, after copies
}

// copies are what areas hold at some time. Their memory is used again: to allocate it anew took half of the time of a comparison.
type copies struct {
	areas [][]byte
	room  []byte
}

// of copies areas.
func (c *copies) of(areas [][]byte) [][]byte {
	c.areas, c.room = c.areas[:0], c.room[:0]
	for _, a := range areas {
		c.room = append(c.room, a...)
	}
	rest := c.room
	for _, a := range areas {
		c.areas, rest = append(c.areas, rest[:len(a):len(a)]), rest[len(a):]
	}
	return c.areas
}

// Forms takes a routine and the Go function that it was made of (package opgen). Its Go
// function has a mem.Mem as first parameter.
func (r *Runner) Forms(f *ir.Func, fn any) *Forms {
	r.t.Helper()
	v := reflect.ValueOf(fn)
	if n := v.Type().NumIn(); n != len(f.Entries)+1 {
		r.t.Fatalf("routine %s has %d operands, its Go function %d parameters", f.Name, len(f.Entries), n)
	}
	return &Forms{r: r, f: f, fn: v, call: r.Compile(f), eval: eval.Machine{Words: memory{base: r.base}}}
}

// Same runs the three forms on the same operands, and the same memory in the areas that they may write, and fails the test unless they
// give the same result and leave the same memory. It returns the result, and whether that
// says that the operation has given up; the memory is what they have left.
func (o *Forms) Same(areas [][]byte, args ...uint64) (result uint64, gaveUp bool) {
	o.r.t.Helper()
	return o.SameIn(nil, areas, args...)
}

// SameIn is Same with room for new objects among the areas, which a routine may have cut from before it gives up.
func (o *Forms) SameIn(room, areas [][]byte, args ...uint64) (result uint64, gaveUp bool) {
	o.r.t.Helper()
	areas = append(slices.Clip(areas), room...)
	there := len(areas) - len(room)
	before := o.before.of(areas)
	want, gaveUp := o.goes(args)
	after := o.after.of(areas)
	again := func(form string, run func() uint64) {
		for i := range areas {
			copy(areas[i], before[i])
		}
		if got := run(); got != want {
			o.r.t.Fatalf("routine %s of %#x: %s gives %#x, Go %#x", o.f.Name, args, form, got, want)
		}
		if !same(areas, after) {
			o.r.t.Fatalf("routine %s of %#x: %s leaves other memory than Go", o.f.Name, args, form)
		}
	}
	again("the evaluator", func() uint64 {
		out, err := o.eval.Run(o.f, eval.In{Entries: args})
		if err != nil {
			o.r.t.Fatal(err)
		}
		if out.GaveUp != gaveUp {
			o.r.t.Fatalf("routine %s of %#x: evaluated, it has given up: %v; Go: %v", o.f.Name, args, out.GaveUp, gaveUp)
		}
		return canonical(o.f.Returns, out.Returned)
	})
	again("machine code", func() uint64 { return canonical(o.f.Returns, o.call(args...)) })
	if gaveUp && !same(before[:there], after[:there]) {
		o.r.t.Fatalf("routine %s of %#x gives up and has changed memory", o.f.Name, args)
	}
	return want, gaveUp
}

func same(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }

// canonical makes all NaNs one: which of them an operation gives is not defined.
func canonical(t ir.Type, bits uint64) uint64 {
	if t == ir.F64 && math.IsNaN(math.Float64frombits(bits)) {
		return math.Float64bits(math.NaN())
	}
	return bits
}

// goes calls the Go function.
func (o *Forms) goes(args []uint64) (result uint64, gaveUp bool) {
	in := []reflect.Value{reflect.ValueOf(mem.Mem{Base: uintptr(o.r.base)})}
	for i, a := range args {
		v := reflect.New(o.fn.Type().In(i + 1)).Elem()
		switch v.Kind() {
		case reflect.Bool:
			v.SetBool(a != 0)
		case reflect.Float64:
			v.SetFloat(math.Float64frombits(a))
		case reflect.Int64:
			v.SetInt(int64(a))
		default:
			v.SetUint(a)
		}
		in = append(in, v)
	}
	out := o.fn.Call(in)
	if gaveUp = len(out) > 1 && !out[1].Bool(); gaveUp {
		return o.f.GaveUp, true
	}
	switch v := out[0]; v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			result = 1
		}
	case reflect.Float64:
		result = canonical(ir.F64, math.Float64bits(v.Float()))
	case reflect.Int64:
		result = uint64(v.Int())
	default:
		result = v.Uint()
	}
	// A result that is what stands for giving up is giving up.
	return result, o.f.GivesUp && result == o.f.GaveUp
}

// memory is how the evaluator reads and writes the memory of the test.
type memory struct {
	eval.Words
	base uint64
}

func (m memory) at(base uint64, disp int64) unsafe.Pointer {
	return unsafe.Add(nil, uintptr(m.base+base+uint64(disp)))
}

// Load implements eval.Words.
func (m memory) Load(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	switch p := m.at(base, disp); k {
	case ir.Mem8:
		return uint64(*(*uint8)(p)), nil
	case ir.Mem16:
		return uint64(*(*uint16)(p)), nil
	case ir.Mem32:
		return uint64(*(*uint32)(p)), nil
	default:
		return *(*uint64)(p), nil
	}
}

// Store implements eval.Words.
func (m memory) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	switch p := m.at(base, disp); k {
	case ir.Mem8:
		*(*uint8)(p) = uint8(x)
	case ir.Mem16:
		*(*uint16)(p) = uint16(x)
	case ir.Mem32:
		*(*uint32)(p) = uint32(x)
	default:
		*(*uint64)(p) = x
	}
	return nil
}
