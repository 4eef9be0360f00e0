package lib

import (
	"fmt"
	"strings"
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// What datetime writes.

// appendDigits appends a number of at least so many digits, which is not negative.
func appendDigits(b []byte, n, digits int) []byte {
	for most := 10; digits > 1; digits-- {
		if n < most {
			for i := 1; i < digits; i++ {
				b = append(b, '0')
			}
			break
		}
		most *= 10
	}
	return appendInt(b, int64(n))
}

// two appends a number of two digits.
func two(b []byte, n int) []byte {
	if n > 99 {
		return appendInt(b, int64(n))
	}
	return append(b, byte('0'+n/10), byte('0'+n%10))
}

func (d civil) appendISO(b []byte) []byte {
	if d.year < 1000 || d.year > maxYear {
		b = fmt.Appendf(b, "%04d", d.year)
	} else {
		b = two(two(b, d.year/100), d.year%100)
	}
	return two(append(two(append(b, '-'), d.month), '-'), d.day)
}

// timeSpecs are the values of timespec.
var timeSpecs = [...]string{"hours", "minutes", "seconds", "milliseconds", "microseconds"}

// appendClock appends a time as a timespec says, which is an argument or Null.
func (k *datetimes) appendClock(b []byte, c clock, spec object.Value, argument int) ([]byte, error) {
	h := k.h
	parts := 2
	if c.micro != 0 {
		parts = 4
	}
	if spec != object.Null {
		if err := k.mustStr("isoformat", argument, spec); err != nil {
			return b, err
		}
		if _, err := h.Encode(spec, "utf-8", "strict"); err != nil {
			return b, err
		}
		name := h.GoString(spec)
		if strings.IndexByte(name, 0) >= 0 {
			return b, h.Raise(object.ValueErrorType, "embedded null character")
		}
		if name != "auto" {
			for parts = 0; parts < len(timeSpecs) && timeSpecs[parts] != name; parts++ {
			}
			if parts == len(timeSpecs) {
				return b, h.Raise(object.ValueErrorType, "Unknown timespec value")
			}
		}
	}
	b = two(b, c.hour)
	if parts > 0 {
		b = two(append(b, ':'), c.minute)
	}
	if parts > 1 {
		b = two(append(b, ':'), c.second)
	}
	switch parts {
	case 3:
		b = appendDigits(append(b, '.'), c.micro/1000, 3)
	case 4:
		b = appendDigits(append(b, '.'), c.micro, 6)
	}
	return b, nil
}

// appendOffset appends an offset.
func (s lapse) appendOffset(b []byte, separator string) []byte {
	sign := byte('+')
	n, micros := s.days*daySeconds+s.seconds, s.micros
	if s.days < 0 {
		sign, n = '-', -n
		if micros != 0 {
			n, micros = n-1, 1e6-micros
		}
	}
	b = two(append(two(append(b, sign), n/3600), separator...), n/60%60)
	if n%60 != 0 || micros != 0 {
		b = two(append(b, separator...), n%60)
	}
	if micros != 0 {
		b = appendDigits(append(b, '.'), micros, 6)
	}
	return b
}

// appendOffset appends the offset that a zone has for a datetime or None.
func (k *datetimes) appendOffset(b []byte, separator string, zone, of object.Value) ([]byte, error) {
	offset, err := k.utcOffset(zone, of)
	if err != nil || offset == object.None {
		return b, err
	}
	return k.span(offset).appendOffset(b, separator), nil
}

// ctime is what C's function of that name shows.
func ctime(d civil, c clock) string {
	weekday := ((d.weekday()+1)%7 + 7) % 7
	return fmt.Sprintf("%.3s %.3s %2d %02d:%02d:%02d %04d", time.Weekday(weekday), time.Month(d.month), d.day, c.hour, c.minute, c.second, d.year)
}

// strBy is str of a date or time: isoformat, which f is where it is not a derived class's.
func (k *datetimes) strBy(v object.Value, t *object.Type, f func(v object.Value) (object.Value, error)) (object.Value, error) {
	if k.h.RefType(v) == t.ID {
		return f(v)
	}
	return callMethod(k.h, v, "isoformat")
}

// format is the slot for a specification that is not empty.
func (k *datetimes) format(h *object.Heap, v, spec object.Value) (object.Value, error) {
	return callMethod(h, v, "strftime", spec)
}

// formatMethod is __format__.
func (k *datetimes) formatMethod(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if err := k.exactly("__format__", a, 1); err != nil {
		return object.Null, err
	}
	if err := k.mustStr("__format__", 1, a[0]); err != nil {
		return object.Null, err
	}
	if h.StrLen(a[0]) == 0 {
		return h.Str(v)
	}
	return k.format(h, v, a[0])
}

// timeFunction returns what the module time has of a name.
func (k *datetimes) timeFunction(name string) (object.Value, error) {
	m, err := k.h.ImportModule("time")
	if err != nil {
		return object.Null, err
	}
	return k.h.GetAttr(m, k.h.Intern(name))
}

// brokenOf is a date and time for the functions of the module time.
func brokenOf(d civil, c clock, dst int) *brokenTime {
	return &brokenTime{
		year: int64(d.year), month: d.month - 1, day: d.day, hour: c.hour, min: c.minute, sec: c.second, weekday: (d.weekday() + 1) % 7, yday: d.yearDay() - 1, dst: dst,
	}
}

// timeTuple makes a struct_time, which says nothing of a zone.
func (k *datetimes) timeTuple(d civil, c clock, dst int) object.Value {
	values := make([]object.Value, 0, 11)
	for _, n := range [...]int{d.year, d.month, d.day, c.hour, c.minute, c.second, d.weekday(), d.yearDay(), dst} {
		values = append(values, small(n))
	}
	return k.l.timeStruct().of(k.h, append(values, object.None, object.None)...)
}

// strftimeDate is strftime of dates and datetimes.
func (k *datetimes) strftimeDate(v object.Value, a []object.Value) (object.Value, error) {
	h := k.h
	if err := k.mustStr("strftime", 1, a[0]); err != nil {
		return object.Null, err
	}
	p := pattern{k: k, zone: object.None, of: v}
	if k.is(v, k.datetime) {
		c, _ := k.clock(v, offDateClock)
		p.zone, p.micro = k.zone(v), c.micro
	}
	tuple := object.Null
	var b *brokenTime
	switch h.RefType(v) {
	case k.date.ID:
		b = brokenOf(k.civil(v), clock{}, -1)
	case k.datetime.ID:
		dst, err := k.dstFlag(v)
		if err != nil {
			return object.Null, err
		}
		c, _ := k.clock(v, offDateClock)
		b = brokenOf(k.civil(v), c, dst)
	default:
		var err error
		if tuple, err = callMethod(h, v, "timetuple"); err != nil {
			return object.Null, err
		}
		if b, err = k.l.tupleArg(h, k.l.timeStruct(), "strftime", tuple); err != nil {
			return object.Null, err
		}
	}
	return p.format(a[0], b, tuple)
}

// strftimeTime is strftime of times: the day is the first of January 1900.
func (k *datetimes) strftimeTime(v object.Value, a []object.Value) (object.Value, error) {
	if err := k.mustStr("strftime", 1, a[0]); err != nil {
		return object.Null, err
	}
	c, _ := k.clock(v, offTimeClock)
	p := pattern{k: k, zone: k.h.Field(v, offTimeClock+offZone), of: object.None, micro: c.micro, ofTime: true}
	return p.format(a[0], brokenOf(civil{1900, 1, 1}, c, -1), object.Null)
}

// pattern is what replaces directives that strftime of the module time has not, or has otherwise.
type pattern struct {
	k        *datetimes
	zone, of object.Value // whom and what to ask about %z and %Z
	micro    int
	ofTime   bool // the tuple of a time is no struct_time
	broken   *brokenTime
}

// format renders a specification; tuple is what stands for b, Null if that is to be made.
func (p *pattern) format(spec object.Value, b *brokenTime, tuple object.Value) (object.Value, error) {
	k := p.k
	h := k.h
	p.broken = b
	text, err := p.replace(h.GoString(spec))
	if err != nil {
		return object.Null, err
	}
	f, err := k.timeFunction("strftime")
	if err != nil {
		return object.Null, err
	}
	if f == k.l.strftimeBuiltin {
		return k.l.strftimeValue(b, text)
	}
	if tuple == object.Null {
		tuple = k.timeTuple(civil{int(b.year), b.month + 1, b.day}, clock{b.hour, b.min, b.sec, 0}, b.dst)
		if p.ofTime {
			tuple = h.NewTuple(h.TupleItems(tuple)...)
		}
	}
	args := h.NewTuple(h.NewStr(text), tuple)
	return h.Call(f, h.TupleItems(args), object.Null)
}

// replace makes the text for the module time.
func (p *pattern) replace(s string) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return s, nil
	}
	var out []byte
	asked := 0
	for i, step := 0, 0; i < len(s); step++ {
		if step&0xFFF == 0xFFF || len(out) >= asked {
			p.k.h.CheckStop()
			p.k.h.RoomFor(8 * 2 * float64(len(out)))
			asked = len(out) + 1<<16
		}
		if s[i] != '%' || i+1 == len(s) {
			out = append(out, s[i])
			i++
			continue
		}
		n := 2
		if s[i+1] == ':' && i+2 < len(s) && s[i+2] == 'z' {
			n = 3
		}
		var err error
		if out, err = p.directive(out, s[i:i+n]); err != nil {
			return "", err
		}
		i += n
	}
	return string(out), nil
}

// directive appends one, or what replaces it.
func (p *pattern) directive(out []byte, s string) ([]byte, error) {
	k, b := p.k, p.broken
	switch s {
	case "%z":
		return k.appendOffset(out, "", p.zone, p.of)
	case "%:z":
		return k.appendOffset(out, ":", p.zone, p.of)
	case "%Z":
		name, err := k.tzName(p.zone, p.of)
		if err != nil || name == object.None {
			return out, err
		}
		if !k.h.Is(name, object.StrType) {
			if name, err = callMethod(k.h, name, "replace", k.h.NewStr("%"), k.h.NewStr("%%")); err != nil {
				return out, err
			}
			if !k.h.IsInstance(name, object.StrType) {
				return out, k.h.Raise(object.TypeErrorType, "tzname.replace() did not return a string")
			}
			return append(out, k.h.GoString(name)...), nil
		}
		return append(out, strings.ReplaceAll(k.h.GoString(name), "%", "%%")...), nil
	case "%f":
		return appendDigits(out, p.micro, 6), nil
	}
	if b.year >= 1000 {
		return append(out, s...), nil
	}
	switch s { // with zeros in front of the year
	case "%Y", "%C", "%F":
		year := fmt.Sprintf("%04d", b.year)
		switch s {
		case "%C":
			year = year[:2]
		case "%F":
			year += "-%m-%d"
		}
		return append(out, year...), nil
	case "%G":
		year, _ := b.isoWeek()
		return fmt.Appendf(out, "%04d", year), nil
	}
	return append(out, s...), nil
}
