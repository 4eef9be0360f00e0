package golden

import (
	"errors"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// lenientTable has, beside a guest's operations, a version of each Checked one
// that does not leave: where it cannot compute its result it gives garbage. Of an
// int with more than 64 bits the low ones are known all the same (low.go).
type lenientTable struct {
	of    *ir.OpTable
	table *ir.OpTable
	to    []ir.Op // by operation: its lenient version, itself if it has none
	from  []ir.Op // by lenient operation less first
	first ir.Op
}

func (t *lenientTable) init(ops *ir.OpTable) {
	if t.of == ops {
		return
	}
	*t = lenientTable{of: ops, first: ir.Op(ops.Len())}
	var rows []ir.OpRow
	for op := ir.FirstGuestOp; int(op) < ops.Len(); op++ {
		rows = append(rows, *ops.Row(op))
	}
	for op := ir.Op(0); int(op) < ops.Len(); op++ {
		t.to = append(t.to, op)
		r := *ops.Row(op)
		if r.Flags&ir.Checked == 0 && !isLow(op) {
			continue
		}
		t.to[op] = t.first + ir.Op(len(t.from))
		t.from = append(t.from, op)
		r.Name = "lenient." + r.Name
		r.Flags &^= ir.Checked
		rows = append(rows, r)
	}
	var err error
	if t.table, err = ir.NewOpTable(rows); err != nil {
		panic(err) // a guest has an operation that is called lenient.…
	}
}

// version returns f with lenient operations whose garbage depends on seed.
func (t *lenientTable) version(o *Oracle, f *ir.Func, seed uint64) version {
	t.init(f.Ops)
	dst := ir.NewFunc(f.Name, t.table, f.Types)
	ir.CopyTo(dst, f, 0, func(op ir.Op) ir.Op { return t.to[op] })
	ops := append([]eval.OpFunc(nil), o.Guest.Evals()...)
	for len(ops) < int(t.first-ir.FirstGuestOp) {
		ops = append(ops, nil)
	}
	known := &lowBits{of: map[int32]uint64{}}
	for _, op := range t.from {
		if isLow(op) {
			ops = append(ops, known.lenient(o, op, seed))
			continue
		}
		strict := eval.OpFunc(nil)
		if op >= ir.FirstGuestOp {
			strict = ops[op-ir.FirstGuestOp]
		}
		ops = append(ops, lenient(o, op, strict, seed))
	}
	return version{f: dst, ops: ops, checked: true}
}

// lenient returns the meaning of an operation without its exit.
func lenient(o *Oracle, op ir.Op, strict eval.OpFunc, seed uint64) eval.OpFunc {
	return func(m *eval.Machine, v *ir.Value, args []uint64) (uint64, error) {
		if op < ir.FirstGuestOp {
			if x, ok := eval.Fold(op, args); ok {
				return x, nil
			}
		} else if strict != nil {
			x, err := strict(m, v, args)
			if !errors.Is(err, eval.ErrFail) {
				return x, err
			}
		} else {
			return 0, errors.New("the guest gives this operation no meaning")
		}
		return o.garbage(v, seed)
	}
}

// garbage makes a value that nothing may depend on.
func (o *Oracle) garbage(v *ir.Value, seed uint64) (uint64, error) {
	n := int64(uint64(v.ID)*0x9e3779b97f4a7c15>>40) ^ int64(seed)*0x5555
	switch v.Type {
	case ir.I64, ir.U64:
		return uint64(n), nil
	case ir.F64:
		return uint64(n)<<20 | 0x3ff<<52, nil
	case ir.Bool:
		return seed & 1, nil
	}
	types := v.Block.Func().Row(v).Types
	i64, f64, truth := o.Guest.Words.Boxes()
	switch {
	case i64&types != 0:
		return o.Guest.Words.BoxI64(n)
	case f64&types != 0:
		return o.Guest.Words.BoxF64(float64(n) / 2), nil
	case truth&types != 0:
		return o.Guest.Words.BoxBool(seed&1 != 0), nil
	}
	if inv, ok := o.Guest.Words.(eval.Inventor); ok {
		return inv.Invent(types, uint64(n)<<16)
	}
	return 0, errors.New("no garbage of the operation's type can be made up")
}
