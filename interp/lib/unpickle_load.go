package lib

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/textfmt"
	"github.com/tier2go/tier2/interp/unicode"
)

// What opcodes do.

// loaders are the opcodes but STOP.
var loaders [256]func(u *unpickling) error

func init() {
	for op, f := range map[byte]func(u *unpickling) error{
		opNone: always(object.None), opNewTrue: always(object.True), opNewFalse: always(object.False),
		opInt: (*unpickling).loadInt, opLong: (*unpickling).loadLong, opFloat: (*unpickling).loadFloat, opBinFloat: (*unpickling).loadBinFloat,
		opBinInt: smallInt(4), opBinInt1: smallInt(1), opBinInt2: smallInt(2), opLong1: longInt(1), opLong4: longInt(4),
		opString: (*unpickling).loadString, opBinString: oldString(4, "BINSTRING"), opShortBinString: oldString(1, "BINSTRING"),
		opBinBytes: bytesOf(4, "BINBYTES"), opShortBinBytes: bytesOf(1, "BINBYTES"), opBinBytes8: bytesOf(8, "BINBYTES"), opByteArray8: (*unpickling).loadByteArray,
		opUnicode: (*unpickling).loadUnicode, opBinUnicode: textOf(4, "BINUNICODE"), opShortBinUnicode: textOf(1, "BINUNICODE"), opBinUnicode8: textOf(8, "BINUNICODE"),
		opNextBuffer: (*unpickling).loadNextBuffer, opReadOnlyBuffer: (*unpickling).loadReadOnly,

		opEmptyTuple: empty((*object.Heap).NewTuple), opTuple1: shortTuple(1), opTuple2: shortTuple(2), opTuple3: shortTuple(3), opTuple: (*unpickling).loadTuple,
		opEmptyList: empty((*object.Heap).NewList), opList: (*unpickling).loadList, opAppend: (*unpickling).loadAppend, opAppends: (*unpickling).loadAppends,
		opEmptyDict: fresh((*object.Heap).NewDict), opDict: (*unpickling).loadDict, opSetItem: (*unpickling).loadSetItem, opSetItems: (*unpickling).loadSetItems,
		opEmptySet: fresh((*object.Heap).NewSet), opAddItems: (*unpickling).loadAddItems, opFrozenSet: (*unpickling).loadFrozenSet,

		opGlobal: (*unpickling).loadGlobal, opStackGlobal: (*unpickling).loadStackGlobal, opInst: (*unpickling).loadInst, opObj: (*unpickling).loadObj,
		opExt1: extensionOf(1), opExt2: extensionOf(2), opExt4: extensionOf(4), opReduce: (*unpickling).loadReduce, opBuild: (*unpickling).loadBuild,
		opNewObj: (*unpickling).loadNewObj, opNewObjEx: (*unpickling).loadNewObjEx, opPersID: (*unpickling).loadPersID, opBinPersID: (*unpickling).loadBinPersID,

		opGet: (*unpickling).loadGet, opBinGet: getOf(1), opLongBinGet: getOf(4), opPut: (*unpickling).loadPut, opBinPut: putOf(1), opLongBinPut: putOf(4),
		opMemoize: (*unpickling).loadMemoize, opMark: (*unpickling).loadMark, opPop: (*unpickling).loadPop, opPopMark: (*unpickling).loadPopMark, opDup: (*unpickling).loadDup,
		opProto: (*unpickling).loadProto, opFrame: (*unpickling).loadFrame,
	} {
		loaders[op] = f
	}
}

// opcodesApart is how many opcodes are done between polls: most take less than a microsecond, and guest code polls by itself.
const opcodesApart = 64

// load unpickles an object. The caller releases what is pushed.
func (u *unpickling) load() (object.Value, error) {
	h := u.h
	u.base, u.marks, u.proto = h.Mark(), u.first[:0], 0
	defer u.ended()
	for step := 0; ; step++ {
		if step%opcodesApart == 0 {
			if u.depth()+len(u.marks)+opcodesApart > u.room { // an opcode adds one at most
				u.grow()
			}
			if err := h.Poll(); err != nil {
				return object.Null, err
			}
		}
		var op byte
		if u.at < len(u.in) {
			op = u.in[u.at]
			u.at++
		} else {
			b, err := u.take(1)
			if err != nil {
				return object.Null, u.ranOut(err)
			}
			op = b[0]
		}
		// The commonest, where all that they need is there. What is not done here is done by the table's function.
		switch rest := u.in[u.at:]; op {
		case opStop:
			return u.pop()
		case opShortBinUnicode:
			if len(rest) > 0 && int(rest[0]) < len(rest) {
				if data := rest[1 : 1+int(rest[0])]; unicode.IsASCII(data) {
					u.at += 1 + len(data)
					h.Push(h.NewASCII(data))
					continue
				}
			}
		case opMemoize:
			if i := u.known; i == u.end && i < len(u.memo) && !u.wide && u.depth() > u.fence() {
				u.memo[i] = h.Pushed(h.Mark() - 1)[0]
				u.end, u.known = i+1, i+1
				continue
			}
		case opBinGet:
			if len(rest) > 0 && int(rest[0]) < len(u.memo) && u.memo[rest[0]] != object.Null {
				u.at++
				h.Push(u.memo[rest[0]])
				continue
			}
		case opBinInt1:
			if len(rest) > 0 {
				u.at++
				h.Push(object.SmallInt(int64(rest[0])))
				continue
			}
		case opBinInt2:
			if len(rest) > 1 {
				u.at += 2
				h.Push(object.SmallInt(int64(binary.LittleEndian.Uint16(rest))))
				continue
			}
		case opBinInt:
			if len(rest) > 3 {
				u.at += 4
				h.Push(object.SmallInt(int64(int32(binary.LittleEndian.Uint32(rest)))))
				continue
			}
		case opBinFloat:
			if len(rest) > 7 {
				u.at += 8
				h.Push(object.FloatValue(math.Float64frombits(binary.BigEndian.Uint64(rest))))
				continue
			}
		case opMark:
			u.marks = append(u.marks, u.depth())
			continue
		case opNone:
			h.Push(object.None)
			continue
		case opEmptyList:
			h.Push(h.NewList())
			continue
		case opEmptyDict:
			h.Push(h.NewDict())
			continue
		}
		f := loaders[op]
		if f == nil {
			return object.Null, u.invalid(op)
		}
		if err := f(u); err != nil {
			return object.Null, err
		}
	}
}

// ranOut is the error for where an opcode should be.
func (u *unpickling) ranOut(err error) error {
	if u.h.RaisedIs(err, u.unpicklingErr) {
		err = u.h.Raise(object.EOFErrorType, "Ran out of input")
	}
	return err
}

func (u *unpickling) invalid(op byte) error {
	if ' ' <= op && op <= '~' && op != '\'' && op != '\\' {
		return u.fail(u.unpicklingErr, "invalid load key, '%c'.", op)
	}
	return u.fail(u.unpicklingErr, `invalid load key, '\x%02x'.`, op)
}

func always(v object.Value) func(u *unpickling) error {
	return func(u *unpickling) error {
		u.push(v)
		return nil
	}
}

func fresh(f func(h *object.Heap) object.Value) func(u *unpickling) error {
	return func(u *unpickling) error {
		u.push(f(u.h))
		return nil
	}
}

func empty(f func(h *object.Heap, items ...object.Value) object.Value) func(u *unpickling) error {
	return fresh(func(h *object.Heap) object.Value { return f(h) })
}

func (u *unpickling) loadProto() error {
	b, err := u.take(1)
	if err != nil {
		return err
	}
	if b[0] > highestProtocol {
		return u.h.Raise(object.ValueErrorType, "unsupported pickle protocol: %d", b[0])
	}
	u.proto = int(b[0])
	return nil
}

func (u *unpickling) loadFrame() error {
	n, err := u.number(8)
	if err != nil {
		return err
	}
	if n > math.MaxInt64 {
		return u.h.Raise(object.OverflowErrorType, "FRAME length exceeds system's maximum of %d bytes", math.MaxInt64)
	}
	if _, err = u.take(int(n)); err == nil {
		u.at -= int(n)
	}
	return err
}

// Numbers.

// signed returns the signed number of 4 bytes, or the unsigned of fewer.
func (u *unpickling) signed(size int) (int64, error) {
	n, err := u.number(size)
	if size == 4 {
		return int64(int32(n)), err
	}
	return int64(n), err
}

func smallInt(size int) func(u *unpickling) error {
	return func(u *unpickling) error {
		b, err := u.take(size)
		if err != nil {
			return err
		}
		var n int64
		switch size {
		case 1:
			n = int64(b[0])
		case 2:
			n = int64(binary.LittleEndian.Uint16(b))
		default:
			n = int64(int32(binary.LittleEndian.Uint32(b)))
		}
		u.push(object.SmallInt(n))
		return nil
	}
}

func longInt(size int) func(u *unpickling) error {
	return func(u *unpickling) error {
		n, err := u.signed(size)
		if err != nil {
			return err
		}
		if n < 0 {
			return u.fail(u.unpicklingErr, "LONG pickle has negative byte count")
		}
		data, err := u.take(int(n))
		if err == nil {
			u.push(u.h.IntFromTwosComplement(data))
		}
		return err
	}
}

// loadInt reads an int or a bool.
func (u *unpickling) loadInt() error {
	h := u.h
	s, err := u.line(2)
	if err != nil {
		return err
	}
	v, ok, err := h.ParseInt(s, 10)
	switch {
	case err != nil:
		return err
	case !ok:
		return h.Raise(object.ValueErrorType, "could not convert string to int")
	case len(s) == 3 && s[1] >= '0' && (v == object.SmallInt(0) || v == object.SmallInt(1)):
		v = object.Bool(v == object.SmallInt(1))
	}
	u.push(v)
	return nil
}

// literal reads an int of decimal digits.
func (u *unpickling) literal(s []byte) (object.Value, error) {
	h := u.h
	s, _, _ = bytes.Cut(s, []byte{0}) // as C does
	v, ok, err := h.ParseInt(s, 10)
	if err == nil && !ok {
		shown, failed := h.Decode(h.NewBytes(s[:min(len(s), 200)]), "utf-8", "strict")
		if failed != nil {
			return object.Null, failed
		}
		text, failed := u.repr(shown)
		if failed != nil {
			return object.Null, failed
		}
		err = h.Raise(object.ValueErrorType, "invalid literal for int() with base 10: %s", text)
	}
	return v, err
}

// index reads an index in the memo.
func (u *unpickling) index(s []byte) (int, error) {
	v, err := u.literal(s)
	if err != nil {
		return 0, err
	}
	return u.h.Ssize(v)
}

func (u *unpickling) loadLong() error {
	line, err := u.line(2)
	if err != nil {
		return err
	}
	s := line
	if n := len(s); s[n-2] == 'L' {
		s = s[:n-2]
	}
	v, err := u.literal(s)
	if err == nil {
		u.push(v)
	}
	return err
}

func (u *unpickling) loadFloat() error {
	s, err := u.line(2)
	if err != nil {
		return err
	}
	if !numberBegins(s) {
		return u.h.Raise(object.ValueErrorType, "could not convert string to float: '%s'", s)
	}
	number, _, _ := bytes.Cut(s[:len(s)-1], []byte{0}) // as C does
	f, ok := textfmt.ParseFloat(number)
	switch {
	case !ok || bytes.ContainsAny(number, "_ \t\v\f\r"):
		return u.h.Raise(object.ValueErrorType, "could not convert string to float")
	case math.IsInf(f, 0) && !bytes.ContainsAny(number, "iI"):
		return u.h.Raise(object.OverflowErrorType, "value too large to convert to float: '%s'", s)
	}
	u.push(object.FloatValue(f))
	return nil
}

// numberBegins reports whether a text begins with a float.
func numberBegins(s []byte) bool {
	if s[0] == '+' || s[0] == '-' {
		s = s[1:]
	}
	if len(s) > 1 && s[0] == '.' {
		s = s[1:]
	} else if len(s) > 3 && (bytes.EqualFold(s[:3], []byte("inf")) || bytes.EqualFold(s[:3], []byte("nan"))) {
		return true
	}
	return s[0] >= '0' && s[0] <= '9'
}

func (u *unpickling) loadBinFloat() error {
	b, err := u.take(8)
	if err == nil {
		u.push(object.FloatValue(math.Float64frombits(binary.BigEndian.Uint64(b))))
	}
	return err
}

// Text and bytes.

// payload is take for the content of bytes, of which even none lies ahead of the end.
func (u *unpickling) payload(n int) ([]byte, error) {
	if n == 0 && u.at == len(u.in) && u.read == object.Null {
		return nil, u.truncated()
	}
	return u.take(n)
}

func bytesOf(size int, what string) func(u *unpickling) error {
	return func(u *unpickling) error {
		n, err := u.length(size, what)
		if err != nil {
			return err
		}
		data, err := u.payload(n)
		if err == nil {
			u.push(u.h.NewBytes(data))
		}
		return err
	}
}

func (u *unpickling) loadByteArray() error {
	n, err := u.length(8, "BYTEARRAY8")
	if err != nil {
		return err
	}
	data, err := u.payload(n)
	if err != nil {
		return err
	}
	v, err := u.call1(u.h.Type(object.ByteArrayType).Object, u.h.NewBytes(data))
	if err == nil {
		u.push(v)
	}
	return err
}

func textOf(size int, what string) func(u *unpickling) error {
	return func(u *unpickling) error {
		n, err := u.length(size, what)
		if err != nil {
			return err
		}
		data, err := u.take(n)
		if err != nil {
			return err
		}
		if unicode.IsASCII(data) {
			u.push(u.h.NewASCII(data))
			return nil
		}
		v, err := u.h.Decode(u.h.NewBytes(data), "utf-8", "surrogatepass")
		if err == nil {
			u.push(v)
		}
		return err
	}
}

func (u *unpickling) loadUnicode() error {
	s, err := u.line(1)
	if err != nil {
		return err
	}
	h := u.h
	v := h.NewBytes(s[:len(s)-1])
	t, err := u.escapes.escapeDecoder("raw_unicode_escape_decode", "rawunicodeescape", (*unescaper).raw)(h, object.Null, []object.Value{v})
	if err == nil {
		u.push(h.TupleItem(t, 0))
	}
	return err
}

// old pushes a str of Python 2.
func (u *unpickling) old(v object.Value) error {
	if u.encoding != "bytes" {
		var err error
		if v, err = u.h.Decode(v, u.encoding, u.errors); err != nil {
			return err
		}
	}
	u.push(v)
	return nil
}

func (u *unpickling) loadString() error {
	h := u.h
	s, err := u.line(0)
	if err != nil {
		return err
	}
	s = s[:len(s)-1]
	n := len(s)
	if n < 2 || s[0] != s[n-1] || s[0] != '\'' && s[0] != '"' {
		return u.fail(u.unpicklingErr, "the STRING opcode argument must be quoted")
	}
	v := h.NewBytes(s[1 : n-1])
	t, err := u.escapes.unescapeBytes(h, object.Null, []object.Value{v})
	if err != nil {
		return err
	}
	return u.old(h.TupleItem(t, 0))
}

func oldString(size int, what string) func(u *unpickling) error {
	return func(u *unpickling) error {
		n, err := u.signed(size)
		if err != nil {
			return err
		}
		if n < 0 {
			return u.fail(u.unpicklingErr, "%s pickle has negative byte count", what)
		}
		data, err := u.take(int(n))
		if err != nil {
			return err
		}
		return u.old(u.h.NewBytes(data))
	}
}

func (u *unpickling) loadNextBuffer() error {
	if u.buffers == object.Null {
		return u.fail(u.unpicklingErr, "pickle stream refers to out-of-band data but no *buffers* argument was given")
	}
	v, err := u.h.Next(u.buffers)
	if err == nil && v == object.Null {
		err = u.fail(u.unpicklingErr, "not enough out-of-band buffers")
	}
	if err == nil {
		u.push(v)
	}
	return err
}

func (u *unpickling) loadReadOnly() error {
	if err := u.need(1); err != nil {
		return err
	}
	h := u.h
	w, err := u.view(u.top(1)[0])
	if err != nil {
		return err
	}
	fixed, err := h.GetAttr(w, h.Intern("readonly"))
	if err != nil || fixed == object.True {
		return err
	}
	if w, err = callMethod(h, w, "toreadonly"); err == nil {
		u.replace(1, w)
	}
	return err
}
