package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// The module marshal (Python/marshal.c), versions 0 to 5: marshal_dump.go writes, marshal_load.go reads. What dump writes,
// CPython reads to the same values, and the other way round. The bytes may differ: CPython marks as referable what has
// several references at the moment, here all is marked that could be referred to.

// The type codes. Values that later references may name have flagRef added.
const (
	marshalNull         = '0'
	marshalNone         = 'N'
	marshalTrue         = 'T'
	marshalFalse        = 'F'
	marshalStop         = 'S' // the class StopIteration
	marshalEllipsis     = '.'
	marshalInt          = 'i' // 32 bits
	marshalInt64        = 'I' // read only
	marshalLong         = 'l' // digits of 15 bits
	marshalFloatText    = 'f' // before version 2
	marshalFloat        = 'g'
	marshalComplexText  = 'x'
	marshalComplex      = 'y'
	marshalBytes        = 's'
	marshalUnicode      = 'u'
	marshalInterned     = 't'
	marshalASCII        = 'a'
	marshalASCIIName    = 'A' // interned
	marshalShort        = 'z'
	marshalShortName    = 'Z'
	marshalTuple        = '('
	marshalSmallTuple   = ')'
	marshalList         = '['
	marshalDict         = '{'
	marshalSet          = '<'
	marshalFrozenSet    = '>'
	marshalSlice        = ':'
	marshalCode         = 'c'
	marshalRef          = 'r'
	marshalFlagRef      = 0x80
	marshalVersion      = 5
	maxMarshalDepth     = 2000
	marshalDigitBits    = 15
	codeNumbersFirst    = 5  // fields of a code object that are plain ints and come first
	codeFirstLine       = 13 // another one
	codeParts           = 16
	marshalRefsVersion  = 3 // references, and interned strs
	marshalShortVersion = 4 // ASCII strs and small tuples
	marshalSliceVersion = 5
	marshalFloatVersion = 2
)

var (
	marshalDumpSig  = object.NewSignature("dump", 3, 2, 1, "", "", "", "allow_code")
	marshalDumpsSig = object.NewSignature("dumps", 2, 1, 1, "", "", "allow_code")
	marshalLoadSig  = object.NewSignature("load", 1, 1, 1, "", "allow_code")
	marshalLoadsSig = object.NewSignature("loads", 1, 1, 1, "", "allow_code")
)

// newMarshal makes the module marshal.
func (l *Lib) newMarshal() (object.Value, error) {
	m := l.newModule("marshal")
	// bound calls f with the parameters bound: at is where allow_code is.
	bound := func(name string, sig *object.Signature, at int, f func(h *object.Heap, p []object.Value, code bool) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [4]object.Value
			if err := sig.Bind(h, args, kwnames, p[:at+1]); err != nil {
				return object.Null, err
			}
			code := true
			if p[at] != object.Null {
				var err error
				if code, err = h.Truth(p[at]); err != nil {
					return object.Null, err
				}
			}
			return f(h, p[:at], code)
		}}
	}
	version := func(h *object.Heap, v object.Value) (int, error) {
		if v == object.Null {
			return marshalVersion, nil
		}
		return h.CInt(v)
	}
	m.functions([]object.Builtin{
		bound("dumps", marshalDumpsSig, 2, func(h *object.Heap, p []object.Value, code bool) (object.Value, error) {
			n, err := version(h, p[1])
			if err != nil {
				return object.Null, err
			}
			return l.marshalled(p[0], n, code)
		}),
		bound("dump", marshalDumpSig, 3, func(h *object.Heap, p []object.Value, code bool) (object.Value, error) {
			n, err := version(h, p[2])
			if err != nil {
				return object.Null, err
			}
			data, err := l.marshalled(p[0], n, code)
			if err != nil {
				return object.Null, err
			}
			h.Push(data)
			return callMethod(h, p[1], "write", data)
		}),
		bound("loads", marshalLoadsSig, 1, func(h *object.Heap, p []object.Value, code bool) (object.Value, error) {
			data, err := h.BufferData(p[0])
			if err != nil {
				return object.Null, err
			}
			return l.unmarshalled(data, object.Null, code)
		}),
		bound("load", marshalLoadSig, 1, func(h *object.Heap, p []object.Value, code bool) (object.Value, error) {
			// CPython asks for nothing, to see what the file's read returns.
			data, err := callMethod(h, p[0], "read", object.SmallInt(0))
			if err != nil {
				return object.Null, err
			}
			if !h.IsInstance(data, object.BytesType) {
				return object.Null, h.Raise(object.TypeErrorType, "file.read() returned not bytes but %s", h.TypeName(data))
			}
			return l.unmarshalled(nil, p[0], code)
		}),
	})
	m.set("version", object.SmallInt(marshalVersion))
	return m.v, nil
}
