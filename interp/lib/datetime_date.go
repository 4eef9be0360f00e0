package lib

import (
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// date, and what datetime has of it.

// makeDate makes a date, which must be one, of a type.
func (k *datetimes) makeDate(t *object.Type, d civil) object.Value {
	v := k.fresh(t, k.date, dateSize)
	k.setCivil(v, d)
	return v
}

// dateOf makes a date of a class: a derived one is called.
func (k *datetimes) dateOf(class object.Value, d civil) (object.Value, error) {
	switch class {
	case k.date.Object:
		return k.makeDate(k.date, d), k.checkDate(d)
	case k.datetime.Object:
		return k.makeDateTime(k.datetime, d, clock{}, 0, object.None), k.checkDate(d)
	}
	return k.callOf(class, 0, small(d.year), small(d.month), small(d.day))
}

var (
	dateSig        = object.NewSignature("", 0, 3, 0, dateTimeNames[:3]...)
	replaceDateSig = object.NewSignature("replace", 0, 0, 0, "year", "month", "day")
	isoDateSig     = object.NewSignature("fromisocalendar", 0, 3, 0, "year", "week", "day")
	strftimeSig    = object.NewSignature("strftime", 0, 1, 0, "format")
)

func saneMonth(b byte) bool { return b-1 < 12 }

// newDate is date.__new__.
func (k *datetimes) newDate(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	if len(args) == 1 && kwnames == object.Null {
		if b, ok, err := k.state(args[0], 4, 2, saneMonth, "date"); ok || err != nil {
			if err != nil {
				return object.Null, err
			}
			return k.makeDate(t, civilFrom(b)), nil
		}
	}
	var p [3]object.Value
	var d civil
	if err := k.dateArgs(dateSig, args, kwnames, p[:], &d); err != nil {
		return object.Null, err
	}
	if err := k.checkDate(d); err != nil {
		return object.Null, err
	}
	return k.makeDate(t, d), nil
}

func (k *datetimes) registerDate() {
	h := k.h
	k.date = h.RegisterType(&object.Type{Name: "date", Module: datetimeModule, Size: dateSize, Slots: object.Slots{
		New: k.newDate, Binary: k.dateBinary, Format: k.format,
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			d := k.civil(v)
			return h.NewStr(fmt.Sprintf("%s(%d, %d, %d)", h.TypeName(v), d.year, d.month, d.day)), nil
		},
		Str:  func(h *object.Heap, v object.Value) (object.Value, error) { return k.strBy(v, k.date, k.isoDate) },
		Hash: func(h *object.Heap, v object.Value) (int64, error) { return h.HashBytes(k.civil(v).append(nil)), nil },
		Compare: func(_ *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if !k.is(b, k.date) || k.is(b, k.datetime) {
				return object.NotImplemented, nil
			}
			return compared(op, k.civil(a).cmp(k.civil(b))), nil
		},
	}})
	h.AddGetSets(k.date, fields(offYear, "year", "month", "day"))
	h.AddClassMethods(k.date, []object.Builtin{
		{Name: "fromtimestamp", Arity: object.O, Fn: func(_ *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
			return k.dateFromTimestamp(class, a[0])
		}},
		{Name: "fromordinal", Arity: object.Varied, Fn: k.fromOrdinal},
		{Name: "fromisoformat", Arity: object.O, Fn: k.dateFromISO},
		k.called(isoDateSig, "fromisocalendar", 3, k.fromISOCalendar),
		{Name: "strptime", Arity: object.Varied, Fn: k.strptime("_strptime_datetime_date")},
		{Name: "today", Arity: object.NoArgs, Fn: func(h *object.Heap, class object.Value, _ []object.Value) (object.Value, error) {
			now, err := k.timeFunction("time")
			if err != nil {
				return object.Null, err
			}
			if now, err = h.Call(now, nil, object.Null); err != nil {
				return object.Null, err
			}
			return callMethod(h, class, "fromtimestamp", now)
		}},
	})
	replace := func(v object.Value, a []object.Value) (object.Value, error) {
		d := k.civil(v)
		if err := k.ints(a, h.CInt, &d.year, &d.month, &d.day); err != nil {
			return object.Null, err
		}
		return k.dateOf(h.TypeOf(v).Object, d)
	}
	number := func(name string, f func(d civil) int) object.Builtin {
		return plain(name, func(v object.Value) (object.Value, error) { return small(f(k.civil(v))), nil })
	}
	h.AddMethods(k.date, []object.Builtin{
		number("weekday", civil.weekday), number("toordinal", civil.ordinal), number("isoweekday", func(d civil) int { return d.weekday() + 1 }),
		plain("ctime", func(v object.Value) (object.Value, error) { return h.NewStr(ctime(k.civil(v), clock{})), nil }),
		plain("isoformat", k.isoDate),
		plain("isocalendar", func(v object.Value) (object.Value, error) {
			year, week, day := k.civil(v).isoCalendar()
			return h.NewTupleOf(k.iso.ID, small(year), small(week), small(day)), nil
		}),
		plain("timetuple", func(v object.Value) (object.Value, error) { return k.timeTuple(k.civil(v), clock{}, -1), nil }),
		plain("__reduce__", func(v object.Value) (object.Value, error) {
			return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(h.NewBytes(k.civil(v).append(nil)))), nil
		}),
		k.called(replaceDateSig, "replace", 3, replace), k.called(replaceDateSig, "__replace__", 3, replace),
		k.called(strftimeSig, "strftime", 1, k.strftimeDate),
		{Name: "__format__", Arity: object.Varied, Fn: k.formatMethod},
	})
}

func (k *datetimes) isoDate(v object.Value) (object.Value, error) {
	var store [32]byte
	return k.h.NewASCII(k.civil(v).appendISO(store[:0])), nil
}

func (k *datetimes) fromOrdinal(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
	if err := k.exactly("fromordinal", a, 1); err != nil {
		return object.Null, err
	}
	n, err := k.cLong(a[0])
	if err != nil {
		return object.Null, err
	}
	if n < 1 {
		return object.Null, h.Raise(object.ValueErrorType, "ordinal must be >= 1")
	}
	return k.dateOf(class, civilOf(n))
}

// fromISOCalendar is fromisocalendar.
func (k *datetimes) fromISOCalendar(class object.Value, a []object.Value) (object.Value, error) {
	h := k.h
	var year, week, day int
	if err := k.ints(a, k.cLong, &year, &week, &day); err != nil {
		if h.RaisedIs(err, object.OverflowErrorType) {
			err = h.Raise(object.ValueErrorType, "ISO calendar component out of range")
		}
		return object.Null, err
	}
	d, bad := isoDate(year, week, day)
	switch bad {
	case isoYear:
		return object.Null, k.badYear(year)
	case isoWeek:
		return object.Null, h.Raise(object.ValueErrorType, "Invalid week: %d", week)
	case isoDay:
		return object.Null, h.Raise(object.ValueErrorType, "Invalid weekday: %d (range is [1, 7])", day)
	}
	return k.dateOf(class, d)
}

// strptime is a function that calls one of the module _strptime with a class and two texts.
func (k *datetimes) strptime(function string) goFunc {
	return func(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
		if err := k.exactly("strptime", a, 2); err != nil {
			return object.Null, err
		}
		for i, v := range a {
			if err := k.mustStr("strptime", i+1, v); err != nil {
				return object.Null, err
			}
		}
		args := h.NewTuple(class, a[0], a[1])
		lib, err := h.ImportModule("_strptime")
		if err != nil {
			return object.Null, err
		}
		return callMethod(h, lib, function, h.TupleItems(args)...)
	}
}

// dateBinary is the operators' slot.
func (k *datetimes) dateBinary(_ *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	if op != object.Add && op != object.Subtract || k.is(a, k.datetime) || k.is(b, k.datetime) {
		return object.NotImplemented, nil
	}
	switch {
	case k.is(a, k.date) && k.is(b, k.delta):
		return k.addDays(a, b, op == object.Subtract)
	case op == object.Add && k.is(a, k.delta) && k.is(b, k.date):
		return k.addDays(b, a, false)
	case op == object.Subtract && k.is(a, k.date) && k.is(b, k.date):
		return k.newDelta(lapse{days: k.civil(a).ordinal() - k.civil(b).ordinal()})
	}
	return object.NotImplemented, nil
}

func (k *datetimes) addDays(v, delta object.Value, negate bool) (object.Value, error) {
	d, n := k.civil(v), k.span(delta).days
	if negate {
		n = -n
	}
	d.day += n
	d, ok := d.normal()
	if !ok {
		return object.Null, k.overflow()
	}
	return k.dateOf(k.h.TypeOf(v).Object, d)
}

func (k *datetimes) overflow() error {
	return k.h.Raise(object.OverflowErrorType, "date value out of range")
}

// registerISO registers what isocalendar returns: a tuple whose elements have names.
func (k *datetimes) registerISO() {
	h := k.h
	names := []string{"year", "week", "weekday"}
	sig := object.NewSignature("IsoCalendarDate", 0, 3, 0, names...)
	tuple := h.Type(object.TupleType)
	slots := tuple.Slots
	slots.New = func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [3]object.Value
		var n [3]int
		if err := bind(h, sig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		if err := k.ints(p[:], h.CInt, &n[0], &n[1], &n[2]); err != nil {
			return object.Null, err
		}
		return h.NewTupleOf(t.ID, small(n[0]), small(n[1]), small(n[2])), nil
	}
	slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		text := h.TypeName(v) + "("
		for i, name := range names {
			if i > 0 {
				text += ", "
			}
			s, err := h.Str(h.TupleItem(v, i))
			if err != nil {
				return object.Null, err
			}
			text += name + "=" + h.GoString(s)
		}
		return h.NewStr(text + ")"), nil
	}
	k.iso = h.RegisterType(&object.Type{Name: "IsoCalendarDate", Module: datetimeModule, Base: tuple, Final: true, Slots: slots})
	h.AddGetSets(k.iso, fields(object.OffTupleItems, names...))
	h.AddMethods(k.iso, []object.Builtin{plain("__reduce__", func(v object.Value) (object.Value, error) {
		return h.NewTuple(tuple.Object, h.NewTuple(h.NewTuple(h.TupleItems(v)...))), nil
	})})
}
