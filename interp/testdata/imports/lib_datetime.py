"""datetime in Python (_pydatetime), calendar, and what strptime reads."""
import sys

sys.modules["_datetime"] = None  # so that CPython uses the Python, too
import calendar
import copy
import time
from datetime import MAXYEAR, UTC, date, datetime, time as clock, timedelta, timezone, tzinfo

d = date(2024, 2, 29)
print(d, repr(d), d.isoformat(), d.weekday(), d.isoweekday(), d.isocalendar(), d.toordinal(), d.timetuple(), d.ctime(), d.strftime("%d/%m/%y %A %j"), f"{d:%Y week %V}")
print(date.fromordinal(738000), date.fromisoformat("2021-03-04"), date.fromisoformat("2021-W05-2"), date.fromisocalendar(2020, 53, 5), date.min, date.max, date.resolution)
print(d.replace(year=2023, day=1), d + timedelta(days=366), d - date(2000, 1, 1), d < date(2025, 1, 1), d == date(2024, 2, 29), hash(d) == hash(date(2024, 2, 29)))
t = timedelta(days=2, hours=-5, minutes=3, microseconds=1)
print(t, repr(t), t.total_seconds(), -t, abs(-t), t * 3, t / 2, t // timedelta(hours=1), t % timedelta(hours=1), divmod(t, timedelta(hours=7)), t / timedelta(seconds=2), bool(timedelta(0)))
print(timedelta(weeks=1.5, milliseconds=0.5), timedelta.max, timedelta(1) < timedelta(2), t * 0.3, 2.5 * t, str(timedelta(-1, 5)))
n = datetime(2024, 12, 31, 23, 59, 58, 123456, tzinfo=UTC)
print(n, repr(n), n.isoformat(timespec="milliseconds"), n.timestamp(), n.date(), n.time(), n.timetz(), n.utctimetuple()[:6], n.strftime("%Y-%m-%dT%H:%M:%S.%f%z %Z %p"))
east = timezone(timedelta(hours=5, minutes=30), "IST")
print(n.astimezone(east), east, repr(east), timezone(timedelta(hours=-3)), east.utcoffset(None), timezone.utc is UTC, n.astimezone(east) == n, n.astimezone(east) - n)
for s in "2024-01-02T03:04:05", "2024-01-02 03:04", "2024-01-02T03:04:05.678Z", "2024-01-02T03:04:05+05:30", "20240102T030405", "2024-W01-2T10":
    print(datetime.fromisoformat(s))
print(datetime.strptime("12 March 1999 10:11 PM", "%d %B %Y %I:%M %p"), datetime.strptime("2020-05-06 +0200", "%Y-%m-%d %z"), datetime.strptime("60 Mon", "%j %a"))
print(datetime.combine(d, clock(1, 2, 3)), datetime.fromtimestamp(0, UTC), datetime.fromtimestamp(1e9, east), datetime(1, 1, 1) + timedelta(days=1), n.replace(tzinfo=None))
c = clock(12, 30, 15, 5, tzinfo=east)
print(c, repr(c), c.isoformat("minutes"), c.replace(hour=1), clock.fromisoformat("04:05:06.789"), c.utcoffset(), clock(1) < clock(2), bool(clock(0)), f"{clock(7, 8):%H-%M}")
print(copy.copy(n) == n, copy.deepcopy(n) == n, n.__reduce__()[0] is datetime, MAXYEAR)


class Summer(tzinfo):
    def utcoffset(self, dt):
        return timedelta(hours=1) + self.dst(dt)

    def dst(self, dt):
        return timedelta(hours=1 if 3 < dt.month < 10 else 0)

    def tzname(self, dt):
        return "S" if self.dst(dt) else "W"


for month in 1, 7:
    x = datetime(2024, month, 1, 12, tzinfo=Summer())
    print(x, x.tzname(), x.dst(), x.astimezone(UTC), x.astimezone(UTC).astimezone(Summer()), x.timetuple().tm_isdst)
for e in ("date(2023, 2, 29)", "date(0, 1, 1)", "datetime(2020, 1, 1, 24)", "date(2020, 1)", "d + 1", "d < 5", "n < datetime(2020, 1, 1)", "n - datetime(2020, 1, 1)", "timedelta(days=10**10)",
          "date.fromisoformat('2020-13-01')", "datetime.strptime('x', '%Y')", "timezone(timedelta(days=2))", "date('a', 1, 1)", "d.replace(month=13)", "t / 0", "datetime.fromisoformat('nope')",
          "clock(25)", "date.max + timedelta(1)", "timedelta('x')", "d.foo"):
    try:
        print(e, "=>", eval(e))
    except Exception as error:
        print(e, "=>", type(error).__name__, error)
print(calendar.month(2024, 2), calendar.isleap(2100), calendar.monthrange(2023, 2), calendar.weekday(2024, 2, 29), calendar.timegm(time.gmtime(10**9)), calendar.leapdays(1900, 2000))
print(calendar.TextCalendar(6).formatyear(2023, m=4)[:400])
print(calendar.monthcalendar(2024, 9), list(calendar.Calendar(6).itermonthdates(2024, 2))[:2], calendar.day_name[0], list(calendar.month_abbr)[1:4], calendar.Month.MAY, calendar.FRIDAY)
print(calendar.HTMLCalendar().formatmonth(2024, 2)[:200])
try:
    calendar.monthrange(2024, 13)
except ValueError as e:
    print(type(e).__name__, e)
