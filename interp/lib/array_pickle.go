package lib

import (
	"encoding/binary"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// Pickles of arrays (Modules/arraymodule.c): their bytes, with a number that says what those are
// on the machine where the pickle was made.

// machineFormat is what the elements of a pickled array are; its number is its index in machineFormats.
type machineFormat struct {
	size  int
	kind  packedKind // packedChar: a code unit of UTF-16 or UTF-32
	order binary.ByteOrder
}

var machineFormats = func() []machineFormat {
	list := []machineFormat{{1, packedUnsigned, binary.LittleEndian}, {1, packedSigned, binary.LittleEndian}}
	for _, f := range []struct {
		size int
		kind packedKind
	}{{2, packedUnsigned}, {2, packedSigned}, {4, packedUnsigned}, {4, packedSigned}, {8, packedUnsigned}, {8, packedSigned}, {4, packedFloat}, {8, packedFloat}, {2, packedChar}, {4, packedChar}} {
		list = append(list, machineFormat{f.size, f.kind, binary.LittleEndian}, machineFormat{f.size, f.kind, binary.BigEndian})
	}
	return list
}()

// format is the number of what an array's elements are here.
func (n numbers) format() int {
	for i, f := range machineFormats {
		if f.size == n.size && f.kind == n.kind && f.order == binary.LittleEndian {
			return i
		}
	}
	return -1
}

// reduce is array.__reduce_ex__.
func (k *arrayKit) reduce() goFunc {
	return func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		if !h.IsIntegral(a[0]) {
			return object.Null, h.Raise(object.TypeErrorType, "__reduce_ex__ argument should be an integer")
		}
		protocol, err := h.CInt(a[0])
		if err != nil {
			return object.Null, err
		}
		dict, err := h.LookupAttr(v, h.Intern("__dict__"))
		if err != nil {
			return object.Null, err
		}
		if dict == object.Null {
			dict = object.None
		}
		n, class := k.of(h, v), h.TypeOf(v).Object
		code := h.NewStr(string(n.code))
		if protocol < 3 {
			items, err := callMethod(h, v, "tolist")
			if err != nil {
				return object.Null, err
			}
			return h.NewTuple(class, h.NewTuple(code, items), dict), nil
		}
		array, err := h.ImportModule("array")
		if err != nil {
			return object.Null, err
		}
		make, err := h.GetAttr(array, h.Intern("_array_reconstructor"))
		if err != nil {
			return object.Null, err
		}
		return h.NewTuple(make, h.NewTuple(class, code, h.Int(int64(n.format())), h.NewBytes(n.bytes())), dict), nil
	}
}

// reconstruct is _array_reconstructor(type, typecode, format, bytes).
func (k *arrayKit) reconstruct(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	code, err := k.codeArg(h, a[1])
	if err != nil {
		return object.Null, err
	}
	format, err := h.CInt(a[2])
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(a[0], object.TypeType) {
		return object.Null, h.Raise(object.TypeErrorType, "first argument must be a type object, not %s", h.TypeName(a[0]))
	}
	t := h.TypeFromObject(a[0])
	switch {
	case !t.IsSubtype(h.Type(k.array)):
		return object.Null, h.Raise(object.TypeErrorType, "%s is not a subtype of array.array", t.Name)
	case code > 127 || arrayKind(byte(code)) == packedPad:
		return object.Null, h.Raise(object.ValueErrorType, "second argument must be a valid type code")
	case format < 0 || format >= len(machineFormats):
		return object.Null, h.Raise(object.ValueErrorType, "third argument must be a valid machine format code.")
	case !h.IsInstance(a[3], object.BytesType):
		return object.Null, h.Raise(object.TypeErrorType, "fourth argument should be bytes, not %s", h.TypeName(a[3]))
	}
	own := numbers{code: byte(code), size: object.NumberKindOf(byte(code)).Size, kind: arrayKind(byte(code))}
	f, items, typecode := machineFormats[format], a[3], byte(code)
	if own.format() != format {
		unit := f.size
		if format == len(machineFormats)-1 {
			unit = 8 // so CPython has it for UTF-32 with the high byte first
		}
		if h.BytesLen(items)%unit != 0 {
			return object.Null, h.Raise(object.ValueErrorType, "string length not a multiple of item size")
		}
		if items, err = k.foreignItems(h, f, h.BytesData(items)); err != nil {
			return object.Null, err
		}
		if f.kind == packedSigned || f.kind == packedUnsigned {
			typecode = integerCode(f, typecode)
		}
	}
	return k.newArray(h, t, []object.Value{h.NewStr(string(typecode)), items}, object.Null)
}

// codeArg is the second argument of _array_reconstructor.
func (k *arrayKit) codeArg(h *object.Heap, v object.Value) (rune, error) {
	if !h.IsInstance(v, object.StrType) {
		return 0, h.Raise(object.TypeErrorType, "_array_reconstructor() argument 2 must be a unicode character, not %s", argTypeName(h, v))
	}
	if n := h.StrLen(v); n != 1 {
		return 0, h.Raise(object.TypeErrorType, "_array_reconstructor(): argument 2 must be a unicode character, not a string of length %d", n)
	}
	return h.StrAt(v, 0), nil
}

// integerCode is the last type code whose elements are the integers of a format; CPython prefers it to the one
// of the pickle.
func integerCode(f machineFormat, code byte) byte {
	for _, c := range []byte(strings.NewReplacer("u", "", "w", "").Replace(arrayCodes)) {
		if arrayKind(c) == f.kind && object.NumberKindOf(c).Size == f.size {
			code = c
		}
	}
	return code
}

// foreignItems makes a list, or text, of elements of another machine's format.
func (k *arrayKit) foreignItems(h *object.Heap, f machineFormat, data []byte) (object.Value, error) {
	if f.kind == packedChar {
		codec := map[int]string{2: "utf-16", 4: "utf-32"}[f.size]
		suffix := "-le"
		if f.order == binary.BigEndian {
			suffix = "-be"
		}
		return callMethod(h, h.NewBytes(data), "decode", h.NewStr(codec+suffix))
	}
	list := h.NewList()
	for i := 0; i < len(data); i += f.size {
		h.CheckStopAt(i)
		u := getWord(data[i:i+f.size], f.order)
		switch f.kind {
		case packedFloat:
			h.ListAppend(list, object.FloatValue(wordFloat(u, f.size)))
		default:
			h.ListAppend(list, wordValue(h, u, f.size, f.kind == packedSigned))
		}
	}
	return list, nil
}
