package eval

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// mix folds x into a hash (the finalizer of SplitMix64).
func mix(h, x uint64) uint64 {
	h = (h ^ x) + 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func mixString(h uint64, s string) uint64 {
	for i := range len(s) {
		h = mix(h, uint64(s[i]))
	}
	return mix(h, uint64(len(s)))
}

// canonical returns the bits of a value as events and hashes have them: NaNs are
// one.
func canonical(t ir.Type, x uint64) uint64 {
	if t == ir.F64 {
		return bits(double(x))
	}
	return x
}

// opaque evaluates an operation whose meaning is unknown; see the package
// comment.
func opaque(m *Machine, v *ir.Value, args []uint64) (uint64, error) {
	row := m.f.Row(v)
	if row.Quiet != 0 && m.hasType(args[0], row.Quiet) {
		return 0, nil
	}
	reads, writes := m.f.Reads(v), m.f.Writes(v)
	if row.Flags&(ir.Opaque|ir.Escapes) != 0 {
		reads, writes = ir.AllMemory, ir.AllMemory
	}
	h := mix(mixString(0, row.Name), uint64(v.Aux))
	for i, a := range v.Args {
		h = mix(mix(h, uint64(a.Type)), m.canon(a.Type, args[i]))
	}
	if row.Flags&ir.Pure == 0 {
		h = m.readDigests(h, reads)
	}
	x, err := m.guess(v, row.Types, h)
	if err != nil || writes == 0 {
		return x, err
	}
	for c := range m.out.Memory {
		if writes>>c&1 != 0 {
			m.out.Memory[c] = mix(m.out.Memory[c], h)
		}
	}
	e := Event{Op: row.Name, Aux: v.Aux, Result: Operand{v.Type, canonical(v.Type, x)}}
	for i, a := range v.Args {
		e.Args = append(e.Args, Operand{a.Type, canonical(a.Type, args[i])})
	}
	m.Log(e)
	return x, nil
}

func (m *Machine) readDigests(h uint64, reads ir.AliasSet) uint64 {
	for c, d := range m.out.Memory {
		if reads>>c&1 != 0 {
			h = mix(h, d)
		}
	}
	return h
}

// Log adds an event to the log. OpFuncs of operations with effects call it for
// what two versions of a function must agree on.
func (m *Machine) Log(e Event) { m.out.Log = append(m.out.Log, e) }

// guess makes the result of an opaque operation up.
func (m *Machine) guess(v *ir.Value, types ir.TypeSet, h uint64) (uint64, error) {
	if g, ok := m.Words.(Guesser); ok {
		if x, ok := g.Guess(m.f, v, h); ok {
			return x, nil
		}
	}
	return m.invent(v.Type, types, h)
}

// invent makes a value of a representation that depends on h only. Numbers are
// small for the most part, so that checks pass and fail.
func (m *Machine) invent(t ir.Type, types ir.TypeSet, h uint64) (uint64, error) {
	small := int64(int16(h >> 16))
	switch t {
	case ir.Void:
		return 0, nil
	case ir.I64:
		if h%4 == 0 {
			return mix(h, 1), nil
		}
		return uint64(small), nil
	case ir.U64:
		return mix(h, 1), nil
	case ir.F64:
		return bits(float64(small) / 8), nil
	case ir.Bool:
		return h & 1, nil
	case ir.Ref:
		if inv, ok := m.Words.(Inventor); ok {
			return inv.Invent(types, h)
		}
		return m.inventRef(types, h)
	}
	return 0, fmt.Errorf("no value of type %s can be made up", t)
}

// inventRef makes an int, float or bool, whichever the set of types allows.
func (m *Machine) inventRef(types ir.TypeSet, h uint64) (uint64, error) {
	small := int64(int16(h >> 16))
	for i := range uint64(3) {
		var w uint64
		var err error
		switch (h + i) % 3 {
		case 0:
			w, err = m.Words.BoxI64(small)
		case 1:
			w = m.Words.BoxF64(float64(small) / 8)
		case 2:
			w = m.Words.BoxBool(small&1 != 0)
		}
		if err != nil || m.hasType(w, types) {
			return w, err
		}
	}
	return 0, fmt.Errorf("the result may be none of int, float and bool, and the guest's words are no Inventor")
}

// load reads memory for a core operation.
func (m *Machine) load(a ir.MemAccess, base uint64, index int64) (uint64, error) {
	return m.Words.Load(base, int64(a.Disp)+index*int64(a.Scale), a.Kind)
}

// store writes memory for a core operation.
func (m *Machine) store(a ir.MemAccess, base uint64, index int64, x uint64) error {
	return m.Store(a.Class, base, int64(a.Disp)+index*int64(a.Scale), a.Kind, x)
}

// Store writes memory of an alias class and keeps the class's digest, which is
// the exclusive or of a hash of each byte that differs from what it was at the
// entry, and so independent of order.
func (m *Machine) Store(class uint8, base uint64, disp int64, k ir.MemKind, x uint64) error {
	if class > 63 || k > ir.Mem8 {
		return fmt.Errorf("store of width %d to class %d", k, class)
	}
	d := &m.out.Memory[class]
	old, err := m.Words.Load(base, disp, k)
	if err != nil {
		return err
	}
	from, to := old, x
	if k == ir.Mem64 {
		from, to = m.canon(ir.Ref, old), m.canon(ir.Ref, x)
	}
	for i := range int64(k.Bytes()) {
		place := mix(mix(0, m.canon(ir.Ref, base)), uint64(disp+i))
		*d ^= mix(place, from>>(8*i)&0xff) ^ mix(place, to>>(8*i)&0xff)
	}
	return m.Words.Store(base, disp, k, x)
}
