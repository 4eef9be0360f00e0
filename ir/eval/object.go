package eval

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// makeObject is the meaning of an operation that makes an object of its operands,
// if the guest gives it none: a new word, with the operands where the row says.
func (m *Machine) makeObject(row *ir.OpRow, args []uint64) (uint64, error) {
	alloc, ok := m.Words.(Allocator)
	if !ok {
		return 0, fmt.Errorf("the guest gives %s no meaning, and its words are no Allocator", row.Name)
	}
	w, err := alloc.Alloc(row.Types, m.serial)
	m.serial++
	if err != nil {
		return 0, err
	}
	rest := len(args) - len(row.Args) + 1
	for i, fd := range row.Fields {
		if fd.Arg == ir.CountField {
			if err := m.Words.Store(w, int64(fd.Mem.Disp), fd.Mem.Kind, uint64(rest)); err != nil {
				return 0, err
			}
			continue
		}
		last := fd.Arg
		if i == len(row.Fields)-1 && row.Flags&ir.Variadic != 0 {
			last = len(args) - 1
		}
		for k := fd.Arg; k <= last; k++ {
			if err := m.Words.Store(w, int64(fd.Mem.Disp)+8*int64(k-fd.Arg), fd.Mem.Kind, args[k]); err != nil {
				return 0, err
			}
		}
	}
	return w, nil
}

// note remembers that the run has made an object, if it is one; a number, which has no
// fields, is told by its word.
func (m *Machine) note(row *ir.OpRow, word uint64, args []uint64) {
	if !m.in.Note || !row.Sinks() || len(row.Fields) == 0 {
		return
	}
	o := Object{Word: word, Op: row.Name}
	for i, x := range args {
		t := row.ArgType(i)
		o.Args = append(o.Args, Operand{t, canonical(t, x)})
	}
	m.out.Fresh = append(m.out.Fresh, o)
}

// materialize makes a virtual object, once in a run.
func (m *Machine) materialize(v *ir.Value) (uint64, error) {
	if w := m.vals[v.ID]; w != 0 {
		return w, nil
	}
	row := m.f.Ops.Row(v.NewOp())
	args := make([]uint64, len(v.Args))
	for i, a := range v.Args {
		a = ir.Resolve(a)
		args[i] = m.vals[a.ID]
		if a.Op == ir.OpNew || a.Type != row.ArgType(i) {
			var err error
			if args[i], err = m.box(a); err != nil {
				return 0, err
			}
			m.made = append(m.made, args[i])
		}
	}
	w, err := m.maker(v.NewOp(), row)(m, v, args)
	if err != nil {
		return 0, fmt.Errorf("%v: %s: %w", v, row.Name, err)
	}
	m.made = append(m.made, w)
	m.vals[v.ID] = w
	if m.peeking {
		m.peeked = append(m.peeked, v.ID)
	} else {
		m.note(row, w, args)
	}
	return w, nil
}

// maker returns what makes the objects of an operation.
func (m *Machine) maker(op ir.Op, row *ir.OpRow) OpFunc {
	if i := int(op - ir.FirstGuestOp); op >= ir.FirstGuestOp && i < len(m.Ops) && m.Ops[i] != nil {
		return m.Ops[i]
	}
	return func(m *Machine, _ *ir.Value, args []uint64) (uint64, error) { return m.makeObject(row, args) }
}

// canon returns the bits of a value as hashes and digests have them: NaNs are one,
// and objects that the run has made are what they consist of.
func (m *Machine) canon(t ir.Type, x uint64) uint64 {
	if t != ir.Ref {
		return canonical(t, x)
	}
	for i := len(m.out.Fresh) - 1; i >= 0; i-- {
		o := &m.out.Fresh[i]
		if o.Word != x {
			continue
		}
		h := mixString(1, o.Op)
		for _, a := range o.Args {
			h = mix(h, m.canon(a.Type, a.Bits))
		}
		return h
	}
	return x
}
