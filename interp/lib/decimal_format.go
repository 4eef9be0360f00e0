package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

// format is __format__ without the second argument.
func (k *decimals) format(h *object.Heap, v, spec object.Value) (object.Value, error) {
	return k.formatBy(h, v, spec, object.Null)
}

// formatMethod is __format__(spec[, override]).
func (k *decimals) formatMethod(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := k.arguments(args, kwnames, 1, p[:], "format_spec", "override"); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "format arg must be str")
	}
	return k.formatBy(h, v, p[0], p[1])
}

// formatBy renders a Decimal. What libmpdec's specifications do not have, such as groups of the fraction's digits, the
// module in Python renders, as in CPython. The override has a locale's point, separator and grouping.
func (k *decimals) formatBy(h *object.Heap, v, spec, override object.Value) (object.Value, error) {
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	text, err := k.utf8(spec)
	if err != nil {
		return object.Null, err
	}
	if len(text) > 1 { // a C string, but that the first character may be one that ends them
		first, rest := text[:1], text[1:]
		rest, _, _ = strings.Cut(rest, "\x00")
		text = first + rest
	}
	f, ok := decimal.ParseSpec(text, k.capitals(c))
	if !ok {
		return k.formatInPython(h, v, spec, c)
	}
	if f.Old {
		if err := k.warnOld(); err != nil {
			return object.Null, err
		}
	}
	if override != object.Null {
		if err := k.overrideSpec(&f, override); err != nil {
			return object.Null, err
		}
	}
	var x decimal.Num
	k.load(v, &x)
	text, ok = k.settings(c).Format(&x, f)
	if !ok {
		return object.Null, h.Raise(object.ValueErrorType, "format specification exceeds internal limits of _decimal")
	}
	return h.NewStr(text), nil
}

// utf8 returns a str in UTF-8, which has no surrogates.
func (k *decimals) utf8(v object.Value) (string, error) {
	b, err := k.h.Encode(v, "utf-8", "strict")
	if err != nil {
		return "", err
	}
	return string(k.h.BytesData(b)), nil
}

// warnOld gives the DeprecationWarning about the type N.
func (k *decimals) warnOld() error {
	h := k.h
	warn, err := k.attr("warnings", "warn")
	if err != nil {
		return err
	}
	args := h.NewTuple(h.NewStr("Format specifier 'N' is deprecated and slated for removal in Python 3.18"), h.Type(object.DeprecationWarningType).Object, object.SmallInt(1))
	_, err = h.Call(warn, h.TupleItems(args), object.Null)
	return err
}

func (k *decimals) overrideSpec(f *decimal.Spec, d object.Value) error {
	h := k.h
	if !h.IsInstance(d, object.DictType) {
		return h.Raise(object.TypeErrorType, "optional argument must be a dict")
	}
	for _, o := range [...]struct {
		name string
		to   *string
	}{{"decimal_point", &f.Dot}, {"thousands_sep", &f.Sep}, {"grouping", &f.Grouping}} {
		x, err := h.DictGet(d, h.Intern(o.name))
		if err != nil {
			return err
		}
		if x == object.Null {
			continue
		}
		if !h.IsInstance(x, object.StrType) {
			return h.Raise(object.TypeErrorType, "bad argument type for built-in operation")
		}
		text, err := k.utf8(x)
		if err != nil {
			return err
		}
		*o.to, _, _ = strings.Cut(text, "\x00") // they are C strings
	}
	if !f.Valid() {
		return h.Raise(object.ValueErrorType, "invalid override dict")
	}
	return nil
}

func (k *decimals) formatInPython(h *object.Heap, v, spec, c object.Value) (object.Value, error) {
	class, err := k.attr("_pydecimal", "Decimal")
	if err != nil {
		return object.Null, err
	}
	s, err := k.str(h, v)
	if err != nil {
		return object.Null, err
	}
	args := h.NewTuple(s)
	d, err := h.Call(class, h.TupleItems(args), object.Null)
	if err != nil {
		return object.Null, err
	}
	r, err := callMethod(h, d, "__format__", spec, c)
	if err != nil && h.RaisedIs(err, object.ValueErrorType) {
		err = h.Raise(object.ValueErrorType, "invalid format string")
	}
	return r, err
}
