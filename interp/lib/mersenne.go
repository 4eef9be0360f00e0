package lib

import (
	"encoding/binary"
	"math/big"

	"github.com/tier2go/tier2/interp/object"
)

// The module _random (Modules/_randommodule.c): the generator that Lib/random.py is
// written on. Its state stands in the object, so that classes can derive from it.

// newRandomCore makes the module.
func (l *Lib) newRandomCore() (object.Value, error) {
	h, m := l.h, l.newModule("_random")
	of := func(v object.Value) *twister { return (*twister)(h.TwisterOf(v)) }
	seedFrom := func(h *object.Heap, v object.Value, args []object.Value) error {
		if len(args) == 0 {
			args = []object.Value{object.None}
		}
		return l.seedCore(h, of(v), args[0])
	}
	t := h.RegisterType(&object.Type{Name: "Random", Module: "_random", Size: object.TwisterSize, Twister: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			h.NewTwister(v)
			if t.Made() {
				return v, nil // __init__ or seed sees the argument
			}
			return v, mersenneInit(h, v, args, kwnames, seedFrom)
		},
		Init: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
			return mersenneInit(h, v, args, kwnames, seedFrom)
		},
	}})
	h.AddMethods(t, []object.Builtin{
		{Name: "random", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			g := of(v)
			if g.unseeded() {
				return object.Null, l.denied(theRandom, object.Null)
			}
			return g.float(h, v), nil
		}},
		{Name: "getrandbits", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			g := of(v)
			if g.unseeded() {
				return object.Null, l.denied(theRandom, object.Null)
			}
			return getRandBits(h, g, a[0])
		}},
		{Name: "seed", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return object.None, seedFrom(h, v, a)
		}},
		{Name: "getstate", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			g := of(v)
			if g.unseeded() {
				return object.Null, l.denied(theRandom, object.Null)
			}
			list := h.NewList()
			for _, w := range g.State {
				h.ListAppend(list, object.SmallInt(int64(w)))
			}
			h.ListAppend(list, object.SmallInt(int64(g.Index)))
			return h.ListToTuple(list), nil
		}},
		{Name: "setstate", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return object.None, setCoreState(h, of(v), a[0])
		}},
	})
	m.set("Random", t.Object)
	return m.v, nil
}

func mersenneInit(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value, seedFrom func(*object.Heap, object.Value, []object.Value) error) error {
	if err := h.NoKeywords("Random", kwnames); err != nil {
		return err
	}
	if err := h.CheckCount("Random", len(args), 0, 1); err != nil {
		return err
	}
	return seedFrom(h, v, args)
}

// seedCore seeds with an int's absolute value, or the hash of anything else.
func (l *Lib) seedCore(h *object.Heap, g *twister, v object.Value) error {
	if v == object.None {
		return l.seedSystem(g)
	}
	n := new(big.Int)
	if h.IsIntegral(v) {
		n.Abs(h.BigInt(v))
	} else {
		hash, err := h.Hash(v)
		if err != nil {
			return err
		}
		n.SetUint64(uint64(hash))
	}
	g.seedInt(n)
	return nil
}

// setCoreState takes a state that getstate has returned.
func setCoreState(h *object.Heap, g *twister, v object.Value) error {
	if !h.IsInstance(v, object.TupleType) {
		return h.Raise(object.TypeErrorType, "state vector must be a tuple")
	}
	if h.TupleLen(v) != twisterN+1 {
		return h.Raise(object.ValueErrorType, "state vector is the wrong size")
	}
	var next twister
	for i := range next.State {
		n, err := unsignedLong(h, h.TupleItem(v, i))
		if err != nil {
			return err
		}
		next.State[i] = uint32(n)
	}
	n, err := cLong(h, h.TupleItem(v, twisterN))
	if err != nil {
		return err
	}
	if n < 0 || n > twisterN {
		return h.Raise(object.ValueErrorType, "invalid state")
	}
	next.Index = uint64(n)
	*g = next
	return nil
}

// unsignedLong is PyLong_AsUnsignedLong.
func unsignedLong(h *object.Heap, v object.Value) (uint64, error) {
	if v.IsSmall() && v.Small() >= 0 {
		return uint64(v.Small()), nil
	}
	if !h.IsInstance(v, object.IntType) {
		return 0, h.Raise(object.TypeErrorType, "an integer is required")
	}
	switch n := h.BigInt(v); {
	case n.Sign() < 0:
		return 0, h.Raise(object.OverflowErrorType, "can't convert negative value to unsigned int")
	case !n.IsUint64():
		return 0, h.Raise(object.OverflowErrorType, "Python int too large to convert to C unsigned long")
	default:
		return n.Uint64(), nil
	}
}

// seedSystem seeds from the random source. Where there is none the generator is made
// all the same, and what asks it for a number before it is seeded is denied: Lib/random.py
// makes one when it is imported.
func (l *Lib) seedSystem(t *twister) error {
	if l.host.Grants.Random == nil {
		*t = twister{Index: twisterN + 1}
		return nil
	}
	var b [4 * twisterN]byte
	if err := l.random(b[:]); err != nil {
		return err
	}
	key := make([]uint32, twisterN)
	for i := range key {
		key[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	t.seedWords(key)
	return nil
}

// seedInt seeds from the magnitude of an int, the lowest 32 bits first.
func (t *twister) seedInt(x *big.Int) {
	b := x.Bytes()
	key := make([]uint32, max(1, (len(b)+3)/4))
	for i := range b {
		key[i/4] |= uint32(b[len(b)-1-i]) << (i % 4 * 8)
	}
	t.seedWords(key)
}

func getRandBits(h *object.Heap, t *twister, v object.Value) (object.Value, error) {
	i, err := h.ToIndex(v)
	if err != nil {
		return object.Null, err
	}
	if h.IntSign(i) < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "Cannot convert negative int")
	}
	k, ok := h.AsInt64(i)
	switch {
	case !ok || uintptr(k) > 8*h.Limit():
		return object.Null, h.RaiseWith(object.MemoryErrorType)
	case k <= 64:
		return h.IntFromUint64(t.bits(int(k))), nil
	}
	return t.bigBits(h, int(k))
}
