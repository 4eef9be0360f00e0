package golden

import (
	"math"
	"math/rand/v2"

	"github.com/tier2go/tier2/ir"
)

// RandomInputs makes n inputs for a function: variations of the inputs in like,
// and slots filled with words, for the most part such as the function's guards
// ask for. typeOf returns a word's type as a set of one.
func RandomInputs(r *rand.Rand, f *ir.Func, words []uint64, typeOf func(uint64) ir.TypeSet, like []Input, n int) []Input {
	want := slotTypes(f)
	pick := func(types ir.TypeSet) uint64 {
		w := words[r.IntN(len(words))]
		for range 64 {
			if typeOf(w)&types != 0 {
				break
			}
			w = words[r.IntN(len(words))]
		}
		return w
	}
	var list []Input
	for i := range n {
		in := Input{Poll: 1 + r.IntN(4)}
		if len(like) > 0 && i%2 == 0 {
			old := like[r.IntN(len(like))]
			in.Slots = append(in.Slots, old.Slots...)
			in.Entries = append(in.Entries, old.Entries...)
			if len(in.Slots) > 0 {
				j := r.IntN(len(in.Slots))
				in.Slots[j] = pick(typeOf(in.Slots[j]))
			}
		} else {
			for _, types := range want {
				if r.IntN(12) == 0 {
					types = ir.AnyType
				}
				in.Slots = append(in.Slots, pick(types))
			}
			for k, t := range f.Entries {
				in.Entries = append(in.Entries, entry(r, t, pick, i, k))
			}
		}
		list = append(list, in)
	}
	return list
}

// Numbers at the edges of their representations.
var (
	edgeInts = []int64{
		0, 1, -1, 2, 62, 63, 64, -64, 1<<31 - 1, 1 << 31, -1 << 31, 1<<47 - 1, 1 << 47, -1 << 47, 1 << 53, 1 << 62, -1 << 62,
		math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1,
	}
	edgeFloats = []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 1 << 53, -1 << 63, 1 << 63, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	}
)

// entry makes entry value k of input i: a small number for the most part, for loops to
// end, or one at an edge, which are taken in turn.
func entry(r *rand.Rand, t ir.Type, pick func(ir.TypeSet) uint64, i, k int) uint64 {
	switch t {
	case ir.Ref:
		return pick(ir.AnyType)
	case ir.I64:
		n := r.IntN(20)
		if n >= 15 {
			return uint64(edgeInts[(3*i+5*k+n)%len(edgeInts)])
		}
		return uint64(int64(n - 5))
	case ir.F64:
		n := r.IntN(4)
		if n == 3 {
			return math.Float64bits(edgeFloats[(3*i+5*k)%len(edgeFloats)])
		}
		return uint64(0x3ff+n) << 52
	}
	return uint64(r.IntN(2))
}

// slotTypes returns, for each slot of the entry frame, the types that the first
// guard of it asks for, all if there is none.
func slotTypes(f *ir.Func) []ir.TypeSet {
	want := make([]ir.TypeSet, f.Frames[0].NumSlots)
	var ints ir.TypeSet = ir.AnyType
	if f.Words != nil {
		ints, _, _ = f.Words.Boxes()
	}
	see := func(v *ir.Value, types ir.TypeSet) {
		for range len(f.Blocks) { // the value at the loop's entry
			if v.Op != ir.OpParam {
				break
			}
			for _, e := range v.Block.Preds[0].Succs {
				if e.To == v.Block {
					v = ir.Resolve(e.Args[v.Aux])
					break
				}
			}
		}
		if v.Op == ir.OpSlot && want[v.Aux] == 0 {
			want[v.Aux] = types
		}
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			switch v.Op {
			case ir.OpGuardType:
				see(v.Arg(0), v.TypeSet())
			case ir.OpGuardI64, ir.OpGuardU64:
				see(v.Arg(0), ints)
			}
		}
	}
	for i := range want {
		if want[i] == 0 {
			want[i] = ir.AnyType
		}
	}
	return want
}
