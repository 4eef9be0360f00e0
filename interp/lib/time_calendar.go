package lib

import (
	"fmt"
	"math"
	"strings"
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
	if v := a[0]; v.IsFloat() {
		x := math.Floor(v.Float())
		if x != x {
			return time.Time{}, h.Raise(object.ValueErrorType, "Invalid value NaN (not a number)")
		}
		if x >= 1<<63 || x < -1<<63 {
			return time.Time{}, h.Raise(object.OverflowErrorType, "timestamp out of range for platform time_t")
		}
		n = int64(x)
	} else {
		if !h.IsIntegral(v) {
			return time.Time{}, h.Raise(object.TypeErrorType, "'%s' object cannot be interpreted as an integer", h.TypeName(v))
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
		for i, off := range [...]uintptr{9, 10} {
			switch x := h.Field(v, object.OffTupleItems+8*off); {
			case i == 0 && h.Is(x, object.StrType):
				b.zone = h.GoString(x)
			case i == 1 && x.IsSmall():
				b.offset = int(x.Small())
			}
		}
	} else {
		b.zone, b.offset = l.zoneOf(b.dst)
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

// strftime is the C function of that name, in the C locale and as glibc has it.
func (l *Lib) strftime(b *brokenTime, format string) string {
	var out strings.Builder
	weekday, month := time.Weekday(b.weekday).String(), time.Month(b.month+1).String()
	hour12 := (b.hour + 11) % 12
	for i, step := 0, 1; i < len(format); i, step = i+1, step+1 {
		if step&0xFFF == 0 { // making a number's text takes a microsecond
			l.h.CheckStop()
			l.h.RoomFor(8 * float64(out.Len()))
		}
		if format[i] != '%' || i+1 == len(format) {
			out.WriteByte(format[i])
			continue
		}
		i++
		switch c := format[i]; c {
		case 'a':
			out.WriteString(weekday[:3])
		case 'A':
			out.WriteString(weekday)
		case 'b', 'h':
			out.WriteString(month[:3])
		case 'B':
			out.WriteString(month)
		case 'p', 'P':
			half := [...]string{"AM", "PM"}[b.hour/12]
			if c == 'P' {
				half = strings.ToLower(half)
			}
			out.WriteString(half)
		case 'Z':
			out.WriteString(b.zone)
		case 'z':
			sign, n := '+', b.offset
			if n < 0 {
				sign, n = '-', -n
			}
			fmt.Fprintf(&out, "%c%02d%02d", sign, n/3600, n/60%60)
		case 's':
			fmt.Fprint(&out, l.unix(b))
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		case '%':
			out.WriteByte('%')
		case 'c':
			out.WriteString(l.strftime(b, "%a %b %e %H:%M:%S %Y"))
		case 'D', 'x':
			out.WriteString(l.strftime(b, "%m/%d/%y"))
		case 'T', 'X':
			out.WriteString(l.strftime(b, "%H:%M:%S"))
		case 'R':
			out.WriteString(l.strftime(b, "%H:%M"))
		case 'r':
			out.WriteString(l.strftime(b, "%I:%M:%S %p"))
		case 'F':
			out.WriteString(l.strftime(b, "%Y-%m-%d"))
		default:
			if n, width, ok := b.number(c, hour12+1); ok {
				fmt.Fprintf(&out, width, n)
			} else {
				out.WriteString("%" + string(c))
			}
		}
	}
	return out.String()
}

// number is what a directive shows that is a number, and how.
func (b *brokenTime) number(c byte, hour12 int) (n int64, format string, ok bool) {
	isoYear, isoWeek := b.isoWeek()
	mod := func(y int64) int64 { return (y%100 + 100) % 100 }
	row, ok := map[byte]struct {
		n      int64
		format string
	}{
		'Y': {b.year, "%d"}, 'C': {(b.year - mod(b.year)) / 100, "%02d"}, 'y': {mod(b.year), "%02d"}, 'G': {isoYear, "%d"}, 'g': {mod(isoYear), "%02d"},
		'm': {int64(b.month + 1), "%02d"}, 'd': {int64(b.day), "%02d"}, 'e': {int64(b.day), "%2d"}, 'H': {int64(b.hour), "%02d"}, 'k': {int64(b.hour), "%2d"},
		'I': {int64(hour12), "%02d"}, 'l': {int64(hour12), "%2d"}, 'M': {int64(b.min), "%02d"}, 'S': {int64(b.sec), "%02d"}, 'j': {int64(b.yday + 1), "%03d"},
		'u': {int64((b.weekday+6)%7 + 1), "%d"}, 'w': {int64(b.weekday), "%d"}, 'U': {int64(b.week(0)), "%02d"}, 'W': {int64(b.week(1)), "%02d"},
		'V': {int64(isoWeek), "%02d"},
	}[c]
	return row.n, row.format, ok
}

// unix is mktime: seconds since 1970 of a local time.
func (l *Lib) unix(b *brokenTime) int64 {
	t := time.Date(int(b.year), time.Month(b.month+1), b.day, b.hour, b.min, b.sec, 0, l.zone())
	if b.dst > 0 && !t.IsDST() { // as if there were summer time
		if standard, summer := l.zones(); summer.dst > 0 {
			t = t.Add(-time.Duration(summer.offset-standard.offset) * time.Second)
		}
	}
	return t.Unix()
}

// addCalendar adds the functions for dates to the module.
func (l *Lib) addCalendar(m *module) {
	h := l.h
	s := newStructType(h, "time", "struct_time", true, 9,
		"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff")
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
			if err == nil {
				err = b.check(h)
			}
			if err != nil {
				return object.Null, err
			}
			b.dst = min(max(b.dst, -1), 1)
			return h.NewStr(l.strftime(b, h.GoString(a[0]))), nil
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
