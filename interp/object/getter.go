package object

// A Getter is what an itemgetter or an attrgetter of few keys does, all that do the same alike: drivers do it in its place.
type Getter struct {
	Attrs bool            // the keys are names of attributes; else they are subscripts
	N     int             // how many keys there are: of more than one the result is a tuple
	Keys  [mostKeys]Value // interned strs, and ints of a word
}

// mostKeys is how many keys a Getter has at most, mostGetters how many Getters there are.
const (
	mostKeys    = 4
	mostGetters = 1 << 10
)

// OffGetter is where an object of a type that has Type.Getters says which Getter it is: a number, 0 if it is none.
const OffGetter = 40

// getters are those that there are, by their numbers, of which 0 is none's.
type getters struct {
	all     []Getter
	numbers map[Getter]uint32
}

// GetterNumber returns the number of the Getter with some keys; 0 if it has none.
func (h *Heap) GetterNumber(attrs bool, keys []Value) uint32 {
	if len(keys) > mostKeys {
		return 0
	}
	g := Getter{Attrs: attrs, N: len(keys)}
	for i, k := range keys {
		switch {
		case attrs && h.Is(k, StrType):
			k = h.InternValue(k)
		case h.Is(k, StrType) && h.InternValue(k) == k: // a __getitem__ sees which str it is
		case attrs || !k.IsSmall():
			return 0
		}
		g.Keys[i] = k
	}
	if n, ok := h.getters.numbers[g]; ok {
		return n
	}
	return h.addGetter(g)
}

func (h *Heap) addGetter(g Getter) uint32 {
	t := &h.getters
	if t.numbers == nil {
		t.all, t.numbers = make([]Getter, 1), map[Getter]uint32{}
	}
	n := uint32(len(t.all))
	if n >= mostGetters {
		return 0
	}
	for _, k := range g.Keys[:g.N] {
		if h.Is(k, StrType) {
			h.Intern(h.GoString(k)) // it lives as long as the heap
		}
	}
	t.all, t.numbers[g] = append(t.all, g), n
	return n
}

// GetterOf returns the Getter that a Callee is; ok is false if it is none.
func (h *Heap) GetterOf(c Callee) (g Getter, ok bool) {
	if c.Type == 0 || c.Number == 0 {
		return g, false
	}
	return h.getters.all[c.Number], true
}
