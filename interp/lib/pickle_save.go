package lib

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/textfmt"
)

// Pickling values of builtin types.

// settle checks the arguments that picklers have in common: the protocol, fix_imports and buffer_callback; Null stands
// for the default.
func (p *pickling) settle(protocol, fix, callback object.Value) error {
	h := p.h
	if err := p.prepare(); err != nil {
		return err
	}
	p.proto = highestProtocol
	if protocol != object.Null && protocol != object.None {
		n, err := h.Index(protocol)
		switch {
		case err != nil:
			return err
		case n > highestProtocol:
			return h.Raise(object.ValueErrorType, "pickle protocol must be <= %d", highestProtocol)
		case n >= 0:
			p.proto = int(n)
		}
	}
	p.bin = p.proto > 0
	fixed := true
	if fix != object.Null {
		var err error
		if fixed, err = h.Truth(fix); err != nil {
			return err
		}
	}
	p.fixImports = fixed && p.proto < 3
	p.callback = object.Null
	if callback != object.Null && callback != object.None {
		if p.proto < 5 {
			return h.Raise(object.ValueErrorType, "buffer_callback needs protocol >= 5")
		}
		p.callback = callback
	}
	return nil
}

// writeOf returns a file's method write.
func (k *pickleKit) writeOf(file object.Value) (object.Value, error) {
	f, err := k.h.LookupAttr(file, k.h.Intern("write"))
	if err == nil && f == object.Null {
		err = k.h.Raise(object.TypeErrorType, "file must have a 'write' attribute")
	}
	return f, err
}

// dump pickles an object.
func (p *pickling) dump(v object.Value) error {
	if p.proto >= 2 {
		p.put(opProto, byte(p.proto))
		p.framing = p.proto >= 4
	}
	p.bare = p.framing && p.persistentID == object.Null
	err := p.save(v)
	if err == nil {
		p.op(opStop)
		p.commit()
	}
	p.framing, p.frame = false, -1
	return err
}

const whilePickling = " while pickling an object"

// quick pickles values one after the other as long as they are of the commonest types, and nothing but a few bytes at the end of a frame; it returns how many.
// It runs no code of the program.
func (p *pickling) quick(vs []object.Value) (done int) {
	const most = 9 // bytes of a value that is no text
	if !p.bare || p.frame < 0 {
		return 0
	}
	h, n, b := p.h, len(p.b), p.b[:cap(p.b)]
	last := min(len(b)-most, p.frame+frameHeader+frameTarget-1) // where a value may begin
values:
	for ; done < len(vs) && n <= last; done++ {
		to := b[n:]
		switch v := vs[done]; {
		case v.IsSmall():
			switch i := v.Small(); {
			case i>>8 == 0:
				to[0], to[1] = opBinInt1, byte(i)
				n += 2
			case i>>16 == 0:
				to[0], to[1], to[2] = opBinInt2, byte(i), byte(i>>8)
				n += 3
			case i == int64(int32(i)):
				to[0] = opBinInt
				binary.LittleEndian.PutUint32(to[1:], uint32(i))
				n += 5
			default:
				break values
			}
		case v.IsFloat():
			to[0] = opBinFloat
			binary.BigEndian.PutUint64(to[1:], math.Float64bits(v.Float()))
			n += 9
		case v == object.None:
			to[0] = opNone
			n++
		case v == object.True:
			to[0] = opNewTrue
			n++
		case v == object.False:
			to[0] = opNewFalse
			n++
		case h.Is(v, object.StrType):
			e := p.memo.entry(v)
			switch {
			case e == nil:
				break values
			case e.index > 256:
				to[0] = opLongBinGet
				binary.LittleEndian.PutUint32(to[1:], e.index-1)
				n += 5
			case e.index > 0:
				to[0], to[1] = opBinGet, byte(e.index-1)
				n += 2
			default:
				data, ok := h.ASCIIData(v)
				if !ok || len(data) > 0xFF || len(data)+3 > len(to) || p.fast != 0 {
					break values
				}
				to[0], to[1] = opShortBinUnicode, byte(len(data))
				n += 2 + copy(to[2:], data)
				b[n] = opMemoize
				n++
				p.memo.n++
				*e = memoEntry{v, uint32(p.memo.n)}
				h.ListAppend(p.keep, v)
			}
		default:
			break values
		}
	}
	p.b = b[:n]
	return done
}

// save pickles a value.
func (p *pickling) save(v object.Value) error {
	if one := [1]object.Value{v}; p.quick(one[:]) == 1 {
		return nil
	}
	if err := p.boundary(); err != nil {
		return err
	}
	if p.persistentID != object.Null {
		if done, err := p.savePersistent(v); done || err != nil {
			return err
		}
	}
	return p.saveOwn(p.h.TypeID(v), v)
}

// saveOwn pickles a value that has no persistent id.
func (p *pickling) saveOwn(t object.TypeID, v object.Value) error {
	h := p.h
	switch t {
	case object.NoneType:
		p.op(opNone)
		return nil
	case object.BoolType:
		p.saveBool(v == object.True)
		return nil
	case object.IntType:
		return p.saveInt(v)
	case object.FloatType:
		p.saveFloat(v.Float())
		return nil
	}
	if i := p.memo.find(v); i >= 0 {
		p.get(i)
		return nil
	}
	switch t {
	case object.StrType:
		return p.saveStr(v)
	case object.BytesType:
		return p.saveBytes(v)
	}
	if err := h.Enter(whilePickling); err != nil {
		return err
	}
	err := p.saveDeep(t, v)
	h.Leave()
	return err
}

// saveDeep pickles what refers to other values.
func (p *pickling) saveDeep(t object.TypeID, v object.Value) error {
	switch t {
	case object.DictType:
		return p.saveDict(v)
	case object.SetType:
		return p.saveSet(v)
	case object.FrozenSetType:
		return p.saveFrozenSet(v)
	case object.ListType:
		return p.saveList(v)
	case object.TupleType:
		return p.saveTuple(v)
	case object.ByteArrayType:
		return p.saveByteArray(v)
	case p.buffer.ID:
		return p.saveBuffer(v)
	}
	return p.saveByReduction(t, v)
}

// savePersistent asks for an object's persistent id and pickles that, if there is one.
func (p *pickling) savePersistent(v object.Value) (done bool, err error) {
	h := p.h
	id, err := p.call1(p.persistentID, v)
	if err != nil || id == object.None {
		return false, err
	}
	if p.bin {
		if err := p.saveOwn(h.TypeID(id), id); err != nil {
			return true, err
		}
		p.op(opBinPersID)
		return true, nil
	}
	text, err := h.Str(id)
	if err != nil {
		return true, err
	}
	data, ok := h.ASCIIData(text)
	if !ok {
		return true, p.fail(p.picklingErr, "persistent IDs in protocol 0 must be ASCII strings")
	}
	p.line(opPersID, string(data))
	return true, nil
}

func (p *pickling) saveBool(yes bool) {
	switch {
	case p.proto >= 2 && yes:
		p.op(opNewTrue)
	case p.proto >= 2:
		p.op(opNewFalse)
	case yes:
		p.line(opInt, "01")
	default:
		p.line(opInt, "00")
	}
}

func (p *pickling) saveInt(v object.Value) error {
	h := p.h
	if n, ok := h.AsInt64(v); ok && n == int64(int32(n)) {
		switch {
		case !p.bin:
			p.line(opInt, strconv.FormatInt(n, 10))
		case n>>8 == 0:
			p.open(2)
			p.b = append(p.b, opBinInt1, byte(n))
		case n>>16 == 0:
			p.put(opBinInt2, byte(n), byte(n>>8))
		default:
			p.put4(opBinInt, uint32(n))
		}
		return nil
	}
	if p.proto < 2 {
		text, err := h.Repr(v)
		if err == nil {
			p.line(opLong, h.GoString(text)+"L")
		}
		return err
	}
	data := p.twosComplement(v)
	switch n := len(data); {
	case n < 256:
		p.put(opLong1, byte(n))
	case n > math.MaxInt32:
		return h.Raise(object.OverflowErrorType, "int too large to pickle")
	default:
		p.put4(opLong4, uint32(n))
	}
	p.put(data...)
	return nil
}

// twosComplement returns the fewest bytes, little endian, that an int is in two's complement.
func (p *pickling) twosComplement(v object.Value) []byte {
	p.scratch = twosComplement(p.h, p.scratch, v)
	return p.scratch
}

// twosComplement is the same; scratch is memory that may be used for it.
func twosComplement(h *object.Heap, scratch []byte, v object.Value) []byte {
	var data []byte
	if n, ok := h.AsInt64(v); ok {
		data = binary.LittleEndian.AppendUint64(scratch[:0], uint64(n))
	} else {
		x := h.BigInt(v)
		h.RoomFor(2 * float64(x.BitLen()))
		neg := x.Sign() < 0
		if neg {
			x.Not(x) // −x − 1, whose bits are those of x, all inverted
		}
		data = make([]byte, x.BitLen()/8+1)
		x.FillBytes(data)
		for i, j := 0, len(data)-1; i <= j; i, j = i+1, j-1 {
			data[i], data[j] = data[j], data[i]
		}
		if neg {
			for i := range data {
				data[i] = ^data[i]
			}
		}
	}
	for n := len(data); n > 1; n-- { // what only repeats the sign
		if top, next := data[n-1], data[n-2]; top == 0 && next < 0x80 || top == 0xFF && next >= 0x80 {
			data = data[:n-1]
		} else {
			break
		}
	}
	return data
}

func (p *pickling) saveFloat(f float64) {
	if p.bin {
		p.open(9)
		p.b = binary.BigEndian.AppendUint64(append(p.b, opBinFloat), math.Float64bits(f))
		return
	}
	p.line(opFloat, string(textfmt.AppendFloat(nil, f, 'r', 0, textfmt.Dot0)))
}

// counted returns an opcode with a length in so many bytes.
func counted(op byte, size, n int) []byte {
	return binary.LittleEndian.AppendUint64([]byte{op}, uint64(n))[:1+size]
}

func (p *pickling) saveStr(v object.Value) error {
	if !p.bin {
		p.line(opUnicode, string(p.rawEscaped(v)))
		p.memoize(v)
		return nil
	}
	data, ok := p.h.ASCIIData(v)
	if !ok {
		p.h.RoomFor(8 * 3 * float64(p.h.StrLen(v)))
		p.scratch = p.h.AppendStr(p.scratch[:0], v)
		data = p.scratch
	}
	n := len(data)
	if n <= 0xFF && p.proto >= 4 {
		p.open(n + 3)
		p.b = append(append(p.b, opShortBinUnicode, byte(n)), data...)
		p.memoize(v)
		return nil
	}
	header := counted(opBinUnicode, 4, n)
	switch {
	case n > math.MaxUint32 && p.proto < 4:
		return p.h.Raise(object.OverflowErrorType, "serializing a string larger than 4 GiB requires pickle protocol 4 or higher")
	case n > math.MaxUint32:
		header = counted(opBinUnicode8, 8, n)
	}
	if err := p.large(header, data, object.Null); err != nil {
		return err
	}
	p.memoize(v)
	return nil
}

// rawEscaped returns a str in raw_unicode_escape, with escapes for what would end the line.
func (p *pickling) rawEscaped(v object.Value) []byte {
	h := p.h
	var b []byte
	for i := range h.StrLen(v) {
		h.CheckStopAt(i)
		switch c := h.StrAt(v, i); {
		case c == '\\' || c == 0 || c == '\n' || c == '\r' || c == 0x1A:
			b = append(b, backslashU(c)...)
		default:
			b = appendRaw(b, c)
		}
	}
	return b
}

// backslashU is the escape of four digits.
func backslashU(c rune) string { return fmt.Sprintf(`\u%04x`, c) }

func (p *pickling) saveBytes(v object.Value) error {
	h := p.h
	if p.proto < 3 {
		if h.BytesLen(v) == 0 {
			return p.saveReduce(h.NewTuple(h.Type(object.BytesType).Object, h.NewTuple()), v)
		}
		text, err := h.Decode(v, "latin1", "strict")
		if err != nil {
			return err
		}
		return p.saveReduce(h.NewTuple(p.roots[rootEncode], h.NewTuple(text, h.Intern("latin1"))), v)
	}
	if err := p.bytesData(h.BytesData(v), v); err != nil {
		return err
	}
	p.memoize(v)
	return nil
}

// bytesData appends bytes. payload is an object with them.
func (p *pickling) bytesData(data []byte, payload object.Value) error {
	n := len(data)
	header := counted(opBinBytes, 4, n)
	switch {
	case n <= 0xFF:
		header = counted(opShortBinBytes, 1, n)
	case n > math.MaxUint32 && p.proto < 4:
		return p.h.Raise(object.OverflowErrorType, "serializing a bytes object larger than 4 GiB requires pickle protocol 4 or higher")
	case n > math.MaxUint32:
		header = counted(opBinBytes8, 8, n)
	}
	return p.large(header, data, payload)
}

func (p *pickling) saveByteArray(v object.Value) error {
	h := p.h
	data, err := h.BufferData(v)
	if err != nil {
		return err
	}
	class := h.Type(object.ByteArrayType).Object
	switch {
	case p.proto < 5 && len(data) == 0:
		return p.saveReduce(h.NewTuple(class, h.NewTuple()), v)
	case p.proto < 5:
		return p.saveReduce(h.NewTuple(class, h.NewTuple(h.NewBytes(data))), v)
	}
	if err := p.large(counted(opByteArray8, 8, len(data)), data, v); err != nil {
		return err
	}
	p.memoize(v)
	return nil
}

// saveBuffer pickles a PickleBuffer: its bytes, or a note that they are elsewhere.
func (p *pickling) saveBuffer(v object.Value) error {
	h := p.h
	if p.proto < 5 {
		return p.fail(p.picklingErr, "PickleBuffer can only be pickled with protocol >= 5")
	}
	data, readOnly, err := p.bufferData(v, p.picklingErr, "PickleBuffer can not be pickled when pointing to a non-contiguous buffer")
	if err != nil {
		return err
	}
	if p.callback != object.Null {
		r, err := p.call1(p.callback, v)
		if err != nil {
			return err
		}
		inside, err := h.Truth(r)
		if err != nil {
			return err
		}
		if !inside {
			p.op(opNextBuffer)
			if readOnly {
				p.op(opReadOnlyBuffer)
			}
			return nil
		}
		if data, readOnly, err = p.bufferData(v, p.picklingErr, ""); err != nil { // the callback may have changed it
			return err
		}
	}
	if readOnly {
		err = p.bytesData(data, object.Null)
	} else {
		err = p.large(counted(opByteArray8, 8, len(data)), data, object.Null)
	}
	if err == nil {
		p.memoize(v)
	}
	return err
}
