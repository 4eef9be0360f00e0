package lib

import (
	"crypto/rand"
	"crypto/sha512"
	"encoding/binary"
	"math/big"

	"github.com/tier2go/tier2/object"
)

// newRandom makes the module random (Lib/random.py): its functions are the
// methods of one hidden instance of random.Random.
func (l *Lib) newRandom() (object.Value, error) {
	m := l.newModule("random")
	h := l.h
	if l.random == 0 {
		l.registerRandom()
	}
	m.set("Random", h.Type(l.random).Object)
	t := &twister{}
	t.seedSystem()
	inst := h.NewHandleObject(l.random, t)
	m.set("_inst", inst)
	for i := range randomMethods {
		name := randomMethods[i].Name
		f, err := h.GetAttr(inst, h.Intern(name))
		if err != nil {
			return object.Null, err
		}
		m.set(name, f)
	}
	return m.v, nil
}

// registerRandom makes the type random.Random.
func (l *Lib) registerRandom() {
	h := l.h
	init := &pyParams{name: "Random.__init__", names: []string{"x"}}
	t := h.RegisterType(&object.Type{Name: "Random", Module: "random", InPython: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := init.bind(h, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			g := &twister{}
			v := h.NewHandleObject(t.ID, g)
			if p[0] == object.Null {
				p[0] = object.None
			}
			return v, seed(h, g, p[0], 2)
		},
	}})
	t.KnowAttrs(attrNames["random.Random"])
	h.AddMethods(t, randomMethods)
	l.random = t.ID
}

// gen returns the generator behind an instance.
func gen(h *object.Heap, self object.Value) *twister { return h.HandleOf(self).(*twister) }

// Same implements object.Same.
func (t *twister) Same(other any) bool {
	o, ok := other.(*twister)
	return ok && *o == *t
}

// pyMethod makes a row of randomMethods: its parameters, of which the first min
// are required, and what it does with them.
func pyMethod(name string, min, kwOnly int, names []string, f func(h *object.Heap, t *twister, a []object.Value) (object.Value, error)) object.Builtin {
	p := &pyParams{name: "Random." + name, names: names, min: min, kwOnly: kwOnly}
	return object.Builtin{Name: name, Arity: object.Varied,
		FnKw: func(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			t := gen(h, self)
			if kwnames == object.Null && len(args) == len(names) && kwOnly == 0 {
				return f(h, t, args)
			}
			var out [4]object.Value
			if err := p.bind(h, args, kwnames, out[:len(names)]); err != nil {
				return object.Null, err
			}
			return f(h, t, out[:len(names)])
		}}
}

var randomMethods = append([]object.Builtin{
	{Name: "random", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
		return object.FloatValue(gen(h, self).float()), nil
	}},
	{Name: "getrandbits", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
		return getRandBits(h, gen(h, self), a[0])
	}},
	pyMethod("seed", 0, 0, []string{"a", "version"}, func(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
		v, version := object.None, int64(2)
		if a[0] != object.Null {
			v = a[0]
		}
		if a[1] != object.Null {
			n, ok := h.AsInt64(a[1])
			if version = n; !ok {
				version = 0 // no version: only its being 1 or 2 matters
			}
		}
		return object.None, seed(h, t, v, version)
	}),
	pyMethod("getstate", 0, 0, nil, getState),
	pyMethod("setstate", 1, 0, []string{"state"}, setState),
	pyMethod("randbytes", 1, 0, []string{"n"}, randBytes),
	pyMethod("randrange", 1, 0, []string{"start", "stop", "step"}, randRange),
	pyMethod("randint", 2, 0, []string{"a", "b"}, randInt),
	pyMethod("choice", 1, 0, []string{"seq"}, choice),
	pyMethod("shuffle", 1, 0, []string{"x"}, shuffle),
	pyMethod("sample", 2, 1, []string{"population", "k", "counts"}, sample),
	pyMethod("choices", 1, 2, []string{"population", "weights", "cum_weights", "k"}, choices),
}, distributions...)

// seedSystem seeds from the operating system.
func (t *twister) seedSystem() {
	var b [4 * twisterN]byte
	rand.Read(b[:]) // never fails
	key := make([]uint32, twisterN)
	for i := range key {
		key[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	t.seedWords(key)
}

// seed is Random.seed.
func seed(h *object.Heap, t *twister, v object.Value, version int64) error {
	t.hasGauss = false
	text := h.Is(v, object.StrType) || h.Is(v, object.BytesType)
	switch {
	case v == object.None:
		t.seedSystem()
		return nil
	case version == 1 && text:
		t.seedInt(new(big.Int).SetUint64(seedVersion1(h, v)))
		return nil
	case version == 2 && (text || h.IsBuffer(v)):
		if h.Is(v, object.StrType) {
			b, err := h.Encode(v, "utf-8", "strict")
			if err != nil {
				return err
			}
			v = b
		}
		data, err := h.BufferData(v)
		if err != nil {
			return err
		}
		digest := sha512.Sum512(data)
		all := append(append([]byte(nil), data...), digest[:]...)
		t.seedInt(new(big.Int).SetBytes(all))
		return nil
	case h.IsIntegral(v):
		t.seedInt(h.BigInt(v))
		return nil
	case v.IsFloat(), text, h.IsBuffer(v):
		x, err := h.Hash(v)
		t.seedInt(new(big.Int).SetUint64(uint64(x)))
		return err
	}
	return h.Raise(object.TypeErrorType, "The only supported seed types are:\nNone, int, float, str, bytes, and bytearray.")
}

// seedVersion1 is what Python 2 made of a str.
func seedVersion1(h *object.Heap, v object.Value) uint64 {
	var codes []rune
	if h.Is(v, object.StrType) {
		codes = h.StrRunes(v)
	} else {
		for _, c := range h.BytesData(v) {
			codes = append(codes, rune(c))
		}
	}
	x := uint64(0)
	if len(codes) > 0 {
		x = uint64(codes[0]) << 7
	}
	for _, c := range codes {
		x = 1000003*x ^ uint64(c)
	}
	return x ^ uint64(len(codes))
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
	return h.IntFromBig(t.bigBits(int(k))), nil
}

// below returns a random int in [0, n) for a positive int n.
func below(h *object.Heap, t *twister, n object.Value) object.Value {
	if i, ok := h.AsInt64(n); ok {
		return h.IntFromUint64(t.below(uint64(i)))
	}
	return h.IntFromBig(t.bigBelow(h.BigInt(n)))
}

const stateVersion = 3

// getState is Random.getstate: the version, the words and their index, and what
// gauss has left.
func getState(h *object.Heap, t *twister, _ []object.Value) (object.Value, error) {
	words := h.NewList()
	for _, w := range t.state {
		h.ListAppend(words, object.SmallInt(int64(w)))
	}
	h.ListAppend(words, object.SmallInt(int64(t.index)))
	next := object.None
	if t.hasGauss {
		next = object.FloatValue(t.gauss)
	}
	return h.NewTuple(object.SmallInt(stateVersion), h.ListToTuple(words), next), nil
}

func setState(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	v := a[0]
	if !h.Is(v, object.TupleType) || h.TupleLen(v) != 3 || h.TupleItem(v, 0) != object.SmallInt(stateVersion) {
		return object.Null, h.Unsupported("argument of random.setstate that getstate has not made")
	}
	words, next := h.TupleItem(v, 1), h.TupleItem(v, 2)
	switch {
	case !h.Is(words, object.TupleType):
		return object.Null, h.Raise(object.TypeErrorType, "state vector must be a tuple")
	case h.TupleLen(words) != twisterN+1:
		return object.Null, h.Raise(object.ValueErrorType, "state vector is the wrong size")
	case next != object.None && !next.IsFloat():
		return object.Null, h.Unsupported("argument of random.setstate that getstate has not made")
	}
	var s twister
	for i := range twisterN + 1 {
		x, err := h.ToIndex(h.TupleItem(words, i))
		if err != nil {
			return object.Null, err
		}
		n, ok := h.AsInt64(x)
		if i == twisterN {
			if !ok || n < 0 || n > twisterN {
				return object.Null, h.Raise(object.ValueErrorType, "invalid state")
			}
			s.index = int(n)
		} else {
			if !ok || n < 0 {
				return object.Null, h.Unsupported("argument of random.setstate that getstate has not made")
			}
			s.state[i] = uint32(n)
		}
	}
	if next != object.None {
		s.gauss, s.hasGauss = next.Float(), true
	}
	*t = s
	return object.None, nil
}

func randBytes(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	if !h.IsIntegral(a[0]) { // n * 8, and then what getrandbits makes of it
		product, err := h.Binary(object.Multiply, a[0], object.SmallInt(8))
		if err != nil {
			return object.Null, err
		}
		_, err = h.ToIndex(product)
		return object.Null, err
	}
	n, err := h.Index(a[0])
	if err != nil {
		return object.Null, err
	}
	if n < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "Cannot convert negative int")
	}
	if uintptr(n) > h.Limit() {
		return object.Null, h.RaiseWith(object.MemoryErrorType)
	}
	b := t.bigBits(int(n) * 8).FillBytes(make([]byte, n))
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return h.NewBytes(b), nil
}

func randRange(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	start, err := h.ToIndex(a[0])
	if err != nil {
		return object.Null, err
	}
	if a[1] == object.Null || a[1] == object.None {
		if a[2] != object.Null {
			return object.Null, h.Raise(object.TypeErrorType, "Missing a non-None stop argument")
		}
		if h.IntSign(start) <= 0 {
			return object.Null, h.Raise(object.ValueErrorType, "empty range for randrange()")
		}
		return below(h, t, start), nil
	}
	stop, err := h.ToIndex(a[1])
	if err != nil {
		return object.Null, err
	}
	step := object.SmallInt(1)
	if a[2] != object.Null {
		if step, err = h.ToIndex(a[2]); err != nil {
			return object.Null, err
		}
	}
	return randStep(h, t, a, start, stop, step)
}

// randStep draws from range(start, stop, step); a are the arguments as given.
func randStep(h *object.Heap, t *twister, a []object.Value, start, stop, step object.Value) (object.Value, error) {
	n := h.IntSub(stop, start)
	one := object.SmallInt(1)
	if step == one {
		if h.IntSign(n) <= 0 {
			return object.Null, emptyRange(h, "randrange", a[:2])
		}
		return h.IntAdd(start, below(h, t, n)), nil
	}
	switch h.IntSign(step) {
	case 0:
		return object.Null, h.Raise(object.ValueErrorType, "zero step for randrange()")
	case 1:
		n = h.IntSub(h.IntAdd(n, step), one)
	case -1:
		n = h.IntAdd(h.IntAdd(n, step), one)
	}
	n, err := h.IntFloorDiv(n, step)
	if err != nil {
		return object.Null, err
	}
	if h.IntSign(n) <= 0 {
		return object.Null, emptyRange(h, "randrange", a)
	}
	return h.IntAdd(start, h.IntMul(step, below(h, t, n))), nil
}

func emptyRange(h *object.Heap, name string, a []object.Value) error {
	text := ""
	for i, v := range a {
		if i > 0 {
			text += ", "
		}
		s, err := h.Str(v)
		if err != nil {
			return err
		}
		text += h.GoString(s)
	}
	return h.Raise(object.ValueErrorType, "empty range in %s(%s)", name, text)
}

func randInt(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	lo, err := h.ToIndex(a[0])
	if err != nil {
		return object.Null, err
	}
	hi, err := h.ToIndex(a[1])
	if err != nil {
		return object.Null, err
	}
	if h.IntCompare(hi, lo) < 0 {
		return object.Null, emptyRange(h, "randint", []object.Value{lo, hi})
	}
	return h.IntAdd(lo, below(h, t, h.IntAdd(h.IntSub(hi, lo), object.SmallInt(1)))), nil
}
