package object

import (
	"slices"
	"strings"
)

// The order in which a class's bases are searched.

// bestBase returns the base whose layout the class gets, and refuses bases whose
// layouts cannot be joined.
func (h *Heap) bestBase(bases []*Type) (*Type, error) {
	var base, winner *Type
	for _, b := range bases {
		if b.Final {
			return nil, h.Raise(TypeErrorType, "type '%s' is not an acceptable base type", b.qualified())
		}
		if _, ok := layoutSize[b.layout]; !b.made && b.Size == 0 && !b.IsException && (!ok || b.layout != b.ID) {
			return nil, h.Unsupported("class derived from " + b.qualified())
		}
		solid := b.solid()
		switch {
		case winner == nil, solid != winner && solid.IsSubtype(winner):
			winner, base = solid, b
		case !winner.IsSubtype(solid):
			return nil, h.Raise(TypeErrorType, "multiple bases have instance lay-out conflict")
		}
	}
	return base, nil
}

// linearize computes the MRO by the C3 algorithm.
func (h *Heap) linearize(t *Type) error {
	for i, b := range t.Bases {
		if slices.Contains(t.Bases[:i], b) {
			return h.Raise(TypeErrorType, "duplicate base class %s", b.Name)
		}
	}
	rows := make([][]*Type, 0, len(t.Bases)+1)
	for _, b := range t.Bases {
		rows = append(rows, b.MRO)
	}
	rows = append(rows, t.Bases)
	mro := []*Type{t}
	for {
		h.CheckStop()
		next, done := c3Next(rows)
		if done {
			t.MRO = mro
			return nil
		}
		if next == nil {
			return h.mroConflict(rows)
		}
		mro = append(mro, next)
		for i, r := range rows {
			if len(r) > 0 && r[0] == next {
				rows[i] = r[1:]
			}
		}
	}
}

// c3Next returns the first head of a row that is in no row's tail.
func c3Next(rows [][]*Type) (next *Type, done bool) {
	done = true
	for _, r := range rows {
		if len(r) == 0 {
			continue
		}
		done = false
		free := true
		for _, other := range rows {
			if len(other) > 1 && slices.Contains(other[1:], r[0]) {
				free = false
				break
			}
		}
		if free {
			return r[0], false
		}
	}
	return nil, done
}

func (h *Heap) mroConflict(rows [][]*Type) error {
	var list []string
	for _, r := range rows {
		if len(r) > 0 && !slices.Contains(list, r[0].Name) {
			list = append(list, r[0].Name)
		}
	}
	return h.Raise(TypeErrorType, "Cannot create a consistent method resolution order (MRO) for bases %s", strings.Join(list, ", "))
}
