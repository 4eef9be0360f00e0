package pycode

import (
	"encoding/binary"
	"math"
	"slices"
)

// Key is what two code objects have in common if and only if they are equal in Python (Objects/codeobject.c,
// code_richcompare): everything but the name of the file. Constants are equal if their types are, too, and 0.0 is not -0.0.
func (c *Code) Key() string { return string(c.appendKey(nil)) }

func (c *Code) appendKey(b []byte) []byte {
	b = appendText(b, c.Name)
	for _, n := range [...]int{c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, c.Flags, c.FirstLine, len(c.Units)} {
		b = binary.AppendVarint(b, int64(n))
	}
	for _, u := range c.Units {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	b = appendConsts(b, c.Consts)
	for _, list := range [...][]string{c.Names, c.LocalsPlus} {
		b = binary.AppendVarint(b, int64(len(list)))
		for _, s := range list {
			b = appendText(b, s)
		}
	}
	for _, k := range c.Kinds {
		b = append(b, byte(k))
	}
	return appendText(appendText(b, string(c.LineTable)), string(c.ExceptionTable))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendVarint(b, int64(len(s))), s...)
}

func appendConsts(b []byte, list []Const) []byte {
	b = binary.AppendVarint(b, int64(len(list)))
	for _, c := range list {
		b = appendConst(b, c)
	}
	return b
}

// appendConst appends a letter for the type, and what no other value of the type has.
func appendConst(b []byte, c Const) []byte {
	switch c := c.(type) {
	case None:
		return append(b, typeNone)
	case Ellipsis:
		return append(b, typeEllipsis)
	case Bool:
		if c {
			return append(b, typeTrue)
		}
		return append(b, typeFalse)
	case Int:
		return binary.AppendVarint(append(b, typeInt), int64(c))
	case *BigInt:
		return appendText(append(b, typeLong), c.Text(62))
	case Float:
		return binary.LittleEndian.AppendUint64(append(b, typeBinaryFloat), math.Float64bits(float64(c)))
	case Complex:
		b = binary.LittleEndian.AppendUint64(append(b, typeBinaryComplex), math.Float64bits(real(complex128(c))))
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(imag(complex128(c))))
	case Str:
		return appendText(append(b, typeUnicode), string(c))
	case Bytes:
		return appendText(append(b, typeBytes), string(c))
	case Tuple:
		return appendConsts(append(b, typeTuple), c)
	case FrozenSet:
		keys := make([]string, len(c))
		for i, x := range c {
			keys[i] = string(appendConst(nil, x))
		}
		slices.Sort(keys)
		b = binary.AppendVarint(append(b, typeFrozenSet), int64(len(keys)))
		for _, k := range keys {
			b = appendText(b, k)
		}
		return b
	case *Slice:
		return appendConst(appendConst(appendConst(append(b, typeSlice), c.Start), c.Stop), c.Step)
	}
	return c.(*Code).appendKey(append(b, typeCode))
}
