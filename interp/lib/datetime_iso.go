package lib

import (
	"errors"

	"github.com/tier2go/tier2/interp/object"
)

// The texts that fromisoformat reads: ISO 8601, with any one character between date and time.

// isoText is such a text in UTF-8. What is behind its end reads as zeros.
type isoText string

func (s isoText) at(i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// errISO says that a text is of none of the forms.
var errISO = errors.New("no ISO 8601 text")

func isDigit(b byte) bool { return b-'0' < 10 }

// number reads n digits at a place.
func (s isoText) number(at, n int) (x int, ok bool) {
	for i := range n {
		b := s.at(at + i)
		if !isDigit(b) {
			return 0, false
		}
		x = x*10 + int(b-'0')
	}
	return x, true
}

// date reads what is before end.
func (s isoText) date(end int) (d civil, err error) {
	var ok bool
	if d.year, ok = s.number(0, 4); !ok {
		return d, errISO
	}
	at, separated := 4, s.at(4) == '-'
	if separated {
		at++
	}
	if s.at(at) == 'W' {
		return s.week(d.year, at+1, end, separated)
	}
	if d.month, ok = s.number(at, 2); !ok {
		return d, errISO
	}
	at += 2
	if separated {
		if s.at(at) != '-' {
			return d, errISO
		}
		at++
	}
	if d.day, ok = s.number(at, 2); !ok {
		return d, errISO
	}
	return d, nil
}

// week reads a week and maybe a day of it.
func (s isoText) week(year, at, end int, separated bool) (d civil, err error) {
	week, ok := s.number(at, 2)
	if !ok {
		return d, errISO
	}
	day := 1
	if at += 2; at < end {
		if separated {
			if s.at(at) != '-' {
				return d, errISO
			}
			at++
		}
		if day, ok = s.number(at, 1); !ok {
			return d, errISO
		}
	}
	d, bad := isoDate(year, week, day)
	if bad != isoOK {
		return d, errISO
	}
	return d, nil
}

// clock reads hours, and maybe minutes, seconds and a fraction; more says that something else follows.
func (s isoText) clock(at, end int) (c clock, more bool, err error) {
	separated := true
	for i, p := range [...]*int{&c.hour, &c.minute, &c.second} {
		var ok bool
		if *p, ok = s.number(at, 2); !ok {
			return c, false, errISO
		}
		b := s.at(at + 2)
		at += 3
		if i == 0 {
			separated = b == ':'
		}
		switch {
		case at >= end:
			return c, b != 0, nil
		case separated && b == ':':
			if i == 2 {
				return c, false, errISO
			}
			continue
		case b == '.' || b == ',':
			if i < 2 {
				return c, false, errISO
			}
			return s.fraction(c, at, end)
		case separated:
			return c, false, errISO
		}
		at--
	}
	return s.fraction(c, at, end)
}

// fraction reads the digits of microseconds; further ones do not count.
func (s isoText) fraction(c clock, at, end int) (_ clock, more bool, err error) {
	n := min(end-at, 6)
	var ok bool
	if c.micro, ok = s.number(at, n); !ok {
		return c, false, errISO
	}
	for range 6 - n {
		c.micro *= 10
	}
	at += n
	for isDigit(s.at(at)) {
		at++
	}
	return c, s.at(at) != 0, nil
}

// isoTime is a time of day with an offset, if there is one.
type isoTime struct {
	clock  clock
	zoned  bool
	offset lapse
}

// time reads a time.
func (s isoText) time() (t isoTime, err error) {
	zone := 0
	for ; zone < max(len(s), 1); zone++ {
		if b := s.at(zone); b == 'Z' || b == '+' || b == '-' {
			break
		}
	}
	var more bool
	if t.clock, more, err = s.clock(0, zone); err != nil {
		return t, err
	}
	switch {
	case zone >= len(s):
		if more {
			return t, errISO
		}
		return t, nil
	case s[zone] == 'Z':
		t.zoned = true
		if s.at(zone+1) != 0 {
			return t, errISO
		}
		return t, nil
	}
	c, more, err := s.clock(zone+1, len(s))
	if err != nil || more {
		return t, errISO
	}
	sign := 1
	if s[zone] == '-' {
		sign = -1
	}
	t.zoned = true
	t.offset = lapse{0, sign * c.seconds(), sign * c.micro}
	return t, nil
}

// separator is where the character between date and time stands; less than none: nowhere. The forms of dates are told apart by their
// fifth character and by what follows (Modules/_datetimemodule.c has the table).
func (s isoText) separator() int {
	switch {
	case len(s) == 7:
		return 7
	case s.at(4) == '-' && s.at(5) != 'W':
		return 10
	case s.at(4) == '-':
		switch {
		case len(s) < 8 || len(s) == 9 && s[8] == '-':
			return -1
		case len(s) > 8 && s[8] == '-' && !(len(s) > 10 && isDigit(s[10])): // else it is taken for a hyphen before the time
			return 10
		}
		return 8
	case s.at(4) == 'W':
		at := 7
		for at < len(s) && isDigit(s[at]) {
			at++
		}
		if at < 9 {
			return at
		}
		return 7 + at%2
	}
	return 8
}

// isoArg returns a text to read; ok is false where it has what is no text.
func (k *datetimes) isoArg(v object.Value) (s isoText, ok bool, err error) {
	h := k.h
	if !h.IsInstance(v, object.StrType) {
		return "", false, h.Raise(object.TypeErrorType, "fromisoformat: argument must be str")
	}
	for i := range h.StrLen(v) {
		h.CheckStopAt(i)
		if r := h.StrAt(v, i); r >= 0xD800 && r < 0xE000 {
			return "", false, nil
		}
	}
	return isoText(h.GoString(v)), true, nil
}

// badISO is the error for a text that is of none of the forms.
func (k *datetimes) badISO(v object.Value) error {
	r, err := k.h.Repr(v)
	if err != nil {
		return err
	}
	return k.h.Raise(object.ValueErrorType, "Invalid isoformat string: %s", k.h.GoString(r))
}

// dateFromISO is date.fromisoformat.
func (k *datetimes) dateFromISO(_ *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
	s, ok, err := k.isoArg(a[0])
	if err != nil {
		return object.Null, err
	}
	if ok && (len(s) == 7 || len(s) == 8 || len(s) == 10) {
		if d, err := s.date(len(s)); err == nil {
			return k.dateOf(class, d)
		}
	}
	return object.Null, k.badISO(a[0])
}

// zoneOf makes the zone of a time that has been read.
func (k *datetimes) zoneOf(t *isoTime) (object.Value, error) {
	if !t.zoned {
		return object.None, nil
	}
	if t.offset.seconds == 0 {
		return k.utc, nil
	}
	delta, err := k.newDelta(t.offset)
	if err != nil {
		return object.Null, err
	}
	return k.timeZone(delta, object.Null)
}

// checkMidnight refuses 24 hours and more.
func (k *datetimes) checkMidnight(c clock) error {
	if c == (clock{hour: 24}) {
		return nil
	}
	return k.h.Raise(object.ValueErrorType, "minute, second, and microsecond must be 0 when hour is 24")
}

// timeFromISO is time.fromisoformat.
func (k *datetimes) timeFromISO(_ *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
	s, ok, err := k.isoArg(a[0])
	if err != nil {
		return object.Null, err
	}
	if s.at(0) == 'T' {
		s = s[1:]
	}
	t, err := s.time()
	if !ok || err != nil {
		return object.Null, k.badISO(a[0])
	}
	if t.clock.hour == 24 {
		if err := k.checkMidnight(t.clock); err != nil {
			return object.Null, err
		}
		t.clock.hour = 0
	}
	zone, err := k.zoneOf(&t)
	if err != nil {
		return object.Null, err
	}
	return k.timeOf(class, t.clock, 0, zone)
}

// dateTimeFromISO is datetime.fromisoformat.
func (k *datetimes) dateTimeFromISO(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
	if h.IsInstance(a[0], object.StrType) && h.StrLen(a[0]) < 7 {
		return object.Null, k.badISO(a[0])
	}
	s, ok, err := k.isoArg(k.unsurrogated(a[0]))
	if err != nil {
		return object.Null, err
	}
	d, t, err := s.dateTime()
	if !ok || err != nil {
		return object.Null, k.badISO(a[0])
	}
	if t.clock.hour == 24 && d.month >= 1 && d.month <= 12 && d.day <= daysInMonth(d.year, d.month) {
		if err := k.checkMidnight(t.clock); err != nil {
			return object.Null, err
		}
		t.clock.hour = 0
		if d.day++; d.day > daysInMonth(d.year, d.month) {
			d.day = 1
			if d.month++; d.month > 12 {
				d.year, d.month = d.year+1, 1
			}
		}
	}
	zone, err := k.zoneOf(&t)
	if err != nil {
		return object.Null, err
	}
	return k.dateTimeOf(class, d, t.clock, 0, zone)
}

// unsurrogated puts a T for the first of the characters that may stand between date and time and is a surrogate.
func (k *datetimes) unsurrogated(v object.Value) object.Value {
	h := k.h
	if !h.IsInstance(v, object.StrType) {
		return v
	}
	for _, i := range [...]int{7, 8, 10} {
		if i >= h.StrLen(v) {
			break
		}
		if r := h.StrAt(v, i); r >= 0xD800 && r < 0xE000 {
			text := h.StrRunes(v)
			text[i] = 'T'
			return h.NewStrRunes(text)
		}
	}
	return v
}

// dateTime reads a date and maybe a time.
func (s isoText) dateTime() (d civil, t isoTime, err error) {
	at := s.separator()
	if d, err = s.date(at); err != nil || at >= len(s) {
		return d, t, err
	}
	if at < 0 {
		return d, t, errISO
	}
	width := 1
	switch b := s[at]; { // of a character in UTF-8
	case b >= 0xF0:
		width = 4
	case b >= 0xE0:
		width = 3
	case b >= 0x80:
		width = 2
	}
	t, err = s[min(at+width, len(s)):].time()
	return d, t, err
}
