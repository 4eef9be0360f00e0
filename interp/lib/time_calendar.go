package lib

import (
	"math"
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// Dates of the module time (Modules/timemodule.c), in the C locale. The time zone is
// the clock's.

// brokenTime is a struct tm: months and days of the year begin at 0, days of the week
// at Sunday.
type brokenTime struct {
	year                                      int64
	month, day, hour, min, sec, weekday, yday int
	dst                                       int
	zone                                      string
	offset                                    int // seconds east of UTC
}

// broken splits a time.
func broken(t time.Time) *brokenTime {
	zone, offset := t.Zone()
	b := &brokenTime{
		year: int64(t.Year()), month: int(t.Month()) - 1, day: t.Day(), hour: t.Hour(), min: t.Minute(), sec: t.Second(),
		weekday: int(t.Weekday()), yday: t.YearDay() - 1, zone: zone, offset: offset,
	}
	if t.IsDST() {
		b.dst = 1
	}
	return b
}

// structTime makes a time.struct_time.
func (b *brokenTime) structTime(h *object.Heap, s *structType) object.Value {
	values := make([]object.Value, 0, 11)
	for _, n := range [...]int{int(b.year), b.month + 1, b.day, b.hour, b.min, b.sec, (b.weekday + 6) % 7, b.yday + 1, b.dst} {
		values = append(values, object.SmallInt(int64(n)))
	}
	return s.of(h, append(values, h.NewStr(b.zone), object.SmallInt(int64(b.offset)))...)
}

// timeArg converts seconds since 1970, now if there are none.
func (l *Lib) timeArg(h *object.Heap, a []object.Value) (time.Time, error) {
	if len(a) == 0 || a[0] == object.None {
		return l.now()
	}
	var n int64
	if v := a[0]; h.IsInstance(v, object.FloatType) {
		x := math.Floor(h.Plain(v).Float())
		if x != x {
			return time.Time{}, h.Raise(object.ValueErrorType, "Invalid value NaN (not a number)")
		}
		if x >= 1<<63 || x < -1<<63 {
			return time.Time{}, h.Raise(object.OverflowErrorType, "timestamp out of range for platform time_t")
		}
		n = int64(x)
	} else {
		v, err := h.ToIndex(v)
		if err != nil {
			return time.Time{}, err
		}
		var ok bool
		if n, ok = h.AsInt64(v); !ok {
			return time.Time{}, h.Raise(object.OverflowErrorType, "timestamp out of range for platform time_t")
		}
	}
	t := time.Unix(n, 0)
	if year := t.UTC().Year(); n > 1<<55 || n < -1<<55 || year > math.MaxInt32 || year < math.MinInt32 {
		return time.Time{}, h.RaiseValue(h.NewOSError(75, "Value too large for defined data type"))
	}
	return t, nil
}

// tupleArg converts a tuple of nine numbers (gettmarg).
func (l *Lib) tupleArg(h *object.Heap, s *structType, function string, v object.Value) (*brokenTime, error) {
	if !h.IsInstance(v, object.TupleType) {
		return nil, h.Raise(object.TypeErrorType, "Tuple or struct_time argument required")
	}
	if h.TupleLen(v) != 9 {
		return nil, h.Raise(object.TypeErrorType, "%s(): illegal time tuple argument", function)
	}
	var n [9]int
	for i := range n {
		x, err := h.CInt(h.TupleItem(v, i))
		if err != nil {
			return nil, err
		}
		n[i] = x
	}
	b := &brokenTime{
		year: int64(n[0]), month: n[1] - 1, day: n[2], hour: n[3], min: n[4], sec: n[5], weekday: (n[6] + 1) % 7, yday: n[7] - 1, dst: n[8],
	}
	if h.TypeOf(v) == s.Type {
		if x := h.Field(v, object.OffTupleItems+8*9); h.Is(x, object.StrType) {
			b.zone = h.GoString(x)
		}
		if x := h.Field(v, object.OffTupleItems+8*10); x.IsSmall() {
			b.offset = int(x.Small())
		}
	}
	return b, nil
}

// zoneOf is the name and the offset of the local time, in summer or not.
func (l *Lib) zoneOf(dst int) (zone string, offset int) {
	standard, summer := l.zones()
	if dst > 0 {
		standard = summer
	}
	return standard.zone, standard.offset
}

// zones are January's and July's local times of this year, the one without daylight
// saving first. Without a clock both are UTC.
func (l *Lib) zones() (standard, summer *brokenTime) {
	year, zone := 1970, time.UTC
	if c := l.host.Grants.Clock; c != nil {
		now := c.Now()
		year, zone = now.Year(), now.Location()
	}
	standard = broken(time.Date(year, 1, 1, 0, 0, 0, 0, zone))
	summer = broken(time.Date(year, 7, 1, 0, 0, 0, 0, zone))
	if standard.dst > summer.dst {
		return summer, standard
	}
	return standard, summer
}

// check refuses what is no date (checktm), and makes 0 the first month, day and day of
// the year.
func (b *brokenTime) check(h *object.Heap) error {
	if b.month == -1 {
		b.month = 0
	}
	if b.day == 0 {
		b.day = 1
	}
	if b.yday == -1 {
		b.yday = 0
	}
	for _, c := range [...]struct {
		n, lo, hi int
		what      string
	}{
		{b.month, 0, 11, "month"}, {b.day, 1, 31, "day of month"}, {b.hour, 0, 23, "hour"}, {b.min, 0, 59, "minute"}, {b.sec, 0, 61, "seconds"},
		{b.weekday, 0, 6, "day of week"}, {b.yday, 0, 365, "day of year"},
	} {
		if c.n < c.lo || c.n > c.hi {
			return h.Raise(object.ValueErrorType, "%s out of range", c.what)
		}
	}
	return nil
}

// week is the number of the week that a day is in, if weeks begin at a day of the week.
func (b *brokenTime) week(first int) int { return (b.yday + 7 - (b.weekday-first+7)%7) / 7 }

// isoWeek is the year and week of ISO 8601.
func (b *brokenTime) isoWeek() (year int64, week int) {
	days := func(y int64) int {
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 366
		}
		return 365
	}
	year, thursday := b.year, b.yday+3-(b.weekday+6)%7 // that of the same week: it says whose week that is
	if thursday < 0 {
		year--
		thursday += days(year)
	} else if n := days(year); thursday >= n {
		year++
		thursday -= n
	}
	return year, thursday/7 + 1
}

// unix is mktime: seconds since 1970 of a local time.
func (l *Lib) unix(b *brokenTime) int64 {
	t := time.Date(int(b.year), time.Month(b.month+1), b.day, b.hour, b.min, b.sec, 0, l.zone())
	if b.dst >= 0 && (b.dst > 0) != t.IsDST() { // the clock is as if there was summer time, or none
		shift := time.Hour
		if standard, summer := l.zones(); summer.dst > 0 {
			shift = time.Duration(summer.offset-standard.offset) * time.Second
		}
		if b.dst > 0 {
			shift = -shift
		}
		t = t.Add(shift)
	}
	return t.Unix()
}

// timeStruct is the type of time.struct_time.
func (l *Lib) timeStruct() *structType {
	if l.structTime == nil {
		l.structTime = newStructType(l.h, "time", "struct_time", true, 9,
			"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff")
	}
	return l.structTime
}

// addCalendar adds the functions for dates to the module.
func (l *Lib) addCalendar(m *module) {
	h := l.h
	s := l.timeStruct()
	m.set("struct_time", s.Object)
	m.set("_STRUCT_TM_ITEMS", object.SmallInt(11))
	standard, summer := l.zones()
	m.set("tzname", h.NewTuple(h.NewStr(standard.zone), h.NewStr(summer.zone)))
	m.set("timezone", object.SmallInt(int64(-standard.offset)))
	m.set("altzone", object.SmallInt(int64(-summer.offset)))
	m.set("daylight", object.SmallInt(int64(summer.dst)))
	split := func(name string, in func(t time.Time) time.Time) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			t, err := l.timeArg(h, a)
			if err != nil {
				return object.Null, err
			}
			b := broken(in(t))
			if name == "gmtime" {
				b.zone = "GMT"
			}
			return b.structTime(h, s), nil
		}}
	}
	// A date, by default the local time now.
	date := func(name string, a []object.Value) (*brokenTime, error) {
		if len(a) == 0 {
			now, err := l.now()
			if err != nil {
				return nil, err
			}
			return broken(now), nil
		}
		return l.tupleArg(h, s, name, a[0])
	}
	m.functions([]object.Builtin{
		split("gmtime", time.Time.UTC), split("localtime", func(t time.Time) time.Time { return t.In(l.zone()) }),
		{Name: "ctime", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			t, err := l.timeArg(h, a)
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(l.strftime(broken(t.In(l.zone())), "%c")), nil
		}},
		{Name: "asctime", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			b, err := date("asctime", a)
			if err == nil {
				err = b.check(h)
			}
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(l.strftime(b, "%c")), nil
		}},
		{Name: "mktime", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			b, err := l.tupleArg(h, s, "mktime", a[0])
			if err != nil {
				return object.Null, err
			}
			return object.FloatValue(float64(l.unix(b))), nil
		}},
		{Name: "strftime", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "strftime() argument 1 must be str, not %s", argTypeName(h, a[0]))
			}
			b, err := date("strftime", a[1:])
			if err != nil {
				return object.Null, err
			}
			b.dst = min(max(b.dst, -1), 1)
			return l.strftimeValue(b, h.GoString(a[0]))
		}},
		{Name: "strptime", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			lib, err := h.ImportModule("_strptime")
			if err != nil {
				return object.Null, err
			}
			f, err := h.GetAttr(lib, h.Intern("_strptime_time"))
			if err != nil {
				return object.Null, err
			}
			return h.Call(f, a, object.Null)
		}},
		{Name: "tzset", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.None, nil // the zone is that of the program's beginning
		}},
		{Name: "get_clock_info", Arity: object.O, Fn: clockInfo},
	})
	l.strftimeBuiltin = h.DictGetStr(m.d, h.Intern("strftime"))
}

// clockInfo is time.get_clock_info.
func clockInfo(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "get_clock_info() argument 1 must be str, not %s", argTypeName(h, a[0]))
	}
	system, ok := map[string]string{
		"time": "CLOCK_REALTIME", "monotonic": "CLOCK_MONOTONIC", "perf_counter": "CLOCK_MONOTONIC",
		"process_time": "CLOCK_PROCESS_CPUTIME_ID", "thread_time": "CLOCK_THREAD_CPUTIME_ID",
	}[h.GoString(a[0])]
	if !ok {
		return object.Null, h.Raise(object.ValueErrorType, "unknown clock")
	}
	real := system == "CLOCK_REALTIME"
	text := h.NewStr("clock_gettime(" + system + ")")
	return newNamespace(h, []field{
		{"implementation", text}, {"monotonic", object.Bool(!real)}, {"adjustable", object.Bool(real)}, {"resolution", object.FloatValue(1e-9)},
	}), nil
}
