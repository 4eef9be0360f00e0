package lib

// The calendar of dates: days are numbered from 1, the first of January of year 1, in the Gregorian calendar that goes back without
// end. Years and days of objects that unpickling has made may be any numbers.

const (
	minYear, maxYear = 1, 9999
	maxOrdinal       = 3652059 // 31 December 9999
	unixOrdinal      = 719163  // 1 January 1970
	daySeconds       = 24 * 3600
	unixSeconds      = unixOrdinal * daySeconds
	maxDays          = 999_999_999 // of a timedelta
)

// civil is a date, clock a time of day.
type civil struct{ year, month, day int }

type clock struct{ hour, minute, second, micro int }

var (
	monthDays   = [...]int{1: 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	monthBefore = [...]int{1: 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}
)

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysInMonth(year, month int) int {
	if month == 2 && leap(year) {
		return 29
	}
	return monthDays[month]
}

// yearDay is the number of a day in its year, from 1.
func (d civil) yearDay() int {
	n := monthBefore[d.month] + d.day
	if d.month > 2 && leap(d.year) {
		n++
	}
	return n
}

// daysBefore is how many days precede a year; C's division, as years below 1 show.
func daysBefore(year int) int {
	y := year - 1
	return y*365 + y/4 - y/100 + y/400
}

func (d civil) ordinal() int { return daysBefore(d.year) + d.yearDay() }

// civilOf is the date of an ordinal ≥ 1.
func civilOf(ordinal int) civil {
	const in4, in100, in400 = 1461, 36524, 146097
	n := ordinal - 1
	year := n/in400*400 + 1
	n %= in400
	n100 := n / in100
	n %= in100
	n4 := n / in4
	n %= in4
	n1 := n / 365
	n %= 365
	year += n100*100 + n4*4 + n1
	if n1 == 4 || n100 == 4 { // the last day of a leap year
		return civil{year - 1, 12, 31}
	}
	month := (n + 50) >> 5
	before := monthBefore[month]
	if month > 2 && leap(year) {
		before++
	}
	if before > n {
		month--
		before -= daysInMonth(year, month)
	}
	return civil{year, month, n - before + 1}
}

// weekday is the day of the week, 0 for Monday; less than none before year 1.
func (d civil) weekday() int { return (d.ordinal() + 6) % 7 }

// firstMonday is the ordinal of the Monday that the first week of a year begins with, as ISO 8601 has it.
func firstMonday(year int) int {
	first := civil{year, 1, 1}.ordinal()
	weekday := (first + 6) % 7
	monday := first - weekday
	if weekday > 3 {
		monday += 7
	}
	return monday
}

// isoCalendar is the year, week and day of the week, 1 for Monday, of a date.
func (d civil) isoCalendar() (year, week, day int) {
	year = d.year
	today, monday := d.ordinal(), firstMonday(year)
	week, day = floorDiv(today-monday, 7)
	switch {
	case week < 0:
		year--
		week, day = floorDiv(today-firstMonday(year), 7)
	case week >= 52 && today >= firstMonday(year+1):
		year, week = year+1, 0
	}
	return year, week + 1, day + 1
}

// What isoDate refuses.
const (
	isoOK = iota
	isoYear
	isoWeek
	isoDay
)

// isoDate is the date of a year, week and day of the week.
func isoDate(year, week, day int) (d civil, bad int) {
	if year < minYear || year > maxYear {
		return d, isoYear
	}
	if week <= 0 || week >= 53 {
		long := false
		if week == 53 {
			weekday := civil{year, 1, 1}.weekday()
			long = weekday == 3 || weekday == 2 && leap(year)
		}
		if !long {
			return d, isoWeek
		}
	}
	if day <= 0 || day >= 8 {
		return d, isoDay
	}
	return civilOf(firstMonday(year) + (week-1)*7 + day - 1), isoOK
}

// floorDiv divides by a positive number: 0 ≤ r < n.
func floorDiv(x, n int) (q, r int) {
	if uint(x) < uint(n) {
		return 0, x
	}
	q, r = x/n, x%n
	if r < 0 {
		q, r = q-1, r+n
	}
	return q, r
}

// normal brings a day that is out of its month to where it belongs; ok is false if that is in no year there is.
func (d civil) normal() (civil, bool) {
	switch last := daysInMonth(d.year, d.month); {
	case d.day >= 1 && d.day <= last:
	case d.day == 0:
		if d.month--; d.month == 0 {
			d.year, d.month, d.day = d.year-1, 12, 31
		} else {
			d.day = daysInMonth(d.year, d.month)
		}
	case d.day == last+1:
		d.day = 1
		if d.month++; d.month > 12 {
			d.year, d.month = d.year+1, 1
		}
	default:
		n := civil{d.year, d.month, 1}.ordinal() + d.day - 1
		if n < 1 || n > maxOrdinal {
			return d, false
		}
		return civilOf(n), true
	}
	return d, d.year >= minYear && d.year <= maxYear
}

// normalClock brings what is out of range in a time of day into the days.
func (c clock) normal() (days int, _ clock) {
	var carry int
	carry, c.micro = floorDiv(c.micro, 1e6)
	carry, c.second = floorDiv(c.second+carry, 60)
	carry, c.minute = floorDiv(c.minute+carry, 60)
	days, c.hour = floorDiv(c.hour+carry, 24)
	return days, c
}

// seconds is the number of seconds since midnight.
func (c clock) seconds() int { return c.hour*3600 + c.minute*60 + c.second }
