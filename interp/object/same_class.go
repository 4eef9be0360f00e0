package object

import "fmt"

// classes compares two classes: what they are called, and their attributes.
func (c *Comparison) classes(p pair) string {
	x, y := c.a.TypeFromObject(p.a), c.b.TypeFromObject(p.b)
	if x.ID != y.ID || x.Name != y.Name || x.qualName != y.qualName {
		return "class " + x.Name + " is " + y.Name
	}
	if x.made {
		c.later(x.Dict, y.Dict, p.at, "dict", -1)
	}
	return ""
}

// instances compares two instances of classes: the value of the builtin base, the
// names of __slots__, and the attributes in their order.
func (c *Comparison) instances(p pair, t *Type) string {
	u := c.b.TypeOf(p.b)
	switch t.layout {
	case TypeType:
		return c.classes(p)
	case ObjectType:
	case FloatType:
		c.later(c.a.Field(p.a, offFloatValue), c.b.Field(p.b, offFloatValue), p.at, "value", -1)
	case StrType:
		if !c.sameStr(p.a, p.b) {
			return c.differ(p)
		}
	case IntType:
		if c.a.BigInt(p.a).Cmp(c.b.BigInt(p.b)) != 0 {
			return c.differ(p)
		}
	case BytesType:
		if string(c.a.BytesData(p.a)) != string(c.b.BytesData(p.b)) {
			return c.differ(p)
		}
	default:
		if what := c.contents(p, t.layout); what != "" {
			return what
		}
	}
	var behindA, behindB uintptr
	dictOff := t.dictOff
	if varLayout(t.layout) {
		behindA, behindB, dictOff = c.a.varEnd(p.a, t), c.b.varEnd(p.b, u), ^uintptr(0)
		if t.varDict {
			dictOff = t.varDictOff
		}
	}
	for b := t; b.made; b = b.Base {
		for off := b.Base.end; off < b.end; off += 8 {
			if off != dictOff && t.layout != TypeType && off+behindA > 0 {
				c.later(c.a.Field(p.a, behindA+off), c.b.Field(p.b, behindB+off), p.at, "field", int(off))
			}
		}
	}
	if t.layout == BaseExceptionType {
		return ""
	}
	na, va := c.a.ownItems(p.a, t)
	nb, vb := c.b.ownItems(p.b, u)
	if fmt.Sprint(na) != fmt.Sprint(nb) {
		return fmt.Sprintf("the attributes %v are %v", na, nb)
	}
	for i := range na {
		c.later(va[i], vb[i], p.at, na[i], -1)
	}
	return ""
}

// ownItems returns an instance's own attributes.
func (h *Heap) ownItems(v Value, t *Type) (names []string, values []Value) {
	if h.hasValues(v, t) {
		for i, k := range t.keys {
			if x := h.Field(v, t.valuesOff+8*uintptr(i)); x != Null {
				names, values = append(names, h.GoString(k)), append(values, x)
			}
		}
		return names, values
	}
	d := h.dictField(v, t)
	if d == nil || *d == Null || !h.isA(*d, DictType) {
		return nil, nil
	}
	for pos := 0; ; {
		k, x, ok := h.DictNext(*d, &pos)
		if !ok {
			return names, values
		}
		name := fmt.Sprint(uint64(k))
		if h.isStr(k) {
			name = h.GoString(k)
		}
		names, values = append(names, name), append(values, x)
	}
}
