package lib

import (
	"hash/crc32"

	"github.com/tier2go/tier2/interp/object"
)

// The module binascii (Modules/binascii.c). Go's decoders refuse what CPython's pass over, so
// that decoding base64, uuencoding and quoted-printable (binascii_qp.go) are written here.

// binasciiKit has the module's exceptions.
type binasciiKit struct{ err object.TypeID }

const (
	base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	maxUULine      = 45 // bytes that a line of uuencoded text holds

	// chunk is how many bytes are encoded or decoded without asking whether to stop: a multiple of 12, so that
	// chunks are whole groups of base64 and of hexadecimal digits.
	chunk = 12 << 10
)

var base64Values = func() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i := range len(base64Alphabet) {
		t[base64Alphabet[i]] = int8(i)
	}
	return t
}()

// newBinascii makes the module.
func (l *Lib) newBinascii() (object.Value, error) {
	h, m := l.h, l.newModule("binascii")
	k := &binasciiKit{}
	exception := func(name string, base object.TypeID) object.TypeID {
		b := h.Type(base)
		t := h.RegisterType(&object.Type{Name: name, Module: "binascii", Base: b, IsException: true, Slots: b.Slots})
		m.set(name, t.Object)
		return t.ID
	}
	k.err = exception("Error", object.ValueErrorType)
	exception("Incomplete", object.ExceptionType)
	row := func(name string, sig *object.Signature, fn func(h *object.Heap, p [4]object.Value) (object.Value, error)) {
		m.functions([]object.Builtin{{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [4]object.Value
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			return fn(h, p)
		}}})
	}
	row("a2b_base64", object.NewSignature("a2b_base64", 1, 1, 1, "", "strict_mode"), k.fromBase64)
	row("b2a_base64", object.NewSignature("b2a_base64", 1, 1, 1, "", "newline"), k.toBase64)
	for _, name := range [...]string{"hexlify", "b2a_hex"} {
		row(name, object.NewSignature(name, 0, 1, 0, "data", "sep", "bytes_per_sep"), k.toHex)
	}
	for _, name := range [...]string{"unhexlify", "a2b_hex"} {
		row(name, object.NewSignature(name, 1, 1, 0, ""), k.fromHex)
	}
	row("crc32", object.NewSignature("crc32", 2, 1, 0, "", ""), crc32Of)
	row("crc_hqx", object.NewSignature("crc_hqx", 2, 2, 0, "", ""), crcHQX)
	row("a2b_uu", object.NewSignature("a2b_uu", 1, 1, 0, ""), k.fromUU)
	row("b2a_uu", object.NewSignature("b2a_uu", 1, 1, 1, "", "backtick"), k.toUU)
	row("a2b_qp", object.NewSignature("a2b_qp", 0, 1, 0, "data", "header"), k.fromQP)
	row("b2a_qp", object.NewSignature("b2a_qp", 0, 1, 0, "data", "quotetabs", "istext", "header"), k.toQP)
	return m.v, nil
}

// text returns the bytes of an argument that may be ASCII text, valid while it lives and does not change.
func (*binasciiKit) text(h *object.Heap, v object.Value) ([]byte, error) {
	if h.IsInstance(v, object.StrType) {
		data, ok := h.ASCIIData(v)
		if !ok {
			return nil, h.Raise(object.ValueErrorType, "string argument should contain only ASCII characters")
		}
		return data, nil
	}
	if !h.IsBuffer(v) {
		return nil, h.Raise(object.TypeErrorType, "argument should be bytes, buffer or ASCII string, not '%s'", h.TypeName(v))
	}
	return h.BufferData(v)
}

func (k *binasciiKit) fail(h *object.Heap, format string, args ...any) (object.Value, error) {
	return object.Null, h.Raise(k.err, format, args...)
}

// flag is an argument that is asked for its truth.
func flag(h *object.Heap, v object.Value, ifNone bool) (bool, error) {
	if v == object.Null {
		return ifNone, nil
	}
	return h.Truth(v)
}

// withFlag returns the bytes of the first argument and the truth of the second. Asking for that may run guest code,
// which may change a bytearray, so the bytes are taken behind it; what is no argument is refused before.
func withFlag(h *object.Heap, p [4]object.Value, ifNone bool, bytes func(*object.Heap, object.Value) ([]byte, error)) ([]byte, bool, error) {
	if _, err := bytes(h, p[0]); err != nil {
		return nil, false, err
	}
	on, err := flag(h, p[1], ifNone)
	if err != nil {
		return nil, false, err
	}
	data, err := bytes(h, p[0])
	return data, on, err
}

// fromBase64 is a2b_base64: characters outside of the alphabet are passed over, unless it is
// strict.
func (k *binasciiKit) fromBase64(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, strict, err := withFlag(h, p, false, k.text)
	if err != nil {
		return object.Null, err
	}
	n := 0 // characters that are done: whole groups at the beginning, of the alphabet only
	v, groups := h.MakeBytes(len(data) / 4 * 3)
	for n+4 <= len(data) {
		end := min(n+chunk, len(data))
		m := decodeBase64(groups[n/4*3:], data[n:end])
		if n += m; m < chunk {
			break
		}
		h.CheckStop()
	}
	if n == len(data) {
		return v, nil
	}
	return k.fromRest(h, groups[:n/4*3], data, n, strict)
}

// fromRest goes on with fromBase64 at a character, a digit at a time, behind what whole groups mean.
func (k *binasciiKit) fromRest(h *object.Heap, groups, data []byte, n int, strict bool) (object.Value, error) {
	out := make([]byte, 0, (len(data)-n)/4*3+3)
	quad, pads, left := 0, 0, byte(0)
scan:
	for i := n; i < len(data); i++ {
		c := data[i]
		h.CheckStopAt(i)
		if c == '=' {
			pads++
			switch {
			case !strict, quad >= 2 && quad+pads <= 4:
			case quad == 1:
				break scan
			case quad == 0 && i == 0:
				return k.fail(h, "Leading padding not allowed")
			default:
				return k.fail(h, "Excess padding not allowed")
			}
			continue
		}
		v := base64Values[c]
		switch {
		case v >= 0 && pads > 0 && strict && quad+pads == 4:
			return k.fail(h, "Excess data after padding")
		case v >= 0 && pads > 0 && strict:
			return k.fail(h, "Discontinuous padding not allowed")
		case v < 0 && strict:
			return k.fail(h, "Only base64 data is allowed")
		case v < 0:
			continue
		}
		pads = 0
		u := byte(v)
		switch quad {
		case 0:
			left = u
		case 1:
			out = append(out, left<<2|u>>4)
			left = u & 0x0f
		case 2:
			out = append(out, left<<4|u>>2)
			left = u & 0x03
		case 3:
			out = append(out, left<<6|u)
			left = 0
		}
		quad = (quad + 1) % 4
	}
	switch {
	case quad == 1:
		return k.fail(h, "Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", (len(groups)+len(out))/3*4+1)
	case quad != 0 && quad+pads < 4:
		return k.fail(h, "Incorrect padding")
	}
	v, all := h.MakeBytes(len(groups) + len(out))
	copy(all[copy(all, groups):], out)
	return v, nil
}

// toBase64 is b2a_base64.
func (k *binasciiKit) toBase64(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, newline, err := withFlag(h, p, true, (*object.Heap).BufferData)
	if err != nil {
		return object.Null, err
	}
	n := (len(data) + 2) / 3 * 4
	size := n
	if newline {
		size++
	}
	v, out := h.MakeBytes(size)
	for i := 0; i < len(data); i += chunk {
		encodeBase64(out[i/3*4:], data[i:min(i+chunk, len(data))])
		h.CheckStop()
	}
	if newline {
		out[n] = '\n'
	}
	return v, nil
}

// toHex is hexlify; with a separator, by the method of bytes.
func (k *binasciiKit) toHex(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, err := h.BufferData(p[0])
	if err != nil {
		return object.Null, err
	}
	if p[1] == object.Null {
		v, out := h.MakeBytes(2 * len(data))
		for i := 0; i < len(data); i += chunk {
			part := data[i:min(i+chunk, len(data))]
			encodeHex(out[2*i:], part)
			h.CheckStop()
		}
		return v, nil
	}
	f, err := h.GetAttr(h.NewBytes(data), h.Intern("hex"))
	if err != nil {
		return object.Null, err
	}
	var args []object.Value
	for _, v := range p[1:3] {
		if v == object.Null {
			break
		}
		args = append(args, v)
	}
	text, err := h.Call(f, args, object.Null)
	if err != nil {
		return object.Null, err
	}
	return h.NewBytes([]byte(h.GoString(text))), nil
}

// fromHex is unhexlify.
func (k *binasciiKit) fromHex(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, err := k.text(h, p[0])
	if err != nil {
		return object.Null, err
	}
	if len(data)%2 != 0 {
		return k.fail(h, "Odd-length string")
	}
	v, out := h.MakeBytes(len(data) / 2)
	for i := 0; i < len(data); i += chunk {
		end := min(i+chunk, len(data))
		if !decodeHex(out[i/2:end/2], data[i:end]) {
			return k.fail(h, "Non-hexadecimal digit found")
		}
		h.CheckStop()
	}
	return v, nil
}

// hexValue is -1 for what is no hexadecimal digit.
func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func crc32Of(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, err := h.BufferData(p[0])
	if err != nil {
		return object.Null, err
	}
	start, err := word32(h, p[1])
	if err != nil {
		return object.Null, err
	}
	crc := crc32.Update(start, crc32.IEEETable, data)
	return h.Int(int64(crc)), nil
}

// word32 is the low 32 bits of an int; 0 for Null.
func word32(h *object.Heap, v object.Value) (uint32, error) {
	if v == object.Null {
		return 0, nil
	}
	i, err := h.Binary(object.And, v, h.Int(1<<32-1))
	if err != nil {
		return 0, err
	}
	n, _ := h.AsInt64(i)
	return uint32(n), nil
}

// crcHQX is the CRC of the polynomial x¹⁶ + x¹² + x⁵ + 1.
func crcHQX(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, err := h.BufferData(p[0])
	if err != nil {
		return object.Null, err
	}
	start, err := word32(h, p[1])
	if err != nil {
		return object.Null, err
	}
	crc := uint16(start)
	for i, c := range data {
		h.CheckStopAt(i)
		crc ^= uint16(c) << 8
		for range 8 {
			high := crc & 0x8000
			if crc <<= 1; high != 0 {
				crc ^= 0x1021
			}
		}
	}
	return object.SmallInt(int64(crc)), nil
}

// fromUU is a2b_uu: a line of uuencoded text.
func (k *binasciiKit) fromUU(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, err := k.text(h, p[0])
	if err != nil {
		return object.Null, err
	}
	if len(data) == 0 {
		return k.fail(h, "Missing length byte")
	}
	n := int((data[0] - ' ') & 0x3f)
	data = data[1:]
	out := make([]byte, 0, n)
	bits, left := 0, uint(0)
	i := 0
	for ; len(out) < n; i++ {
		c := byte(0)
		if i < len(data) {
			c = data[i]
		}
		if c == '\n' || c == '\r' || c == 0 && i >= len(data) {
			c = 0
		} else {
			if c < ' ' || c > ' '+64 {
				return k.fail(h, "Illegal char")
			}
			c = (c - ' ') & 0x3f
		}
		left, bits = left<<6|uint(c), bits+6
		if bits >= 8 {
			bits -= 8
			out = append(out, byte(left>>bits))
			left &= 1<<bits - 1
		}
	}
	for ; i < len(data); i++ {
		if c := data[i]; c != ' ' && c != ' '+64 && c != '\n' && c != '\r' {
			return k.fail(h, "Trailing garbage")
		}
	}
	return h.NewBytes(out), nil
}

// toUU is b2a_uu.
func (k *binasciiKit) toUU(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, backtick, err := withFlag(h, p, false, (*object.Heap).BufferData)
	if err != nil {
		return object.Null, err
	}
	if len(data) > maxUULine {
		return k.fail(h, "At most 45 bytes at once")
	}
	show := func(v byte) byte {
		if v == 0 && backtick {
			return '`'
		}
		return v + ' '
	}
	out := []byte{show(byte(len(data)))}
	for i := 0; i < len(data); i += 3 {
		var b [3]byte
		copy(b[:], data[i:])
		out = append(out, show(b[0]>>2), show(b[0]&3<<4|b[1]>>4), show(b[1]&15<<2|b[2]>>6), show(b[2]&63))
	}
	return h.NewBytes(append(out, '\n')), nil
}
