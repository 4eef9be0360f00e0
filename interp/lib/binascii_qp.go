package lib

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// fromQP is a2b_qp: quoted-printable text.
func (k *binasciiKit) fromQP(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, header, err := withFlag(h, p, false, k.text)
	if err != nil {
		return object.Null, err
	}
	var out []byte
	for i := 0; i < len(data); {
		h.CheckStopAt(i)
		c := data[i]
		switch {
		case c == '=':
			if i++; i >= len(data) {
				break
			}
			switch {
			case data[i] == '\n' || data[i] == '\r': // a soft line break
				for i < len(data) && data[i] != '\n' {
					i++
				}
				if i < len(data) {
					i++
				}
			case data[i] == '=':
				out = append(out, '=')
				i++
			case i+1 < len(data) && hexValue(data[i]) >= 0 && hexValue(data[i+1]) >= 0:
				out = append(out, byte(hexValue(data[i])<<4|hexValue(data[i+1])))
				i += 2
			default:
				out = append(out, '=')
			}
		case header && c == '_':
			out = append(out, ' ')
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return h.NewBytes(out), nil
}

// maxQPLine is the length of a line of quoted-printable text.
const maxQPLine = 76

// toQP is b2a_qp.
func (k *binasciiKit) toQP(h *object.Heap, p [4]object.Value) (object.Value, error) {
	data, err := h.BufferData(p[0])
	if err != nil {
		return object.Null, err
	}
	data = slices.Clone(data)
	var quoteTabs, isText, header bool
	for i, f := range []*bool{&quoteTabs, &isText, &header} {
		if *f, err = flag(h, p[1+i], i == 1); err != nil {
			return object.Null, err
		}
	}
	crlf := false
	if i := slices.Index(data, '\n'); i > 0 && data[i-1] == '\r' {
		crlf = true
	}
	lineBreak := func(out []byte) []byte {
		if crlf {
			out = append(out, '\r')
		}
		return append(out, '\n')
	}
	var out []byte
	line := 0
	at := func(i int) byte {
		if i < len(data) {
			return data[i]
		}
		return 0
	}
	for i := 0; i < len(data); {
		h.CheckStopAt(i)
		c := data[i]
		last := i+1 == len(data)
		quoted := c > 126 || c == '=' || header && c == '_' || c == '.' && line == 0 && (last || at(i+1) == '\n' || at(i+1) == '\r' || at(i+1) == 0) ||
			!isText && (c == '\r' || c == '\n') || (c == '\t' || c == ' ') && last ||
			c < 33 && c != '\r' && c != '\n' && c != '\t' && c != ' ' ||
			c < 33 && c != '\r' && c != '\n' && (quoteTabs || !quoteTabs && (c != '\t' && c != ' '))
		if quoted {
			if line+3 >= maxQPLine {
				out = lineBreak(append(out, '='))
				line = 0
			}
			out = append(out, '=', upperHex(c>>4), upperHex(c&15))
			i++
			line += 3
			continue
		}
		if isText && (c == '\n' || c == '\r' && !last && at(i+1) == '\n') {
			line = 0
			if n := len(out); n > 0 && (out[n-1] == ' ' || out[n-1] == '\t') { // blanks at the end of a line
				b := out[n-1]
				out = append(out[:n-1], '=', upperHex(b>>4), upperHex(b&15))
			}
			out = lineBreak(out)
			if c == '\r' {
				i++
			}
			i++
			continue
		}
		if !last && at(i+1) != '\n' && line+1 >= maxQPLine {
			out = lineBreak(append(out, '='))
			line = 0
		}
		line++
		if header && c == ' ' {
			c = '_'
		}
		out = append(out, c)
		i++
	}
	return h.NewBytes(out), nil
}

func upperHex(v byte) byte { return "0123456789ABCDEF"[v] }
