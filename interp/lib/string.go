package lib

import "github.com/tier2go/tier2/interp/object"

// The module _string (Objects/unicodeobject.c, Objects/stringlib/unicode_format.h):
// how str.format reads a format string, for string.Formatter.

const (
	offFormatText = 8  // str
	offFormatPos  = 16 // word
	formatSize    = 24
)

// newString makes the module.
func (l *Lib) newString() (object.Value, error) {
	h, m := l.h, l.newModule("_string")
	iterator := func(name string, next func(h *object.Heap, text object.Value, pos *int) (object.Value, error)) func(text object.Value, pos int) object.Value {
		t := h.RegisterType(&object.Type{Name: name, Final: true, Slots: object.Slots{
			Iter: itself,
			Next: func(h *object.Heap, v object.Value) (object.Value, error) {
				pos := int(h.Word(v, offFormatPos))
				x, err := next(h, h.Field(v, offFormatText), &pos)
				h.SetWord(v, offFormatPos, uint64(pos))
				return x, err
			},
		}})
		return func(text object.Value, pos int) object.Value {
			v := h.NewObject(t.ID, formatSize)
			h.SetField(v, offFormatText, text)
			h.SetWord(v, offFormatPos, uint64(pos))
			return v
		}
	}
	pieces := iterator("formatteriterator", (*object.Heap).FormatPiece)
	steps := iterator("fieldnameiterator", (*object.Heap).FormatStep)
	function := func(name string, f func(text object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "expected str, got %s", h.TypeName(a[0]))
			}
			return f(a[0])
		}}
	}
	m.functions([]object.Builtin{
		function("formatter_parser", func(text object.Value) (object.Value, error) { return pieces(text, 0), nil }),
		function("formatter_field_name_split", func(text object.Value) (object.Value, error) {
			first, pos, err := h.FormatName(text)
			if err != nil {
				return object.Null, err
			}
			return h.NewTuple(first, steps(text, pos)), nil
		}),
	})
	return m.v, nil
}
