package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// tzinfo and timezone, and what asks them.

var timeZoneSig = object.NewSignature("timezone", 0, 1, 0, "offset", "name")

func (k *datetimes) registerZones() {
	h := k.h
	k.tzinfo = h.RegisterType(&object.Type{Name: "tzinfo", Module: datetimeModule, Size: 8, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return k.fresh(t, k.tzinfo, 16), nil
		},
	}})
	missing := func(name string) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.NotImplementedErrorType, "a tzinfo subclass must implement %s()", name)
		}}
	}
	h.AddMethods(k.tzinfo, []object.Builtin{
		missing("tzname"), missing("utcoffset"), missing("dst"), {Name: "fromutc", Arity: object.O, Fn: k.fromUTC}, plain("__reduce__", k.reduceZone),
	})
	k.timezone = h.RegisterType(&object.Type{Name: "timezone", Module: datetimeModule, Base: k.tzinfo, Size: zoneSize, Final: true, Slots: object.Slots{
		New:  k.newTimeZone,
		Repr: k.reprTimeZone,
		Str:  func(_ *object.Heap, v object.Value) (object.Value, error) { return k.zoneName(v), nil },
		Hash: func(h *object.Heap, v object.Value) (int64, error) {
			return k.span(h.Field(v, offZoneDelta)).hash(), nil
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if op != object.EQ && op != object.NE || !k.is(b, k.timezone) {
				return object.NotImplemented, nil
			}
			return compared(op, k.span(h.Field(a, offZoneDelta)).cmp(k.span(h.Field(b, offZoneDelta)))), nil
		},
	}})
	asked := func(name string, f func(v object.Value) object.Value) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if a[0] != object.None && !k.is(a[0], k.datetime) {
				return object.Null, h.Raise(object.TypeErrorType, "%s(dt) argument must be a datetime instance or None, not %s", name, h.TypeName(a[0]))
			}
			return f(v), nil
		}}
	}
	h.AddMethods(k.timezone, []object.Builtin{
		asked("tzname", k.zoneName), asked("dst", func(object.Value) object.Value { return object.None }),
		asked("utcoffset", func(v object.Value) object.Value { return h.Field(v, offZoneDelta) }),
		{Name: "fromutc", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if err := k.ofZone(v, a[0]); err != nil {
				return object.Null, err
			}
			return k.addSpan(a[0], k.span(h.Field(v, offZoneDelta)), 1)
		}},
		plain("__getinitargs__", func(v object.Value) (object.Value, error) {
			if name := h.Field(v, offZoneName); name != object.Null {
				return h.NewTuple(h.Field(v, offZoneDelta), name), nil
			}
			return h.NewTuple(h.Field(v, offZoneDelta)), nil
		}),
	})
}

// newTimeZone is timezone.__new__.
func (k *datetimes) newTimeZone(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, timeZoneSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if !k.is(p[0], k.delta) {
		return object.Null, h.Raise(object.TypeErrorType, "timezone() argument 1 must be datetime.timedelta, not %s", argTypeName(h, p[0]))
	}
	if p[1] != object.Null {
		if err := k.mustStr("timezone", 2, p[1]); err != nil {
			return object.Null, err
		}
	}
	return k.timeZone(p[0], p[1])
}

// timeZone makes a timezone; name is a str or Null.
func (k *datetimes) timeZone(delta, name object.Value) (object.Value, error) {
	if name == object.Null && k.span(delta) == (lapse{}) {
		return k.utc, nil
	}
	if err := k.checkOffset(delta); err != nil {
		return object.Null, err
	}
	v := k.h.NewObject(k.timezone.ID, zoneSize)
	k.h.SetField(v, offZoneDelta, delta)
	k.h.SetField(v, offZoneName, name)
	return v, nil
}

// checkOffset refuses a timedelta of a day or more.
func (k *datetimes) checkOffset(delta object.Value) error {
	s := k.span(delta)
	if s.days == 0 || s.days == -1 && (s.seconds > 0 || s.micros > 0) {
		return nil
	}
	r, err := k.h.Repr(delta)
	if err != nil {
		return err
	}
	return k.h.Raise(object.ValueErrorType, "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not %s", k.h.GoString(r))
}

func (k *datetimes) zoneName(v object.Value) object.Value {
	h := k.h
	if name := h.Field(v, offZoneName); name != object.Null {
		return name
	}
	b := []byte("UTC")
	if s := k.span(h.Field(v, offZoneDelta)); s != (lapse{}) {
		b = s.appendOffset(b, ":")
	}
	return h.NewASCII(b)
}

func (k *datetimes) reprTimeZone(h *object.Heap, v object.Value) (object.Value, error) {
	if v == k.utc {
		return h.NewStr("datetime.timezone.utc"), nil
	}
	r, err := h.Repr(h.Field(v, offZoneDelta))
	if err != nil {
		return object.Null, err
	}
	text := "datetime.timezone(" + h.GoString(r)
	if name := h.Field(v, offZoneName); name != object.Null {
		if r, err = h.Repr(name); err != nil {
			return object.Null, err
		}
		text += ", " + h.GoString(r)
	}
	return h.NewStr(text + ")"), nil
}

// reduceZone is tzinfo.__reduce__.
func (k *datetimes) reduceZone(v object.Value) (object.Value, error) {
	h := k.h
	args := h.NewTuple()
	f, err := h.LookupAttr(v, h.Intern("__getinitargs__"))
	if err == nil && f != object.Null {
		args, err = h.Call(f, nil, object.Null)
	}
	if err != nil {
		return object.Null, err
	}
	state, err := callMethod(h, v, "__getstate__")
	if err != nil {
		return object.Null, err
	}
	return h.NewTuple(h.TypeOf(v).Object, args, state), nil
}

// ofZone refuses what is no datetime with a zone.
func (k *datetimes) ofZone(zone, v object.Value) error {
	if !k.is(v, k.datetime) {
		return k.h.Raise(object.TypeErrorType, "fromutc: argument must be a datetime")
	}
	if k.zone(v) != zone {
		return k.h.Raise(object.ValueErrorType, "fromutc: dt.tzinfo is not self")
	}
	return nil
}

// fromUTC is tzinfo.fromutc.
func (k *datetimes) fromUTC(h *object.Heap, zone object.Value, a []object.Value) (object.Value, error) {
	v := a[0]
	if err := k.ofZone(zone, v); err != nil {
		return object.Null, err
	}
	offset, err := k.utcOffset(zone, v)
	if err != nil {
		return object.Null, err
	}
	if offset == object.None {
		return object.Null, h.Raise(object.ValueErrorType, "fromutc: non-None utcoffset() result required")
	}
	dst, err := k.offsetBy(zone, "dst", v)
	if err != nil {
		return object.Null, err
	}
	if dst == object.None {
		return object.Null, h.Raise(object.ValueErrorType, "fromutc: non-None dst() result required")
	}
	standard, err := k.newDelta(k.span(offset).add(k.span(dst), -1))
	if err != nil {
		return object.Null, err
	}
	r, err := k.addSpan(v, k.span(standard), 1)
	if err != nil {
		return object.Null, err
	}
	if dst, err = k.offsetBy(zone, "dst", r); err != nil {
		return object.Null, err
	}
	switch {
	case dst == object.None:
		return object.Null, h.Raise(object.ValueErrorType, "fromutc: tz.dst() gave inconsistent results; cannot convert")
	case k.span(dst) == lapse{}:
		return r, nil
	case !k.is(r, k.datetime): // a class of the program's has made it
		return object.Null, h.Raise(object.TypeErrorType, "fromutc: argument must be a datetime")
	}
	return k.addSpan(r, k.span(dst), 1)
}

// utcOffset asks a zone, or None, for the offset of a datetime or None: it is None or a timedelta of less than a day.
func (k *datetimes) utcOffset(zone, of object.Value) (object.Value, error) {
	if zone.IsRef() && k.h.RefType(zone) == k.timezone.ID {
		return k.h.Field(zone, offZoneDelta), nil
	}
	return k.offsetBy(zone, "utcoffset", of)
}

// offsetBy is utcOffset of a method.
func (k *datetimes) offsetBy(zone object.Value, method string, of object.Value) (object.Value, error) {
	h := k.h
	if zone == object.None {
		return object.None, nil
	}
	r, err := callMethod(h, zone, method, of)
	if err != nil || r == object.None {
		return r, err
	}
	if !k.is(r, k.delta) {
		return object.Null, h.Raise(object.TypeErrorType, "tzinfo.%s() must return None or timedelta, not '%s'", method, h.TypeName(r))
	}
	return r, k.checkOffset(r)
}

// tzName asks a zone, or None, for a name: it is None or a str.
func (k *datetimes) tzName(zone, of object.Value) (object.Value, error) {
	h := k.h
	if zone == object.None {
		return object.None, nil
	}
	r, err := callMethod(h, zone, "tzname", of)
	if err == nil && r != object.None && !h.IsInstance(r, object.StrType) {
		err = h.Raise(object.TypeErrorType, "tzinfo.tzname() must return None or a string, not '%s'", h.TypeName(r))
	}
	return r, err
}

// zoneMethods are those of time and datetime that ask the zone: of is what they ask it about.
func (k *datetimes) zoneMethods(off uintptr, of func(v object.Value) object.Value) []object.Builtin {
	zone := func(v object.Value) object.Value { return k.h.Field(v, off+offZone) }
	return []object.Builtin{
		plain("utcoffset", func(v object.Value) (object.Value, error) { return k.utcOffset(zone(v), of(v)) }),
		plain("dst", func(v object.Value) (object.Value, error) { return k.offsetBy(zone(v), "dst", of(v)) }),
		plain("tzname", func(v object.Value) (object.Value, error) { return k.tzName(zone(v), of(v)) }),
	}
}

// dstFlag is tm_isdst of a datetime.
func (k *datetimes) dstFlag(v object.Value) (int, error) {
	dst, err := k.offsetBy(k.zone(v), "dst", v)
	switch {
	case err != nil || dst == object.None:
		return -1, err
	case k.span(dst) == lapse{}:
		return 0, nil
	}
	return 1, nil
}

// utcTimeTuple is datetime.utctimetuple.
func (k *datetimes) utcTimeTuple(v object.Value) (object.Value, error) {
	offset, err := k.utcOffset(k.zone(v), v)
	if err == nil && offset != object.None {
		v, err = k.addSpan(v, k.span(offset), -1)
	}
	if err == nil {
		err = k.mustDateTime(v)
	}
	if err != nil {
		return object.Null, err
	}
	c, _ := k.clock(v, offDateClock)
	return k.timeTuple(k.civil(v), c, 0), nil
}

// mustDateTime refuses what a class of the program's has made instead of a datetime.
func (k *datetimes) mustDateTime(v object.Value) error {
	if k.is(v, k.datetime) {
		return nil
	}
	return k.h.Raise(object.TypeErrorType, "expected datetime.datetime, not %s", k.h.TypeName(v))
}

// asTimeZone is datetime.astimezone.
func (k *datetimes) asTimeZone(v object.Value, a []object.Value) (object.Value, error) {
	h := k.h
	to := a[0]
	if to == object.Null {
		to = object.None
	}
	if err := k.checkZone(to); err != nil {
		return object.Null, err
	}
	from, offset := k.zone(v), object.None
	var err error
	if from != object.None {
		if from == to {
			return v, nil
		}
		if offset, err = k.utcOffset(from, v); err != nil {
			return object.Null, err
		}
	}
	if offset == object.None {
		if from, err = k.localZoneOf(v); err != nil {
			return object.Null, err
		}
		if from == to {
			return v, nil
		}
		offset = h.Field(from, offZoneDelta)
	}
	r, err := k.addSpan(v, k.span(offset), -1)
	if err == nil {
		err = k.mustDateTime(r)
	}
	if err != nil {
		return object.Null, err
	}
	if k.zone(r) == object.None {
		c, fold := k.clock(r, offDateClock)
		r = k.makeDateTime(h.TypeOf(r), k.civil(r), c, fold, k.utc)
	}
	if to == object.None {
		if to, err = k.localZoneAt(k.instant(r)); err != nil {
			return object.Null, err
		}
	}
	h.SetField(r, offDateClock+offZone, to)
	return callMethod(h, to, "fromutc", r)
}
