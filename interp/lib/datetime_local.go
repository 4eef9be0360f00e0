package lib

import (
	"math"
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// Timestamps and the local time, whose zone is the clock's.

const mostFold = daySeconds // seconds that a clock may be put back by

// at splits seconds since 1970, in UTC or local time.
func (k *datetimes) at(n int64, local bool) (time.Time, error) {
	t := time.Unix(n, 0).UTC()
	if year := t.Year(); n > 1<<55 || n < -1<<55 || year > math.MaxInt32 || year < math.MinInt32 {
		return t, k.h.RaiseValue(k.h.NewOSError(75, "Value too large for defined data type"))
	}
	if local {
		t = t.In(k.l.zone())
	}
	return t, nil
}

func split(t time.Time) (civil, clock) {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	return civil{year, int(month), day}, clock{hour, minute, second, 0}
}

// secondsOf counts from the first of January of year 1.
func (k *datetimes) secondsOf(d civil, c clock) (int64, error) {
	if d.year < minYear || d.year > maxYear {
		return 0, k.badYear(d.year)
	}
	return int64(d.ordinal())*daySeconds + int64(c.seconds()), nil
}

// local is the local time at a time of UTC, both as secondsOf counts.
func (k *datetimes) local(u int64) (int64, error) {
	t, err := k.at(u-unixSeconds, true)
	if err != nil {
		return 0, err
	}
	return k.secondsOf(split(t))
}

// ofSeconds makes a datetime of a class of a time since 1970: local time and its fold where there is no zone and local is set, else UTC.
func (k *datetimes) ofSeconds(class object.Value, n int64, micro int, local bool, zone object.Value) (object.Value, error) {
	t, err := k.at(n, local)
	if err != nil {
		return object.Null, err
	}
	d, c := split(t)
	c.micro = micro
	fold := 0
	if local {
		if fold, err = k.foldAt(d, c, n); err != nil {
			return object.Null, err
		}
	}
	return k.dateTimeOf(class, d, c, fold, zone)
}

// foldAt is 1 if a local time is there a second time, because the clock has been put back.
func (k *datetimes) foldAt(d civil, c clock, n int64) (int, error) {
	now, err := k.secondsOf(d, c)
	if err != nil {
		return 0, err
	}
	before, err := k.local(unixSeconds + n - mostFold)
	if err != nil {
		return 0, err
	}
	if back := now - before - mostFold; back < 0 {
		if before, err = k.local(unixSeconds + n + back); err != nil {
			return 0, err
		}
		if before == now {
			return 1, nil
		}
	}
	return 0, nil
}

// utcSeconds solves: a local time, with a fold or without, at a time of UTC. In a gap of the clock it is the one that has the offset from
// before it, or from behind it with a fold.
func (k *datetimes) utcSeconds(d civil, c clock, fold int) (int64, error) {
	t, err := k.secondsOf(d, c)
	if err != nil {
		return 0, err
	}
	there, err := k.local(t)
	if err != nil {
		return 0, err
	}
	a := there - t
	u1 := t - a
	t1, err := k.local(u1)
	if err != nil {
		return 0, err
	}
	b := t1 - u1
	if t1 == t { // there may be another one, earlier or, with a fold, later
		u2 := u1 - mostFold
		if fold != 0 {
			u2 = u1 + mostFold
		}
		if there, err = k.local(u2); err != nil {
			return 0, err
		}
		if b = there - u2; a == b {
			return u1, nil
		}
	}
	u2 := t - b
	t2, err := k.local(u2)
	switch {
	case err != nil:
		return 0, err
	case t2 == t:
		return u2, nil
	case t1 == t:
		return u1, nil
	case fold != 0:
		return min(u1, u2), nil
	}
	return max(u1, u2), nil
}

// timestamp is datetime.timestamp.
func (k *datetimes) timestamp(v object.Value) (object.Value, error) {
	h := k.h
	c, fold := k.clock(v, offDateClock)
	if k.zone(v) != object.None {
		delta, err := k.difference(v, k.epoch)
		if err != nil {
			return object.Null, err
		}
		return h.Binary(object.TrueDivide, k.micros(k.span(delta)), object.SmallInt(1e6))
	}
	n, err := k.utcSeconds(k.civil(v), c, fold)
	if err != nil {
		return object.Null, err
	}
	return object.FloatValue(float64(n-unixSeconds) + float64(c.micro)/1e6), nil
}

// localZoneAt is the zone of the local time at an instant.
func (k *datetimes) localZoneAt(s lapse) (object.Value, error) {
	return k.localZone(int64(s.days-unixOrdinal)*daySeconds + int64(s.seconds))
}

// localZoneOf is the zone of the local time that a datetime is.
func (k *datetimes) localZoneOf(v object.Value) (object.Value, error) {
	d := k.civil(v)
	c, fold := k.clock(v, offDateClock)
	n, err := k.utcSeconds(d, c, fold)
	if err != nil {
		return object.Null, err
	}
	other, err := k.utcSeconds(d, c, 1-fold)
	if err != nil {
		return object.Null, err
	}
	if other != n && (other > n) == (fold != 0) { // in a gap
		n = other
	}
	return k.localZone(n - unixSeconds)
}

func (k *datetimes) localZone(n int64) (object.Value, error) {
	t, err := k.at(n, true)
	if err != nil {
		return object.Null, err
	}
	name, offset := t.Zone()
	delta, err := k.newDelta(lapse{seconds: offset})
	if err != nil {
		return object.Null, err
	}
	return k.timeZone(delta, k.h.NewStr(name))
}

// tooLate is the error for a timestamp that C's time_t has not.
func (k *datetimes) tooLate() error {
	return k.h.Raise(object.OverflowErrorType, "timestamp out of range for platform time_t")
}

// stamp converts a timestamp to seconds and microseconds, which are rounded half to even.
func (k *datetimes) stamp(v object.Value) (n int64, micro int, err error) {
	h := k.h
	if !h.IsInstance(v, object.FloatType) {
		if !h.HasIndex(v) {
			return 0, 0, h.Raise(object.TypeErrorType, "argument must be int or float, not %s", h.TypeName(v))
		}
		n, err = k.wholeStamp(v)
		return n, 0, err
	}
	x := h.Plain(v).Float()
	if x != x {
		return 0, 0, h.Raise(object.ValueErrorType, "Invalid value NaN (not a number)")
	}
	whole, part := math.Modf(x)
	part = math.RoundToEven(float64(part * 1e6))
	switch {
	case part >= 1e6:
		part, whole = part-1e6, whole+1
	case part < 0:
		part, whole = part+1e6, whole-1
	}
	if whole >= 1<<63 || whole < -1<<63 {
		return 0, 0, k.tooLate()
	}
	return int64(whole), int(part), nil
}

// wholeStamp converts an int, or what stands for one.
func (k *datetimes) wholeStamp(v object.Value) (int64, error) {
	x, err := k.h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	n, ok := k.h.AsInt64(x)
	if !ok {
		return 0, k.tooLate()
	}
	return n, nil
}

// dateFromTimestamp is date.fromtimestamp.
func (k *datetimes) dateFromTimestamp(class, v object.Value) (object.Value, error) {
	h := k.h
	var n int64
	if h.IsInstance(v, object.FloatType) {
		x := math.Floor(h.Plain(v).Float())
		switch {
		case x != x:
			return object.Null, h.Raise(object.ValueErrorType, "Invalid value NaN (not a number)")
		case x >= 1<<63 || x < -1<<63:
			return object.Null, k.tooLate()
		}
		n = int64(x)
	} else {
		var err error
		if n, err = k.wholeStamp(v); err != nil {
			return object.Null, err
		}
	}
	t, err := k.at(n, true)
	if err != nil {
		return object.Null, err
	}
	d, _ := split(t)
	return k.dateOf(class, d)
}

// fromTimestamp is datetime.fromtimestamp.
func (k *datetimes) fromTimestamp(class object.Value, a []object.Value) (object.Value, error) {
	zone := a[1]
	if zone == object.Null {
		zone = object.None
	}
	if err := k.checkZone(zone); err != nil {
		return object.Null, err
	}
	n, micro, err := k.stamp(a[0])
	if err != nil {
		return object.Null, err
	}
	return k.inZone(class, n, micro, zone)
}

// inZone makes a datetime of a time since 1970 in a zone, or of the local time.
func (k *datetimes) inZone(class object.Value, n int64, micro int, zone object.Value) (object.Value, error) {
	v, err := k.ofSeconds(class, n, micro, zone == object.None, zone)
	if err != nil || zone == object.None {
		return v, err
	}
	return callMethod(k.h, zone, "fromutc", v)
}

// now is datetime.now.
func (k *datetimes) now(class object.Value, a []object.Value) (object.Value, error) {
	zone := a[0]
	if zone == object.Null {
		zone = object.None
	}
	if err := k.checkZone(zone); err != nil {
		return object.Null, err
	}
	t, err := k.l.now()
	if err != nil {
		return object.Null, err
	}
	return k.inZone(class, t.Unix(), t.Nanosecond()/1000, zone)
}

// utcNow is datetime.utcnow.
func (k *datetimes) utcNow(h *object.Heap, class object.Value, _ []object.Value) (object.Value, error) {
	const text = "datetime.datetime.utcnow() is deprecated and scheduled for removal in a future version. Use timezone-aware objects to represent datetimes in UTC: datetime.datetime.now(datetime.UTC)."
	if err := h.Warn(object.DeprecationWarningType, text, 1); err != nil {
		return object.Null, err
	}
	t, err := k.l.now()
	if err != nil {
		return object.Null, err
	}
	return k.ofSeconds(class, t.Unix(), t.Nanosecond()/1000, false, object.None)
}

// utcFromTimestamp is datetime.utcfromtimestamp.
func (k *datetimes) utcFromTimestamp(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
	const text = "datetime.datetime.utcfromtimestamp() is deprecated and scheduled for removal in a future version. Use timezone-aware objects to represent datetimes in UTC: datetime.datetime.fromtimestamp(timestamp, datetime.UTC)."
	if err := h.Warn(object.DeprecationWarningType, text, 1); err != nil {
		return object.Null, err
	}
	if err := k.exactly("utcfromtimestamp", a, 1); err != nil {
		return object.Null, err
	}
	n, micro, err := k.stamp(a[0])
	if err != nil {
		return object.Null, err
	}
	return k.ofSeconds(class, n, micro, false, object.None)
}
