package lib

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
)

// newArrayModule makes the module array.
func (l *Lib) newArrayModule() (object.Value, error) {
	h, m := l.h, l.newModule("array")
	k := &arrayKit{l: l}
	t := h.RegisterType(&object.Type{Name: "array", Weak: true, Module: "array", Size: object.NumbersSize, Numbers: true, NoHash: true, Slots: object.Slots{
		New: k.newArray, GetItem: k.getItem, SetItem: k.setItem, Compare: k.compare, Binary: k.binary, InPlace: k.inPlace, Repr: k.repr,
		Buffer: func(h *object.Heap, v object.Value, _ bool) ([]byte, error) { return h.NumbersBytes(v), nil },
		Len:    func(h *object.Heap, v object.Value) (int, error) { return h.NumbersLen(v), nil },
		Contains: func(h *object.Heap, v, x object.Value) (bool, error) {
			i, err := k.find(h, v, x, 0, k.of(h, v).len())
			return i >= 0, err
		},
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
			it := h.NewObject(k.iter, arrayIterSize)
			h.SetField(it, offArrayIterOf, v)
			h.SetWord(it, offArrayIterIndex, 0)
			return it, nil
		},
	}})
	k.array = t.ID
	t.SetCollection(object.SequenceFlag)
	k.iter = h.RegisterType(&object.Type{Name: "arrayiterator", Module: "array", Final: true, Slots: object.Slots{
		Iter: itself,
		Next: func(h *object.Heap, it object.Value) (object.Value, error) {
			v := h.Field(it, offArrayIterOf)
			if v == object.Null {
				return object.Null, nil
			}
			n, i := k.of(h, v), int(h.Word(it, offArrayIterIndex))
			if i >= n.len() {
				h.SetField(it, offArrayIterOf, object.Null)
				return object.Null, nil
			}
			h.SetWord(it, offArrayIterIndex, uint64(i+1))
			return n.get(i)
		},
	}}).ID
	h.AddIterState(k.iter)
	h.AddMethods(t, k.methods())
	h.AddGetSets(t, []object.GetSet{
		{Name: "typecode", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.NewStr(string(k.of(h, v).code)), nil
		}},
		{Name: "itemsize", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return object.SmallInt(int64(k.of(h, v).size)), nil
		}},
	})
	h.AddMethods(t, []object.Builtin{{Name: "__reduce_ex__", Arity: object.O, Fn: k.reduce()}})
	m.functions([]object.Builtin{{Name: "_array_reconstructor", Arity: object.Fast, Min: 4, Max: 4, Fn: k.reconstruct}})
	m.set("array", t.Object)
	m.set("ArrayType", t.Object)
	m.set("typecodes", h.NewStr(arrayCodes))
	return m.v, nil
}

// bufferInfo is buffer_info(): where the numbers lie in memory, and how many there are.
func (k *arrayKit) bufferInfo(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	n := k.of(h, v)
	return h.NewTuple(h.Int(int64(uintptr(unsafe.Pointer(unsafe.SliceData(n.bytes()))))), h.Int(int64(n.len()))), nil
}

// find returns where x is from lo to hi, −1 if it is not there.
func (k *arrayKit) find(h *object.Heap, v, x object.Value, lo, hi int) (int, error) {
	for i := lo; i < hi && i < k.of(h, v).len(); i++ {
		h.CheckStopAt(i)
		item, err := k.of(h, v).get(i)
		if err != nil {
			return i, err
		}
		same, err := h.Same(item, x)
		if err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

func (k *arrayKit) compare(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if !h.IsInstance(b, k.array) {
		return object.NotImplemented, nil
	}
	if k.of(h, a).len() != k.of(h, b).len() && (op == object.EQ || op == object.NE) {
		return object.Bool(op == object.NE), nil
	}
	if x, y := k.of(h, a), k.of(h, b); x.kind == packedChar && x.code == y.code {
		n := slices.CompareFunc(x.units(), y.units(), func(x, y uint32) int { return cmp.Compare(x, y) })
		return h.Compare(op, object.SmallInt(int64(n)), object.SmallInt(0))
	}
	for i := 0; i < k.of(h, a).len() && i < k.of(h, b).len(); i++ {
		h.CheckStopAt(i)
		x, err := k.of(h, a).get(i)
		if err != nil {
			return object.Null, err
		}
		y, err := k.of(h, b).get(i)
		if err != nil {
			return object.Null, err
		}
		same, err := h.CompareBool(object.EQ, x, y)
		if err != nil {
			return object.Null, err
		}
		if same {
			continue
		}
		if op == object.EQ || op == object.NE {
			return object.Bool(op == object.NE), nil
		}
		return h.Compare(op, x, y)
	}
	return h.Compare(op, object.SmallInt(int64(k.of(h, a).len())), object.SmallInt(int64(k.of(h, b).len())))
}

// repeat makes an array of a content n times.
func (k *arrayKit) repeat(h *object.Heap, v object.Value, times int) (object.Value, error) {
	n := k.of(h, v)
	times = max(times, 0)
	if n.len() > 0 && uintptr(times) > h.Limit()/uintptr(len(n.bytes())) {
		return object.Null, h.RaiseWith(object.MemoryErrorType)
	}
	r, err := k.make(h, h.Type(k.array), n.code, n.len()*times)
	if err == nil {
		repeatBytes(h.NumbersBytes(r), n.bytes())
	}
	return r, err
}

func (k *arrayKit) binary(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	switch op {
	case object.Add:
		if !h.IsInstance(a, k.array) {
			return object.NotImplemented, nil
		}
		if !h.IsInstance(b, k.array) {
			return object.Null, h.Raise(object.TypeErrorType, "can only append array (not \"%s\") to array", h.TypeName(b))
		}
		x, y := k.of(h, a), k.of(h, b)
		if x.code != y.code {
			return object.Null, h.Raise(object.TypeErrorType, "bad argument type for built-in operation")
		}
		v, err := k.make(h, h.Type(k.array), x.code, x.len()+y.len())
		if err == nil {
			copy(h.NumbersBytes(v)[copy(h.NumbersBytes(v), x.bytes()):], y.bytes())
		}
		return v, err
	case object.Multiply:
		v, count := a, b
		if !h.IsInstance(a, k.array) {
			v, count = b, a
		}
		times, ok, err := h.RepeatCount(count)
		if err != nil {
			return object.Null, err
		}
		if !ok {
			return h.CannotRepeat(a, b, count)
		}
		return k.repeat(h, v, times)
	}
	return object.NotImplemented, nil
}

func (k *arrayKit) inPlace(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	switch op {
	case object.InPlaceAdd:
		if !h.IsInstance(b, k.array) {
			return object.Null, h.Raise(object.TypeErrorType, "can only extend array with array (not \"%s\")", h.TypeName(b))
		}
		return a, k.extend(h, k.of(h, a), b, true)
	case object.InPlaceMultiply:
		times, ok, err := h.RepeatCount(b)
		if err != nil {
			return object.Null, err
		}
		if !ok {
			return h.CannotRepeat(a, b, b)
		}
		r, err := k.repeat(h, a, times)
		if err == nil {
			h.TakeNumbers(a, r)
		}
		return a, err
	}
	return object.NotImplemented, nil
}

// list returns the elements as a list.
func (k *arrayKit) list(h *object.Heap, v object.Value) (object.Value, error) {
	list, n := h.NewList(), k.of(h, v)
	for i := range n.len() {
		x, err := n.get(i)
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(list, x)
	}
	return list, nil
}

// units are the elements of an array of characters.
func (n numbers) units() []uint32 {
	b := n.bytes()
	out := make([]uint32, n.len())
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// text is an array of characters as a str: of the code w no surrogates.
func (n numbers) text() (object.Value, error) {
	if n.code == 'w' {
		return callMethod(n.h, n.h.NewBytes(n.bytes()), "decode", n.h.Intern("utf-32-le"))
	}
	var out []rune
	for _, u := range n.units() {
		if u > utf8.MaxRune {
			return object.Null, n.h.Raise(object.ValueErrorType, "character U+%x is not in range [U+0000; U+10ffff]", u)
		}
		out = append(out, rune(u))
	}
	return n.h.NewStrRunes(out), nil
}

func (k *arrayKit) repr(h *object.Heap, v object.Value) (object.Value, error) {
	n := k.of(h, v)
	head := h.TypeOf(v).Name + "('" + string(n.code) + "'"
	if n.len() == 0 {
		return h.NewStr(head + ")"), nil
	}
	var content object.Value
	var err error
	if n.kind == packedChar {
		content, err = n.text()
	} else {
		content, err = k.list(h, v)
	}
	if err != nil {
		return object.Null, err
	}
	r, err := h.Repr(content)
	if err != nil {
		return object.Null, err
	}
	return h.NewStr(head + ", " + h.GoString(r) + ")"), nil
}

func (k *arrayKit) methods() []object.Builtin {
	of := func(h *object.Heap, v object.Value) (numbers, error) { return k.of(h, v), nil }
	method := func(name string, least, most int, f func(h *object.Heap, n numbers, a []object.Value) (object.Value, error)) object.Builtin {
		return opened(of, name, least, most, f)
	}
	copied := func(h *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
		v, err := k.make(h, h.Type(k.array), n.code, n.len())
		if err == nil {
			copy(h.NumbersBytes(v), n.bytes())
		}
		return v, err
	}
	return []object.Builtin{
		{Name: "buffer_info", Arity: object.NoArgs, Fn: k.bufferInfo},
		method("append", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			u, err := n.word(h, a[0])
			if err == nil {
				err = n.push(u)
			}
			return object.None, err
		}),
		method("extend", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			return object.None, k.extend(h, n, a[0], true)
		}),
		method("insert", 2, 2, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			i, err := h.Ssize(a[0])
			if err != nil {
				return object.Null, err
			}
			u, err := n.word(h, a[1])
			if err != nil {
				return object.Null, err
			}
			if i < 0 {
				i += n.len()
			}
			i = min(max(i, 0), n.len())
			if err := n.grow(1); err != nil {
				return object.Null, err
			}
			copy(n.bytes()[(i+1)*n.size:], n.bytes()[i*n.size:])
			n.set(i, u)
			return object.None, nil
		}),
		method("pop", 0, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			i := -1
			if len(a) > 0 {
				var err error
				if i, err = h.Ssize(a[0]); err != nil {
					return object.Null, err
				}
			}
			if n.len() == 0 {
				return object.Null, h.Raise(object.IndexErrorType, "pop from empty array")
			}
			if i < 0 {
				i += n.len()
			}
			if i < 0 || i >= n.len() {
				return object.Null, h.Raise(object.IndexErrorType, "pop index out of range")
			}
			x, err := n.get(i)
			if err != nil {
				return object.Null, err
			}
			return x, n.replace(i, i+1, nil)
		}),
		method("remove", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			i, err := k.find(h, n.v, a[0], 0, n.len())
			if err == nil && i < 0 {
				err = h.Raise(object.ValueErrorType, "array.remove(x): x not in array")
			}
			if err == nil && i < n.len() {
				err = n.replace(i, i+1, nil)
			}
			return object.None, err
		}),
		method("index", 1, 3, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			start, stop := object.SmallInt(0), object.SmallInt(object.MaxSmall)
			if len(a) > 1 {
				start = a[1]
			}
			if len(a) > 2 {
				stop = a[2]
			}
			lo, hi, err := h.SliceBounds(start, stop, n.len())
			if err != nil {
				return object.Null, err
			}
			i, err := k.find(h, n.v, a[0], lo, hi)
			if err == nil && i < 0 {
				err = h.Raise(object.ValueErrorType, "array.index(x): x not in array")
			}
			return object.SmallInt(int64(i)), err
		}),
		method("count", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			count := int64(0)
			for i := 0; ; count++ {
				at, err := k.find(h, n.v, a[0], i, n.len())
				if err != nil || at < 0 {
					return object.SmallInt(count), err
				}
				i = at + 1
			}
		}),
		method("reverse", 0, 0, func(_ *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
			slices.Reverse(n.bytes()) // every element too
			n.swap()
			return object.None, nil
		}),
		method("byteswap", 0, 0, func(_ *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
			n.swap()
			return object.None, nil
		}),
		method("clear", 0, 0, func(h *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
			h.ResizeNumbers(n.v, 0)
			return object.None, nil
		}),
		method("tobytes", 0, 0, func(h *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
			return h.NewBytes(n.bytes()), nil
		}),
		method("tolist", 0, 0, func(h *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
			return k.list(h, n.v)
		}),
		method("frombytes", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			return object.None, arrayFromBytes(h, n, a[0])
		}),
		method("fromlist", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.ListType) {
				return object.Null, h.Raise(object.TypeErrorType, "arg must be list")
			}
			before := n.len()
			err := k.extend(h, n, a[0], true)
			if err != nil {
				h.ResizeNumbers(n.v, min(before, n.len()))
			}
			return object.None, err
		}),
		method("tounicode", 0, 0, func(h *object.Heap, n numbers, _ []object.Value) (object.Value, error) {
			if n.kind != packedChar {
				return object.Null, h.Raise(object.ValueErrorType, "tounicode() may only be called on unicode type arrays ('u' or 'w')")
			}
			return n.text()
		}),
		method("fromunicode", 1, 1, func(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "fromunicode() argument must be str, not %s", h.TypeName(a[0]))
			}
			if n.kind != packedChar {
				return object.Null, h.Raise(object.ValueErrorType, "fromunicode() may only be called on unicode type arrays ('u' or 'w')")
			}
			return object.None, k.extend(h, n, a[0], true)
		}),
		method("fromfile", 2, 2, fromFile), method("tofile", 1, 1, toFile),
		method("__copy__", 0, 0, copied), method("__deepcopy__", 1, 1, copied),
	}
}

// swap turns the bytes of every element round.
func (n numbers) swap() {
	b := n.bytes()
	for i := 0; i < len(b); i += n.size {
		slices.Reverse(b[i : i+n.size])
	}
}

// fromFile is array.fromfile(file, n).
func fromFile(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
	count, err := h.Ssize(a[1])
	switch {
	case err != nil:
		return object.Null, err
	case count < 0:
		return object.Null, h.Raise(object.ValueErrorType, "negative count")
	case count > math.MaxInt64/n.size:
		return object.Null, h.RaiseWith(object.MemoryErrorType)
	}
	data, err := callMethod(h, a[0], "read", h.Int(int64(count*n.size)))
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(data, object.BytesType) {
		return object.Null, h.Raise(object.TypeErrorType, "read() didn't return bytes")
	}
	if err = arrayFromBytes(h, n, data); err == nil && h.BytesLen(data) != count*n.size {
		err = h.Raise(object.EOFErrorType, "read() didn't return enough bytes")
	}
	return object.None, err
}

// fileBlock is how much array.tofile writes at a time.
const fileBlock = 64 << 10

// toFile is array.tofile(file).
func toFile(h *object.Heap, n numbers, a []object.Value) (object.Value, error) {
	for at := 0; at < len(n.bytes()); at += fileBlock {
		b := n.bytes()[at:]
		if _, err := callMethod(h, a[0], "write", h.NewBytes(b[:min(len(b), fileBlock)])); err != nil {
			return object.Null, err
		}
	}
	return object.None, nil
}
