package eval

import (
	"fmt"
	"slices"

	"github.com/tier2go/tier2/ir"
)

// leave ends the run with one of v's exits.
func (m *Machine) leave(v *ir.Value, w ir.When) error {
	x := v.Exits[w]
	m.out.Exit, m.out.Kind = x, x.Kind
	if s := ir.Resolve(v.States[w]); s != nil {
		m.out.Clock += int64(s.StateClock())
	}
	for s := ir.Resolve(v.States[w]); s != nil; s = s.StateCaller() {
		fr, err := m.frame(s)
		if err != nil {
			return err
		}
		m.out.Frames = append(m.out.Frames, fr)
	}
	slices.Reverse(m.out.Frames)
	return nil
}

// frame returns what a state says of its frame, unboxed numbers boxed.
func (m *Machine) frame(s *ir.Value) (FrameState, error) {
	decl := m.f.Frames[s.StateFrame()]
	fr := FrameState{Frame: decl.ID, Name: decl.Name, Code: decl.Code, PC: s.StatePC()}
	fr.Slots = make([]Slot, 0, len(s.StateSlots()))
	for i, a := range s.StateSlots() {
		a = ir.Resolve(a)
		switch {
		case a != nil:
			word, err := m.box(a)
			if err != nil {
				return fr, fmt.Errorf("slot %d of %v: %w", i, s, err)
			}
			m.made = append(m.made, word)
			fr.Slots = append(fr.Slots, Slot{word, true})
		case decl.Caller != nil || i >= len(m.entry):
			return fr, fmt.Errorf("slot %d of %v is absent, and its memory was not given", i, s)
		default:
			fr.Slots = append(fr.Slots, Slot{m.entry[i], false})
		}
	}
	return fr, nil
}

// box returns the guest's word of a value.
func (m *Machine) box(v *ir.Value) (uint64, error) {
	if v.Op == ir.OpNew {
		return m.materialize(v)
	}
	x := m.vals[v.ID]
	switch v.Type {
	case ir.Ref:
		return x, nil
	case ir.I64:
		return m.Words.BoxI64(int64(x))
	case ir.U64:
		return m.boxU64(x)
	case ir.F64:
		return m.Words.BoxF64(double(x)), nil
	case ir.Bool:
		return m.Words.BoxBool(x != 0), nil
	}
	return 0, fmt.Errorf("a value of type %s has no word", v.Type)
}
