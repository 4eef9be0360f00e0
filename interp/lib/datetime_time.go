package lib

import (
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// time.

// makeTime makes a time, which must be one, of a type.
func (k *datetimes) makeTime(t *object.Type, c clock, fold int, zone object.Value) object.Value {
	v := k.fresh(t, k.time, timeSize)
	k.setClock(v, offTimeClock, c, fold, zone)
	return v
}

// newTimeOf makes a time of a type if it is one.
func (k *datetimes) newTimeOf(t *object.Type, c clock, fold int, zone object.Value) (object.Value, error) {
	if err := k.checkTime(c, fold); err != nil {
		return object.Null, err
	}
	if err := k.checkZone(zone); err != nil {
		return object.Null, err
	}
	return k.makeTime(t, c, fold, zone), nil
}

// timeOf makes a time of a class: a derived one is called.
func (k *datetimes) timeOf(class object.Value, c clock, fold int, zone object.Value) (object.Value, error) {
	if class == k.time.Object {
		return k.newTimeOf(k.time, c, fold, zone)
	}
	return k.callOf(class, fold, small(c.hour), small(c.minute), small(c.second), small(c.micro), zone)
}

var timeNames = []string{"hour", "minute", "second", "microsecond", "tzinfo", "fold"}

var (
	timeSig        = object.NewSignature("", 0, 0, 1, timeNames...)
	replaceTimeSig = object.NewSignature("replace", 0, 0, 1, timeNames...)
	timeISOSig     = object.NewSignature("isoformat", 0, 0, 0, "timespec")
)

// clockArgs converts the arguments of a clock: four numbers, a zone and a fold.
func (k *datetimes) clockArgs(a []object.Value, convert func(v object.Value) (int, error), c *clock, fold *int, zone *object.Value) error {
	if err := k.ints(a[:4], convert, &c.hour, &c.minute, &c.second, &c.micro); err != nil {
		return err
	}
	if a[4] != object.Null {
		*zone = a[4]
	}
	return k.ints(a[5:6], convert, fold)
}

// pickled reads the arguments that unpickling gives to a constructor: a state, in which a bit of the byte at an index is the fold, and
// maybe a zone. ok is false for other arguments.
func (k *datetimes) pickled(args []object.Value, kwnames object.Value, n, at int, sane func(b byte) bool, what string) (b []byte, fold int, zone object.Value, ok bool, err error) {
	const foldBit = 0x80
	zone = object.None
	if kwnames != object.Null {
		args = args[:len(args)-k.h.TupleLen(kwnames)]
	}
	if len(args) < 1 || len(args) > 2 {
		return nil, 0, zone, false, nil
	}
	state, ok, err := k.state(args[0], n, at, func(b byte) bool { return sane(b &^ foldBit) }, what)
	if !ok || err != nil {
		return nil, 0, zone, ok, err
	}
	if len(args) == 2 {
		zone = args[1]
	}
	if k.checkZone(zone) != nil {
		return nil, 0, zone, true, k.h.Raise(object.TypeErrorType, "bad tzinfo state arg")
	}
	b = append(b, state...)
	fold = int(b[at] >> 7)
	b[at] &^= foldBit
	return b, fold, zone, true, nil
}

// newTime is time.__new__.
func (k *datetimes) newTime(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	b, fold, zone, ok, err := k.pickled(args, kwnames, 6, 0, func(b byte) bool { return b < 24 }, "time")
	if err != nil {
		return object.Null, err
	}
	if ok {
		return k.makeTime(t, clockFrom(b), fold, zone), nil
	}
	var p [6]object.Value
	var c clock
	if err := bind(h, timeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if err := k.clockArgs(p[:], k.cLong, &c, &fold, &zone); err != nil {
		return object.Null, err
	}
	return k.newTimeOf(t, c, fold, zone)
}

func (k *datetimes) registerTime() {
	h := k.h
	k.time = h.RegisterType(&object.Type{Name: "time", Module: datetimeModule, Size: timeSize, Slots: object.Slots{
		New: k.newTime, Format: k.format, Compare: k.compareTimes, Hash: k.hashTime, Repr: k.reprTime,
		Str: func(h *object.Heap, v object.Value) (object.Value, error) {
			return k.strBy(v, k.time, func(v object.Value) (object.Value, error) { return k.isoTime(v, []object.Value{object.Null}) })
		},
	}})
	h.AddGetSets(k.time, fields(offTimeClock, "hour", "minute", "second", "microsecond", "fold", "tzinfo"))
	h.AddClassMethods(k.time, []object.Builtin{
		{Name: "fromisoformat", Arity: object.O, Fn: k.timeFromISO},
		{Name: "strptime", Arity: object.Varied, Fn: k.strptime("_strptime_datetime_time")},
	})
	replace := func(v object.Value, a []object.Value) (object.Value, error) {
		c, fold := k.clock(v, offTimeClock)
		zone := h.Field(v, offTimeClock+offZone)
		if err := k.clockArgs(a, h.CInt, &c, &fold, &zone); err != nil {
			return object.Null, err
		}
		return k.timeOf(h.TypeOf(v).Object, c, fold, zone)
	}
	h.AddMethods(k.time, append(k.zoneMethods(offTimeClock, func(object.Value) object.Value { return object.None }),
		k.called(replaceTimeSig, "replace", 6, replace), k.called(replaceTimeSig, "__replace__", 6, replace),
		k.called(timeISOSig, "isoformat", 1, k.isoTime), k.called(strftimeSig, "strftime", 1, k.strftimeTime),
		object.Builtin{Name: "__format__", Arity: object.Varied, Fn: k.formatMethod},
		plain("__reduce__", func(v object.Value) (object.Value, error) { return k.reduceTime(v, 2), nil }),
		object.Builtin{Name: "__reduce_ex__", Arity: object.Varied, Fn: k.reduceBy(k.reduceTime)},
	))
}

// reduceBy is __reduce_ex__: the fold is in what newer protocols have.
func (k *datetimes) reduceBy(reduce func(v object.Value, protocol int) object.Value) goFunc {
	return func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		if err := k.exactly("__reduce_ex__", a, 1); err != nil {
			return object.Null, err
		}
		protocol, err := k.cLong(a[0])
		if err != nil {
			return object.Null, err
		}
		return reduce(v, protocol), nil
	}
}

func (k *datetimes) reduceTime(v object.Value, protocol int) object.Value {
	c, fold := k.clock(v, offTimeClock)
	return k.reduced(v, c.append(nil), 0, fold, protocol, k.h.Field(v, offTimeClock+offZone))
}

// reduced is what __reduce_ex__ returns; the fold is a bit of the byte at an index.
func (k *datetimes) reduced(v object.Value, b []byte, at, fold, protocol int, zone object.Value) object.Value {
	h := k.h
	if protocol > 3 {
		b[at] |= byte(fold) << 7
	}
	state := h.NewBytes(b)
	args := object.Null
	if zone == object.None {
		args = h.NewTuple(state)
	} else {
		args = h.NewTuple(state, zone)
	}
	return h.NewTuple(h.TypeOf(v).Object, args)
}

func (k *datetimes) reprTime(h *object.Heap, v object.Value) (object.Value, error) {
	c, fold := k.clock(v, offTimeClock)
	text := fmt.Sprintf("%s(%d, %d", h.TypeName(v), c.hour, c.minute)
	text += c.rest()
	text, err := k.withZone(text, h.Field(v, offTimeClock+offZone))
	if err != nil {
		return object.Null, err
	}
	if fold != 0 {
		text += ", fold=1"
	}
	return h.NewStr(text + ")"), nil
}

// rest are the arguments behind the minute that a repr shows.
func (c clock) rest() string {
	switch {
	case c.micro != 0:
		return fmt.Sprintf(", %d, %d", c.second, c.micro)
	case c.second != 0:
		return fmt.Sprintf(", %d", c.second)
	}
	return ""
}

// withZone adds a zone that is not None to a repr.
func (k *datetimes) withZone(text string, zone object.Value) (string, error) {
	if zone == object.None {
		return text, nil
	}
	r, err := k.h.Repr(zone)
	if err != nil {
		return "", err
	}
	return text + ", tzinfo=" + k.h.GoString(r), nil
}

// isoTime is isoformat.
func (k *datetimes) isoTime(v object.Value, a []object.Value) (object.Value, error) {
	c, _ := k.clock(v, offTimeClock)
	var store [64]byte
	b, err := k.appendClock(store[:0], c, a[0], 1)
	if err == nil {
		b, err = k.appendOffset(b, ":", k.h.Field(v, offTimeClock+offZone), object.None)
	}
	if err != nil {
		return object.Null, err
	}
	return k.h.NewASCII(b), nil
}

// compareTimes is the comparison of two times.
func (k *datetimes) compareTimes(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if !k.is(b, k.time) {
		return object.NotImplemented, nil
	}
	c, _ := k.clock(a, offTimeClock)
	e, _ := k.clock(b, offTimeClock)
	zone, other := h.Field(a, offTimeClock+offZone), h.Field(b, offTimeClock+offZone)
	if zone == other {
		return compared(op, c.cmp(e)), nil
	}
	x, err := k.utcOffset(zone, object.None)
	if err != nil {
		return object.Null, err
	}
	y, err := k.utcOffset(other, object.None)
	if err != nil {
		return object.Null, err
	}
	switch {
	case x == y || x != object.None && y != object.None && k.span(x) == k.span(y):
		return compared(op, c.cmp(e)), nil
	case x == object.None || y == object.None:
		return k.naiveAndAware(op, "times")
	}
	s, o := k.span(x), k.span(y)
	diff := c.seconds() - s.days*daySeconds - s.seconds - (e.seconds() - o.days*daySeconds - o.seconds)
	if diff == 0 {
		diff = c.micro - e.micro
	}
	return compared(op, diff), nil
}

// naiveAndAware is the result of a comparison of what has a zone with what has none.
func (k *datetimes) naiveAndAware(op object.CompareOp, what string) (object.Value, error) {
	if op == object.EQ || op == object.NE {
		return object.Bool(op == object.NE), nil
	}
	return object.Null, k.h.Raise(object.TypeErrorType, "can't compare offset-naive and offset-aware %s", what)
}

// hashTime is that of the bytes, or of the difference to the offset; without the fold.
func (k *datetimes) hashTime(h *object.Heap, v object.Value) (int64, error) {
	c, _ := k.clock(v, offTimeClock)
	offset, err := k.utcOffset(h.Field(v, offTimeClock+offZone), object.None)
	if err != nil {
		return 0, err
	}
	if offset == object.None {
		return h.HashBytes(c.append(nil)), nil
	}
	return k.hashOf(lapse{0, c.seconds(), c.micro}, offset)
}

// hashOf is the hash of the difference of two timedeltas.
func (k *datetimes) hashOf(s lapse, offset object.Value) (int64, error) {
	v, err := k.newDelta(s.add(k.span(offset), -1))
	if err != nil {
		return 0, err
	}
	return k.span(v).hash(), nil
}
