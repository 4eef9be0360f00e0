package lib

import (
	"math"
	"strings"
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// strftime, in the C locale and as glibc has it: %, flags, a width, E or O, and a letter. What is none of these directives is shown as it
// is.

// directive is what stands between a % and its letter.
type directive struct {
	pad      byte // '_', '-', '0' or 0
	upper    bool // ^
	other    bool // #: the other case
	width    int
	modifier byte // E, O or 0
}

// timeFormat renders one text of ASCII.
type timeFormat struct {
	l     *Lib
	b     *brokenTime
	out   []byte
	limit int // bytes
	asked int // up to this length there is room
	over  bool
}

// A letter's row: a number, with so many digits and blanks for zeros or not, a pattern, or a text. bad are the modifiers that it has not.
type timeLetter struct {
	digits int
	blank  bool
	number func(b *brokenTime) int64
	parts  string
	text   func(f *timeFormat) string
	change byte // what # makes of a text: 'u' or 'l'; 0: nothing
	bad    string
}

// yearOfCentury is a year without its century.
func yearOfCentury(y int64) int64 { return (y%100 + 100) % 100 }

func (b *brokenTime) hour12() int64 { return int64((b.hour+11)%12 + 1) }

var timeLetters = [128]timeLetter{
	'Y': {digits: 1, number: func(b *brokenTime) int64 { return b.year }, bad: "O"},
	'C': {digits: 1, number: func(b *brokenTime) int64 { return (b.year - yearOfCentury(b.year)) / 100 }},
	'y': {digits: 2, number: func(b *brokenTime) int64 { return yearOfCentury(b.year) }},
	'G': {digits: 1, number: func(b *brokenTime) int64 { y, _ := b.isoWeek(); return y }, bad: "E"},
	'g': {digits: 2, number: func(b *brokenTime) int64 { y, _ := b.isoWeek(); return yearOfCentury(y) }, bad: "E"},
	'V': {digits: 2, number: func(b *brokenTime) int64 { _, w := b.isoWeek(); return int64(w) }, bad: "E"},
	'U': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.week(0)) }, bad: "E"},
	'W': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.week(1)) }, bad: "E"},
	'm': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.month + 1) }, bad: "E"},
	'd': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.day) }, bad: "E"},
	'e': {digits: 2, blank: true, number: func(b *brokenTime) int64 { return int64(b.day) }, bad: "E"},
	'H': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.hour) }, bad: "E"},
	'k': {digits: 2, blank: true, number: func(b *brokenTime) int64 { return int64(b.hour) }, bad: "E"},
	'I': {digits: 2, number: (*brokenTime).hour12, bad: "E"},
	'l': {digits: 2, blank: true, number: (*brokenTime).hour12, bad: "E"},
	'M': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.min) }, bad: "E"},
	'S': {digits: 2, number: func(b *brokenTime) int64 { return int64(b.sec) }, bad: "E"},
	'j': {digits: 3, number: func(b *brokenTime) int64 { return int64(b.yday + 1) }, bad: "E"},
	'u': {digits: 1, number: func(b *brokenTime) int64 { return int64((b.weekday+6)%7 + 1) }},
	'w': {digits: 1, number: func(b *brokenTime) int64 { return int64(b.weekday) }, bad: "E"},

	'c': {parts: "%a %b %e %H:%M:%S %Y", bad: "O"}, 'D': {parts: "%m/%d/%y", bad: "EO"}, 'x': {parts: "%m/%d/%y", bad: "O"}, 'T': {parts: "%H:%M:%S"},
	'X': {parts: "%H:%M:%S", bad: "O"}, 'R': {parts: "%H:%M"}, 'r': {parts: "%I:%M:%S %p"}, 'F': {parts: "%Y-%m-%d", bad: "EO"},

	'a': {text: func(f *timeFormat) string { return time.Weekday(f.b.weekday).String()[:3] }, change: 'u', bad: "EO"},
	'A': {text: func(f *timeFormat) string { return time.Weekday(f.b.weekday).String() }, change: 'u', bad: "EO"},
	'b': {text: (*timeFormat).shortMonth, change: 'u', bad: "E"}, 'h': {text: (*timeFormat).shortMonth, change: 'u', bad: "E"},
	'B': {text: func(f *timeFormat) string { return time.Month(f.b.month + 1).String() }, change: 'u', bad: "E"},
	'p': {text: func(f *timeFormat) string { return [...]string{"AM", "PM"}[f.b.hour/12] }, change: 'l'},
	'P': {text: func(f *timeFormat) string { return [...]string{"am", "pm"}[f.b.hour/12] }, change: 'l'},
	'Z': {text: (*timeFormat).zone, change: 'l'},
	'n': {text: func(*timeFormat) string { return "\n" }}, 't': {text: func(*timeFormat) string { return "\t" }}, '%': {text: func(*timeFormat) string { return "%" }, bad: "EO"},
}

func (f *timeFormat) shortMonth() string { return time.Month(f.b.month + 1).String()[:3] }

func (f *timeFormat) zone() string {
	if f.b.zone != "" || f.b.dst < 0 {
		return f.b.zone
	}
	zone, _ := f.l.zoneOf(f.b.dst)
	return zone
}

// add appends a text, padded on its left.
func (f *timeFormat) add(d *directive, s string) {
	if f.full(max(len(s), d.width)) {
		return
	}
	fill := byte(' ')
	if d.pad == '0' {
		fill = '0'
	}
	for n := len(s); n < d.width; n++ {
		f.out = append(f.out, fill)
	}
	f.out = append(f.out, s...)
}

// full reports whether there is no room for n bytes more.
func (f *timeFormat) full(n int) bool {
	f.over = f.over || n >= f.limit-len(f.out)
	if !f.over && n+len(f.out) >= f.asked {
		f.l.h.RoomFor(8 * 2 * float64(n+len(f.out)))
		f.asked = n + len(f.out) + 1<<16
	}
	return f.over
}

// number appends a number of at least so many digits.
func (f *timeFormat) number(d *directive, n int64, digits int) {
	text := string(appendInt(nil, n))
	pad := *d
	if lack := digits - len(text); lack > 0 && d.pad != '-' {
		if f.full(digits) {
			return
		}
		if d.pad == '_' {
			f.out = append(f.out, strings.Repeat(" ", lack)...)
			pad.width = max(0, d.width-lack)
		} else {
			if n < 0 {
				f.out = append(f.out, '-')
				text = text[1:]
			}
			f.out = append(f.out, strings.Repeat("0", lack)...)
			pad.width = 0
		}
	}
	f.add(&pad, text)
}

// render appends a whole pattern.
func (f *timeFormat) render(s string) {
	for i, step := 0, 0; i < len(s) && !f.over; step++ {
		f.l.h.CheckStopAt(step)
		if s[i] != '%' {
			if !f.full(1) {
				f.out = append(f.out, s[i])
			}
			i++
			continue
		}
		var d directive
		end := d.parse(s, i+1)
		if end < len(s) && f.letter(&d, s[end]) {
			i = end + 1
			continue
		}
		if end < len(s) {
			end++
		}
		raw := s[i:end]
		raw = raw[strings.LastIndexByte(raw, '%'):]
		if d.upper {
			raw = strings.ToUpper(raw)
		}
		f.add(&d, raw)
		i = end
	}
}

// parse reads what stands before the letter, and returns where that is.
func (d *directive) parse(s string, i int) int {
flags:
	for ; i < len(s); i++ {
		switch s[i] {
		case '_', '-', '0':
			d.pad = s[i]
		case '^':
			d.upper = true
		case '#':
			d.other = true
		default:
			break flags
		}
	}
	for ; i < len(s) && isDigit(s[i]); i++ {
		d.width = min(d.width*10+int(s[i]-'0'), math.MaxInt32)
	}
	if i < len(s) && (s[i] == 'E' || s[i] == 'O') {
		d.modifier = s[i]
		i++
	}
	return i
}

// letter renders a directive; false: it is none.
func (f *timeFormat) letter(d *directive, c byte) bool {
	if c >= 128 {
		return false
	}
	row := &timeLetters[c]
	if d.modifier != 0 && strings.IndexByte(row.bad, d.modifier) >= 0 {
		d.upper = d.upper || d.other && (c == 'b' || c == 'h') // as glibc shows it
		return false
	}
	switch {
	case row.number != nil:
		if row.blank && d.pad != '0' && d.pad != '-' {
			d.pad = '_'
		}
		f.number(d, row.number(f.b), max(row.digits, d.width))
	case row.text != nil:
		s := row.text(f)
		switch {
		case d.other && row.change == 'l' || c == 'P':
			s = strings.ToLower(s)
		case d.upper || d.other && row.change == 'u':
			s = strings.ToUpper(s)
		}
		f.add(d, s)
	case row.parts != "":
		part := timeFormat{l: f.l, b: f.b, limit: f.limit}
		part.render(row.parts)
		s := string(part.out)
		if d.upper {
			s = strings.ToUpper(s)
		}
		f.add(d, s)
	case c == 's':
		f.number(d, f.l.unix(f.b), 1)
	case c == 'z':
		f.offset(d)
	default:
		return false
	}
	return true
}

// offset appends a time's distance to UTC.
func (f *timeFormat) offset(d *directive) {
	if f.b.dst < 0 {
		return
	}
	sign, n := "+", f.b.offset
	if n < 0 {
		sign, n = "-", -n
	}
	f.add(d, sign)
	f.number(d, int64(n/3600*100+n/60%60), max(4, d.width))
}

// strftimeValue is strftime of a text in WTF-8. As in CPython, what is no ASCII, and zeros, stand between texts that C's function is called
// with, and a result that is much longer than such a text is none.
func (l *Lib) strftimeValue(b *brokenTime, format string) (object.Value, error) {
	if err := b.check(l.h); err != nil {
		return object.Null, err
	}
	f := timeFormat{l: l, b: b}
	plain := func(c byte) bool { return c > 0 && c < 0x80 }
	for i := 0; i < len(format); {
		l.h.CheckStop()
		l.h.RoomFor(8 * 2 * float64(len(f.out)))
		from := i
		for i < len(format) && plain(format[i]) == plain(format[from]) {
			i++
		}
		if !plain(format[from]) {
			f.out = append(f.out, format[from:i]...)
			continue
		}
		start, room := len(f.out), 1024
		for room < 256*(i-from) {
			room *= 2
		}
		f.limit = start + room
		f.render(format[from:i])
		if f.over {
			f.out, f.over = f.out[:start], false
		}
	}
	return l.h.NewStr(string(f.out)), nil
}

// strftime is strftimeValue of a short pattern of the library's own.
func (l *Lib) strftime(b *brokenTime, format string) string {
	f := timeFormat{l: l, b: b, limit: math.MaxInt}
	f.render(format)
	return string(f.out)
}
