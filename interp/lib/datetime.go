package lib

import (
	"cmp"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _datetime (Modules/_datetimemodule.c), under datetime: timedelta is in datetime_delta.go, date, time and datetime in files
// of their own, tzinfo and timezone in datetime_zone.go, what texts are read in datetime_iso.go, what is written in
// datetime_format.go, and what asks for the local time in datetime_local.go.

// The fields of the objects, ints but for the zones. A datetime has those of a date first.
const (
	offYear  = 8 // date and datetime
	offMonth = 16
	offDay   = 24
	dateSize = 32

	offDateClock = 32 // datetime: a clock
	dateTimeSize = offDateClock + clockSize

	offTimeClock = 8 // time: a clock
	timeSize     = offTimeClock + clockSize

	// Of a clock.
	offHour   = 0
	offMinute = 8
	offSecond = 16
	offMicro  = 24
	offFold   = 32
	offZone   = 40 // None or a tzinfo
	clockSize = 48

	offDays    = 8 // timedelta
	offSeconds = 16
	offMicros  = 24
	deltaSize  = 32

	offZoneDelta = 8  // timezone
	offZoneName  = 16 // a str or Null
	zoneSize     = 24
)

// datetimes is the module's state.
type datetimes struct {
	l *Lib
	h *object.Heap

	delta, date, time, datetime, tzinfo, timezone, iso *object.Type

	zero, utc, epoch object.Value
}

const datetimeModule = "datetime"

// newDatetime makes the module.
func (l *Lib) newDatetime() (object.Value, error) {
	h, m := l.h, l.newModule("_datetime")
	k := &datetimes{l: l, h: h, zero: object.Null, utc: object.Null, epoch: object.Null}
	h.AddRoots(func(m *heap.Marker) { m.Values([]object.Value{k.zero, k.utc, k.epoch}) })
	for _, register := range []func(){k.registerDelta, k.registerDate, k.registerZones, k.registerTime, k.registerDateTime, k.registerISO} {
		register()
	}
	for _, t := range []*object.Type{k.date, k.datetime, k.time, k.delta, k.tzinfo, k.timezone} {
		m.set(t.Name, t.Object)
	}
	k.constants(m)
	return m.v, nil
}

// constants sets the names of the module that are no types, and the attributes of the types that are no methods.
func (k *datetimes) constants(m *module) {
	h := k.h
	k.zero = h.NewObject(k.delta.ID, deltaSize)
	k.setDelta(k.zero, 0, 0, 0)
	k.utc = h.NewObject(k.timezone.ID, zoneSize)
	h.SetField(k.utc, offZoneDelta, k.zero)
	k.epoch = k.makeDateTime(k.datetime, civil{1970, 1, 1}, clock{}, 0, k.utc)
	kept := func(v object.Value) object.Value {
		h.Push(v) // until the module is made
		return v
	}
	delta := func(days, seconds, micros int) object.Value {
		v := kept(h.NewObject(k.delta.ID, deltaSize))
		k.setDelta(v, days, seconds, micros)
		return v
	}
	zone := func(days, seconds int) object.Value {
		v := kept(h.NewObject(k.timezone.ID, zoneSize))
		h.SetField(v, offZoneDelta, delta(days, seconds, 0))
		return v
	}
	last := clock{23, 59, 59, 999999}
	for _, row := range []struct {
		t                    *object.Type
		min, max, resolution object.Value
	}{
		{k.delta, delta(-maxDays, 0, 0), delta(maxDays, daySeconds-1, 999999), delta(0, 0, 1)},
		{k.date, kept(k.makeDate(k.date, civil{1, 1, 1})), kept(k.makeDate(k.date, civil{maxYear, 12, 31})), delta(1, 0, 0)},
		{k.time, kept(k.makeTime(k.time, clock{}, 0, object.None)), kept(k.makeTime(k.time, last, 0, object.None)), delta(0, 0, 1)},
		{k.datetime, kept(k.makeDateTime(k.datetime, civil{1, 1, 1}, clock{}, 0, object.None)),
			kept(k.makeDateTime(k.datetime, civil{maxYear, 12, 31}, last, 0, object.None)), delta(0, 0, 1)},
		{k.timezone, zone(-1, 60), zone(0, daySeconds-60), object.Null},
	} {
		h.SetTypeAttr(row.t, "min", row.min)
		h.SetTypeAttr(row.t, "max", row.max)
		if row.resolution != object.Null {
			h.SetTypeAttr(row.t, "resolution", row.resolution)
		}
	}
	h.SetTypeAttr(k.timezone, "utc", k.utc)
	m.set("UTC", k.utc)
	m.set("MINYEAR", object.SmallInt(minYear))
	m.set("MAXYEAR", object.SmallInt(maxYear))
}

// is reports whether v is of a type or one derived from it.
func (k *datetimes) is(v object.Value, t *object.Type) bool {
	return v.IsRef() && (k.h.RefType(v) == t.ID || k.h.IsInstance(v, t.ID))
}

// fresh makes an object of a type with fields up to size, or of a class derived from it.
func (k *datetimes) fresh(t, exact *object.Type, size uintptr) object.Value {
	if t == exact {
		return k.h.NewObject(t.ID, size)
	}
	return k.h.NewEmpty(t)
}

// cLong converts an argument that CPython declares as "i": a long first, then an int.
func (k *datetimes) cLong(v object.Value) (int, error) {
	h := k.h
	if v.IsSmall() && v.Small() == int64(int32(v.Small())) {
		return int(v.Small()), nil
	}
	x, err := h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	n, ok := h.AsInt64(x)
	switch {
	case !ok:
		return 0, h.Raise(object.OverflowErrorType, "Python int too large to convert to C long")
	case n > 1<<31-1:
		return 0, h.Raise(object.OverflowErrorType, "signed integer is greater than maximum")
	case n < -1<<31:
		return 0, h.Raise(object.OverflowErrorType, "signed integer is less than minimum")
	}
	return int(n), nil
}

// ints converts those arguments that are given, the others stay as they are.
func (k *datetimes) ints(args []object.Value, convert func(v object.Value) (int, error), to ...*int) error {
	for i, p := range to {
		if args[i] == object.Null {
			continue
		}
		n, err := convert(args[i])
		if err != nil {
			return err
		}
		*p = n
	}
	return nil
}

// dateArgs binds the arguments of a constructor, and converts the first three. As CPython converts one after the other, the error of one that
// is there comes before that of one that is missing.
func (k *datetimes) dateArgs(sig *object.Signature, args []object.Value, kwnames object.Value, p []object.Value, d *civil) error {
	h := k.h
	err := bind(h, sig, args, kwnames, p)
	if err != nil && len(args) <= len(p) {
		n := len(args)
		if kwnames != object.Null {
			n -= h.TupleLen(kwnames)
		}
		for _, v := range args[:min(n, 3)] {
			if _, bad := k.cLong(v); bad != nil {
				return bad
			}
		}
	}
	if err != nil {
		return err
	}
	return k.ints(p[:3], k.cLong, &d.year, &d.month, &d.day)
}

// checkDate and checkTime refuse what is no date and no time of day.
func (k *datetimes) checkDate(d civil) error {
	switch h := k.h; {
	case d.year < minYear || d.year > maxYear:
		return k.badYear(d.year)
	case d.month < 1 || d.month > 12:
		return h.Raise(object.ValueErrorType, "month must be in 1..12, not %d", d.month)
	case d.day < 1 || d.day > daysInMonth(d.year, d.month):
		return h.Raise(object.ValueErrorType, "day %d must be in range 1..%d for month %d in year %d", d.day, daysInMonth(d.year, d.month), d.month, d.year)
	}
	return nil
}

func (k *datetimes) badYear(year int) error {
	return k.h.Raise(object.ValueErrorType, "year must be in 1..9999, not %d", year)
}

func (k *datetimes) checkTime(c clock, fold int) error {
	bad := func(what string, most, n int) error {
		return k.h.Raise(object.ValueErrorType, "%s must be in 0..%d, not %d", what, most, n)
	}
	switch {
	case c.hour < 0 || c.hour > 23:
		return bad("hour", 23, c.hour)
	case c.minute < 0 || c.minute > 59:
		return bad("minute", 59, c.minute)
	case c.second < 0 || c.second > 59:
		return bad("second", 59, c.second)
	case c.micro < 0 || c.micro > 999999:
		return bad("microsecond", 999999, c.micro)
	case fold != 0 && fold != 1:
		return k.h.Raise(object.ValueErrorType, "fold must be either 0 or 1, not %d", fold)
	}
	return nil
}

func (k *datetimes) checkZone(v object.Value) error {
	if v == object.None || k.is(v, k.tzinfo) {
		return nil
	}
	return k.h.Raise(object.TypeErrorType, "tzinfo argument must be None or of a tzinfo subclass, not type '%s'", k.h.TypeName(v))
}

func (k *datetimes) civil(v object.Value) civil {
	h := k.h
	return civil{int(h.Field(v, offYear).Small()), int(h.Field(v, offMonth).Small()), int(h.Field(v, offDay).Small())}
}

func (k *datetimes) setCivil(v object.Value, d civil) {
	k.h.SetField(v, offYear, small(d.year))
	k.h.SetField(v, offMonth, small(d.month))
	k.h.SetField(v, offDay, small(d.day))
}

// clock reads the clock at off.
func (k *datetimes) clock(v object.Value, off uintptr) (c clock, fold int) {
	h := k.h
	c = clock{int(h.Field(v, off+offHour).Small()), int(h.Field(v, off+offMinute).Small()), int(h.Field(v, off+offSecond).Small()), int(h.Field(v, off+offMicro).Small())}
	return c, int(h.Field(v, off+offFold).Small())
}

func (k *datetimes) setClock(v object.Value, off uintptr, c clock, fold int, zone object.Value) {
	h := k.h
	h.SetField(v, off+offHour, small(c.hour))
	h.SetField(v, off+offMinute, small(c.minute))
	h.SetField(v, off+offSecond, small(c.second))
	h.SetField(v, off+offMicro, small(c.micro))
	h.SetField(v, off+offFold, small(fold))
	h.SetField(v, off+offZone, zone)
}

// append appends the bytes that pickles have.
func (d civil) append(b []byte) []byte {
	return append(b, byte(d.year>>8), byte(d.year), byte(d.month), byte(d.day))
}

func (c clock) append(b []byte) []byte {
	return append(b, byte(c.hour), byte(c.minute), byte(c.second), byte(c.micro>>16), byte(c.micro>>8), byte(c.micro))
}

func civilFrom(b []byte) civil { return civil{int(b[0])<<8 | int(b[1]), int(b[2]), int(b[3])} }

func clockFrom(b []byte) clock {
	return clock{int(b[0]), int(b[1]), int(b[2]), int(b[3])<<16 | int(b[4])<<8 | int(b[5])}
}

func (d civil) cmp(e civil) int { return cmp.Or(d.year-e.year, d.month-e.month, d.day-e.day) }

func (c clock) cmp(e clock) int {
	return cmp.Or(c.hour-e.hour, c.minute-e.minute, c.second-e.second, c.micro-e.micro)
}

// compared makes a comparison's result of the order of two values.
func compared(op object.CompareOp, diff int) object.Value {
	switch op {
	case object.LT:
		return object.Bool(diff < 0)
	case object.LE:
		return object.Bool(diff <= 0)
	case object.EQ:
		return object.Bool(diff == 0)
	case object.NE:
		return object.Bool(diff != 0)
	case object.GT:
		return object.Bool(diff > 0)
	}
	return object.Bool(diff >= 0)
}

// fields are rows of the attributes that are fields.
func fields(base uintptr, names ...string) []object.GetSet {
	var rows []object.GetSet
	for i, name := range names {
		off := base + 8*uintptr(i)
		rows = append(rows, object.GetSet{Name: name, Field: off, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, off), nil }})
	}
	return rows
}

// called is a row of a method with parameters that may be named.
func (k *datetimes) called(sig *object.Signature, name string, n int, f func(v object.Value, a []object.Value) (object.Value, error)) object.Builtin {
	call := func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [9]object.Value
		if err := bind(h, sig, args, kwnames, p[:n]); err != nil {
			return object.Null, err
		}
		return f(v, p[:n])
	}
	return object.Builtin{Name: name, Arity: object.Varied, FnKw: call}
}

// callOf calls a class with values and, if it is not 0, a fold.
func (k *datetimes) callOf(class object.Value, fold int, values ...object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(values)
	kwnames := object.Null
	if fold != 0 {
		h.Push(small(fold))
		kwnames = h.NewTuple(h.Intern("fold"))
	}
	return h.Call(class, h.Pushed(m), kwnames)
}

func small(n int) object.Value { return object.SmallInt(int64(n)) }

// exactly refuses a call with another number of arguments, as PyArg_ParseTuple does.
func (k *datetimes) exactly(function string, a []object.Value, n int) error {
	if len(a) == n {
		return nil
	}
	s := "s"
	if n == 1 {
		s = ""
	}
	return k.h.Raise(object.TypeErrorType, "%s() takes exactly %d argument%s (%d given)", function, n, s, len(a))
}

// mustStr refuses an argument that is no str.
func (k *datetimes) mustStr(function string, i int, v object.Value) error {
	if k.h.IsInstance(v, object.StrType) {
		return nil
	}
	return k.h.Raise(object.TypeErrorType, "%s() argument %d must be str, not %s", function, i, argTypeName(k.h, v))
}

// state returns the bytes that unpickling hands to a constructor of objects that have n of them, of which the one at an index is sane;
// ok is false for other arguments.
func (k *datetimes) state(v object.Value, n, at int, sane func(b byte) bool, what string) (b []byte, ok bool, err error) {
	h := k.h
	switch {
	case h.IsInstance(v, object.BytesType):
		if h.BytesLen(v) == n && sane(h.BytesData(v)[at]) {
			return h.BytesData(v), true, nil
		}
	case h.IsInstance(v, object.StrType):
		if h.StrLen(v) != n || !sane(byte(h.StrAt(v, at))) {
			return nil, false, nil
		}
		b = make([]byte, n)
		for i := range b {
			r := h.StrAt(v, i)
			if r > 0xFF {
				return nil, false, h.Raise(object.ValueErrorType, "Failed to encode latin1 string when unpickling a %s object. pickle.load(data, encoding='latin1') is assumed.", what)
			}
			b[i] = byte(r)
		}
		return b, true, nil
	}
	return nil, false, nil
}
