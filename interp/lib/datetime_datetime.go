package lib

import (
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// datetime.

// makeDateTime makes a datetime, which must be one, of a type.
func (k *datetimes) makeDateTime(t *object.Type, d civil, c clock, fold int, zone object.Value) object.Value {
	v := k.fresh(t, k.datetime, dateTimeSize)
	k.setCivil(v, d)
	k.setClock(v, offDateClock, c, fold, zone)
	return v
}

// newDateTimeOf makes a datetime of a type if it is one.
func (k *datetimes) newDateTimeOf(t *object.Type, d civil, c clock, fold int, zone object.Value) (object.Value, error) {
	if err := k.checkDate(d); err != nil {
		return object.Null, err
	}
	if err := k.checkTime(c, fold); err != nil {
		return object.Null, err
	}
	if err := k.checkZone(zone); err != nil {
		return object.Null, err
	}
	return k.makeDateTime(t, d, c, fold, zone), nil
}

// dateTimeOf makes a datetime of a class: a derived one is called.
func (k *datetimes) dateTimeOf(class object.Value, d civil, c clock, fold int, zone object.Value) (object.Value, error) {
	if class == k.datetime.Object {
		return k.newDateTimeOf(k.datetime, d, c, fold, zone)
	}
	return k.callOf(class, fold, small(d.year), small(d.month), small(d.day), small(c.hour), small(c.minute), small(c.second), small(c.micro), zone)
}

var dateTimeNames = append([]string{"year", "month", "day"}, timeNames...)

var (
	dateTimeSig        = object.NewSignature("", 0, 3, 1, dateTimeNames...)
	replaceDateTimeSig = object.NewSignature("replace", 0, 0, 1, dateTimeNames...)
	dateTimeISOSig     = object.NewSignature("isoformat", 0, 0, 0, "sep", "timespec")
	combineSig         = object.NewSignature("combine", 0, 2, 0, "date", "time", "tzinfo")
	asTimeZoneSig      = object.NewSignature("astimezone", 0, 0, 0, "tz")
	nowSig             = object.NewSignature("now", 0, 0, 0, "tz")
	fromTimestampSig   = object.NewSignature("fromtimestamp", 0, 1, 0, "timestamp", "tz")
)

// newDateTime is datetime.__new__.
func (k *datetimes) newDateTime(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	b, fold, zone, ok, err := k.pickled(args, kwnames, 10, 2, saneMonth, "datetime")
	if err != nil {
		return object.Null, err
	}
	if ok {
		return k.makeDateTime(t, civilFrom(b), clockFrom(b[4:]), fold, zone), nil
	}
	var p [9]object.Value
	var d civil
	var c clock
	if err := k.dateArgs(dateTimeSig, args, kwnames, p[:], &d); err != nil {
		return object.Null, err
	}
	if err := k.clockArgs(p[3:], k.cLong, &c, &fold, &zone); err != nil {
		return object.Null, err
	}
	return k.newDateTimeOf(t, d, c, fold, zone)
}

func (k *datetimes) registerDateTime() {
	h := k.h
	k.datetime = h.RegisterType(&object.Type{Name: "datetime", Module: datetimeModule, Base: k.date, Size: dateTimeSize, Slots: object.Slots{
		New: k.newDateTime, Format: k.format, Binary: k.dateTimeBinary, Compare: k.compareDateTimes, Hash: k.hashDateTime, Repr: k.reprDateTime,
		Str: func(h *object.Heap, v object.Value) (object.Value, error) {
			space := h.Intern(" ")
			if h.RefType(v) == k.datetime.ID {
				return k.isoDateTime(v, []object.Value{space, object.Null})
			}
			return callMethod(h, v, "isoformat", space)
		},
	}})
	h.AddGetSets(k.datetime, fields(offDateClock, "hour", "minute", "second", "microsecond", "fold", "tzinfo"))
	h.AddClassMethods(k.datetime, []object.Builtin{
		k.called(nowSig, "now", 1, k.now),
		{Name: "utcnow", Arity: object.NoArgs, Fn: k.utcNow},
		k.called(fromTimestampSig, "fromtimestamp", 2, k.fromTimestamp),
		{Name: "utcfromtimestamp", Arity: object.Varied, Fn: k.utcFromTimestamp},
		{Name: "strptime", Arity: object.Varied, Fn: k.strptime("_strptime_datetime_datetime")},
		k.called(combineSig, "combine", 3, k.combine),
		{Name: "fromisoformat", Arity: object.O, Fn: k.dateTimeFromISO},
	})
	replace := func(v object.Value, a []object.Value) (object.Value, error) {
		d := k.civil(v)
		c, fold := k.clock(v, offDateClock)
		zone := k.zone(v)
		if err := k.ints(a[:3], h.CInt, &d.year, &d.month, &d.day); err != nil {
			return object.Null, err
		}
		if err := k.clockArgs(a[3:], h.CInt, &c, &fold, &zone); err != nil {
			return object.Null, err
		}
		return k.dateTimeOf(h.TypeOf(v).Object, d, c, fold, zone)
	}
	part := func(zone func(v object.Value) object.Value) func(v object.Value) (object.Value, error) {
		return func(v object.Value) (object.Value, error) {
			c, fold := k.clock(v, offDateClock)
			return k.newTimeOf(k.time, c, fold, zone(v))
		}
	}
	h.AddMethods(k.datetime, append(k.zoneMethods(offDateClock, func(v object.Value) object.Value { return v }),
		plain("date", func(v object.Value) (object.Value, error) { return k.dateOf(k.date.Object, k.civil(v)) }),
		plain("time", part(func(object.Value) object.Value { return object.None })), plain("timetz", part(k.zone)),
		plain("ctime", func(v object.Value) (object.Value, error) {
			c, _ := k.clock(v, offDateClock)
			return h.NewStr(ctime(k.civil(v), c)), nil
		}),
		plain("timetuple", func(v object.Value) (object.Value, error) {
			dst, err := k.dstFlag(v)
			if err != nil {
				return object.Null, err
			}
			c, _ := k.clock(v, offDateClock)
			return k.timeTuple(k.civil(v), c, dst), nil
		}),
		plain("utctimetuple", k.utcTimeTuple), plain("timestamp", k.timestamp),
		k.called(dateTimeISOSig, "isoformat", 2, k.isoDateTime),
		k.called(replaceDateTimeSig, "replace", 9, replace), k.called(replaceDateTimeSig, "__replace__", 9, replace),
		k.called(asTimeZoneSig, "astimezone", 1, k.asTimeZone),
		plain("__reduce__", func(v object.Value) (object.Value, error) { return k.reduceDateTime(v, 2), nil }),
		object.Builtin{Name: "__reduce_ex__", Arity: object.Varied, Fn: k.reduceBy(k.reduceDateTime)},
	))
}

// zone is the tzinfo of a datetime, or None.
func (k *datetimes) zone(v object.Value) object.Value { return k.h.Field(v, offDateClock+offZone) }

func (k *datetimes) reduceDateTime(v object.Value, protocol int) object.Value {
	c, fold := k.clock(v, offDateClock)
	return k.reduced(v, c.append(k.civil(v).append(nil)), 2, fold, protocol, k.zone(v))
}

func (k *datetimes) reprDateTime(h *object.Heap, v object.Value) (object.Value, error) {
	d := k.civil(v)
	c, fold := k.clock(v, offDateClock)
	text := fmt.Sprintf("%s(%d, %d, %d, %d, %d", h.TypeName(v), d.year, d.month, d.day, c.hour, c.minute) + c.rest()
	if fold != 0 {
		text += ", fold=1"
	}
	text, err := k.withZone(text, k.zone(v))
	if err != nil {
		return object.Null, err
	}
	return h.NewStr(text + ")"), nil
}

// combine is datetime.combine.
func (k *datetimes) combine(class object.Value, a []object.Value) (object.Value, error) {
	h := k.h
	for i, t := range []*object.Type{k.date, k.time} {
		if !k.is(a[i], t) {
			return object.Null, h.Raise(object.TypeErrorType, "combine() argument %d must be %s, not %s", i+1, t.Qualified(), argTypeName(h, a[i]))
		}
	}
	zone := a[2]
	if zone == object.Null {
		zone = h.Field(a[1], offTimeClock+offZone)
	}
	c, fold := k.clock(a[1], offTimeClock)
	return k.dateTimeOf(class, k.civil(a[0]), c, fold, zone)
}

// isoDateTime is isoformat.
func (k *datetimes) isoDateTime(v object.Value, a []object.Value) (object.Value, error) {
	h := k.h
	c, _ := k.clock(v, offDateClock)
	var store [80]byte
	b := k.civil(v).appendISO(store[:0])
	switch sep := a[0]; {
	case sep == object.Null:
		b = append(b, 'T')
	case !h.IsInstance(sep, object.StrType):
		return object.Null, h.Raise(object.TypeErrorType, "isoformat() argument 1 must be a unicode character, not %s", argTypeName(h, sep))
	case h.StrLen(sep) != 1:
		return object.Null, h.Raise(object.TypeErrorType, "isoformat() argument 1 must be a unicode character, not a string of length %d", h.StrLen(sep))
	default:
		b = h.AppendStr(b, sep)
	}
	b, err := k.appendClock(b, c, a[1], 2)
	if err == nil {
		b, err = k.appendOffset(b, ":", k.zone(v), v)
	}
	if err != nil {
		return object.Null, err
	}
	return h.NewStr(string(b)), nil
}

// addSpan adds a timedelta to a datetime, or subtracts it. The result is of the datetime's class, in its zone.
func (k *datetimes) addSpan(v object.Value, s lapse, sign int) (object.Value, error) {
	d := k.civil(v)
	c, _ := k.clock(v, offDateClock)
	c.second += sign * s.seconds
	c.micro += sign * s.micros
	days, c := c.normal()
	d.day += sign*s.days + days
	d, ok := d.normal()
	if !ok {
		return object.Null, k.overflow()
	}
	return k.dateTimeOf(k.h.TypeOf(v).Object, d, c, 0, k.zone(v))
}

// dateTimeBinary is the operators' slot.
func (k *datetimes) dateTimeBinary(_ *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	switch left := k.is(a, k.datetime); {
	case op == object.Add && left && k.is(b, k.delta):
		return k.addSpan(a, k.span(b), 1)
	case op == object.Add && !left && k.is(a, k.delta) && k.is(b, k.datetime):
		return k.addSpan(b, k.span(a), 1)
	case op == object.Subtract && left && k.is(b, k.delta):
		return k.addSpan(a, k.span(b), -1)
	case op == object.Subtract && left && k.is(b, k.datetime):
		return k.difference(a, b)
	}
	return object.NotImplemented, nil
}

// instant is the time since the first of January of year 1.
func (k *datetimes) instant(v object.Value) lapse {
	c, _ := k.clock(v, offDateClock)
	return lapse{k.civil(v).ordinal(), c.seconds(), c.micro}
}

// difference is a - b of two datetimes.
func (k *datetimes) difference(a, b object.Value) (object.Value, error) {
	diff := k.instant(a).add(k.instant(b), -1)
	if k.zone(a) == k.zone(b) {
		return k.newDelta(diff)
	}
	x, y, err := k.offsets(a, b)
	if err != nil {
		return object.Null, err
	}
	if (x == object.None) != (y == object.None) {
		return object.Null, k.h.Raise(object.TypeErrorType, "can't subtract offset-naive and offset-aware datetimes")
	}
	if x != object.None {
		diff = diff.add(k.span(x), -1).add(k.span(y), 1)
	}
	return k.newDelta(diff)
}

// offsets are those of two datetimes, each a timedelta or None.
func (k *datetimes) offsets(a, b object.Value) (x, y object.Value, err error) {
	if x, err = k.utcOffset(k.zone(a), a); err != nil {
		return x, y, err
	}
	y, err = k.utcOffset(k.zone(b), b)
	return x, y, err
}

// compareDateTimes is the comparison of two datetimes.
func (k *datetimes) compareDateTimes(_ *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if !k.is(b, k.datetime) {
		return object.NotImplemented, nil
	}
	c, _ := k.clock(a, offDateClock)
	e, _ := k.clock(b, offDateClock)
	diff := k.civil(a).cmp(k.civil(b))
	if diff == 0 {
		diff = c.cmp(e)
	}
	if k.zone(a) == k.zone(b) {
		return compared(op, diff), nil
	}
	x, y, err := k.offsets(a, b)
	if err != nil {
		return object.Null, err
	}
	switch {
	case x == y || x != object.None && y != object.None && k.span(x) == k.span(y):
	case x == object.None || y == object.None:
		return k.naiveAndAware(op, "datetimes")
	default:
		v, err := k.difference(a, b)
		if err != nil {
			return object.Null, err
		}
		diff = k.span(v).cmp(lapse{})
	}
	if diff == 0 && (op == object.EQ || op == object.NE) {
		for _, of := range [...]struct{ v, offset object.Value }{{a, x}, {b, y}} {
			folds, err := k.offsetFolds(of.v, of.offset)
			if err != nil {
				return object.Null, err
			}
			if folds {
				diff = 1
				break
			}
		}
	}
	return compared(op, diff), nil
}

// folded is a datetime with another fold.
func (k *datetimes) folded(v object.Value, fold int) object.Value {
	c, _ := k.clock(v, offDateClock)
	return k.makeDateTime(k.h.TypeOf(v), k.civil(v), c, fold, k.zone(v))
}

// offsetFolds reports whether the offset of a datetime depends on its fold: nothing of another zone is equal to such a one (PEP 495).
func (k *datetimes) offsetFolds(v, offset object.Value) (bool, error) {
	_, fold := k.clock(v, offDateClock)
	other, err := k.utcOffset(k.zone(v), k.folded(v, 1-fold))
	if err != nil || other == offset {
		return false, err
	}
	if other == object.None || offset == object.None {
		return true, nil
	}
	return k.span(other) != k.span(offset), nil
}

// hashDateTime is that of the bytes, or of the difference to the offset; without the fold.
func (k *datetimes) hashDateTime(h *object.Heap, v object.Value) (int64, error) {
	c, fold := k.clock(v, offDateClock)
	zone := k.zone(v)
	if zone == object.None {
		return h.HashBytes(c.append(k.civil(v).append(nil))), nil
	}
	of := v
	if fold != 0 {
		of = k.folded(v, 0)
	}
	offset, err := k.utcOffset(zone, of)
	if err != nil {
		return 0, err
	}
	if offset == object.None {
		return h.HashBytes(c.append(k.civil(v).append(nil))), nil
	}
	return k.hashOf(k.instant(v), offset)
}
