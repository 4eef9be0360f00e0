# Random operations of datetime: the digest of what CPython shows.
import random, hashlib, pickle, copy, warnings
warnings.simplefilter("ignore")
from datetime import *
import time as T
N = 2000
rnd = random.Random(11)

class Zone(tzinfo):
    "A zone with summer time that begins and ends within the year, or bad answers."
    def __init__(self, h, name): self.h, self.name = h, name
    def utcoffset(self, dt):
        d = timedelta(minutes=self.h)
        return d if dt is None else d + self.dst(dt)
    def dst(self, dt):
        if dt is None: return None
        return timedelta(hours=1) if 4 <= dt.month < 10 or dt.month == 10 and dt.fold == 0 else timedelta(0)
    def tzname(self, dt): return self.name
    def __repr__(self): return f"Zone({self.h})"
    def __eq__(self, o): return isinstance(o, Zone) and o.h == self.h
    def __hash__(self): return self.h
class Date(date):
    def __repr__(self): return "Sub" + date.__repr__(self)
class Time(time): pass
class Moment(datetime):
    def __new__(cls, *a, **k):
        r = datetime.__new__(cls, *a, **k); r.made = len(a); return r
class Delta(timedelta): pass

def small(): return rnd.choice([0, 1, -1, 2, 7, 59, 60, 999, rnd.randrange(-50, 50)])
def zone():
    return rnd.choice([None, None, timezone.utc, timezone(timedelta(minutes=rnd.randrange(-1439, 1440))), timezone(timedelta(seconds=rnd.randrange(-86399, 86400), microseconds=rnd.randrange(9)), "x%z"), Zone(60, "A%"), Zone(-330, "é"), Zone(1439, "C")])
def delta():
    c = rnd.choice([timedelta, timedelta, Delta])
    return rnd.choice([lambda: c(small(), small(), small()), lambda: c(rnd.randrange(-10**9, 10**9)), lambda: c(days=rnd.uniform(-400, 400)), lambda: c(hours=rnd.uniform(-1e3, 1e3), microseconds=rnd.uniform(-3, 3)),
                       lambda: c(seconds=small(), milliseconds=small() / 8, weeks=small()), lambda: c(0), lambda: c(microseconds=rnd.randrange(-10**18, 10**18))])()
def day():
    return rnd.choice([date, date, Date])(rnd.choice([1, 2, 1970, 2000, 2020, 2024, 9999, rnd.randrange(1, 10000)]), rnd.randrange(1, 13), rnd.randrange(1, 29))
def clock():
    return rnd.choice([time, time, Time])(rnd.randrange(24), rnd.randrange(60), rnd.choice([0, 5, 59]), rnd.choice([0, 1, 999999, 120000]), tzinfo=zone(), fold=rnd.choice([0, 0, 1]))
def moment():
    d, t = day(), clock()
    return rnd.choice([datetime, datetime, Moment])(d.year, d.month, d.day, t.hour, t.minute, t.second, t.microsecond, t.tzinfo, fold=t.fold)
def thing(): return rnd.choice([delta, day, clock, moment, moment])()
def number(): return rnd.choice([0, 1, -1, 3, 7, 0.5, 1.5, -2.25, 1e-9, 10**9, 1e300, True, 10**30])
ALPHA = "aAbBcCdDeEfFgGhHIjklmMnOpPrRStTuUVwWxXyYzZ%:_-^#0123456789 é\0\ud800."
def fmt():
    s = ""
    for _ in range(rnd.randrange(1, 5)):
        s += rnd.choice(["%" + rnd.choice("aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%f"), "%:z", "%" + "".join(rnd.choice("_-0^#") for _ in range(rnd.randrange(3))) + rnd.choice(["", "3", "12"]) + rnd.choice(["", "", "E", "O"]) + rnd.choice(ALPHA), rnd.choice(ALPHA)])
    return s
def text():
    s = rnd.choice([lambda: moment().isoformat(rnd.choice("T -é\ud8001W")), lambda: day().isoformat(), lambda: clock().isoformat(), lambda: moment().strftime("%G-W%V-%u" + rnd.choice(["", "T%H:%M", "-%H%M"])), lambda: moment().strftime("%GW%V%uT%H%M%S.%f%z"), lambda: moment().strftime("%Y%m%d" + rnd.choice(["", "T%H", "T%H%M", " %H:%M:%S,%f", "T24:00", "T24:00:00.000Z"])),
                    lambda: moment().strftime("%GW%V" + rnd.choice(["", "%u", "T%H"])), lambda: "T" + clock().isoformat(rnd.choice(["hours", "minutes", "seconds", "milliseconds", "microseconds", "auto"]))])()
    for _ in range(rnd.choice([0, 0, 1, 2])):
        if not s: break
        i = rnd.randrange(len(s))
        s = rnd.choice([s[:i] + s[i + 1:], s[:i] + rnd.choice("0123456789-:.,TWZ+ é\0") + s[i:], s[:i] + rnd.choice("0123459-:.,TWZ+") + s[i + 1:], s[:i]])
    return s
OPS = [
    lambda: thing() + thing(), lambda: thing() - thing(), lambda: thing() - thing(), lambda: moment() - moment(), lambda: delta() * number(), lambda: number() * delta(), lambda: delta() / number(), lambda: delta() // number(),
    lambda: delta() / delta(), lambda: delta() // delta(), lambda: delta() % delta(), lambda: divmod(delta(), delta()), lambda: abs(-delta()), lambda: +delta(), lambda: delta().total_seconds(), lambda: bool(delta()),
    lambda: [f(thing(), thing()) for f in (lambda a, b: a == b, lambda a, b: a != b)], lambda: thing() < thing(), lambda: moment() <= moment(), lambda: clock() > clock(), lambda: day() >= day(), lambda: delta() < delta(),
    lambda: hash(thing()), lambda: (str(thing()), repr(thing())), lambda: repr(moment()), lambda: (lambda m: m.isoformat() == str(m).replace(" ", "T"))(moment()),
    lambda: thing().strftime(fmt()), lambda: moment().strftime(fmt()), lambda: format(moment(), fmt()), lambda: clock().strftime(fmt()), lambda: day().strftime(fmt()), lambda: clock().isoformat(rnd.choice(["hours", "minutes", "seconds", "milliseconds", "microseconds", "auto", "x"])),
    lambda: datetime.fromisoformat(text()), lambda: Moment.fromisoformat(text()), lambda: date.fromisoformat(text()), lambda: time.fromisoformat(text()), lambda: datetime.fromisoformat(text()),
    lambda: moment().astimezone(zone() or timezone.utc), lambda: moment().replace(tzinfo=timezone.utc).timestamp(), lambda: moment().utctimetuple(), lambda: moment().timetuple(), lambda: day().timetuple(),
    lambda: datetime.fromtimestamp(rnd.uniform(-1e11, 1e12), timezone.utc), lambda: Moment.fromtimestamp(rnd.choice([0, -1, 1.5, -0.0000005, 1e9 + 0.1234565, 2**31, 1e20]), zone() or Zone(60, "q")), lambda: datetime.utcfromtimestamp(rnd.uniform(-1e10, 1e10)),
    lambda: moment().isocalendar(), lambda: day().isocalendar().week, lambda: date.fromisocalendar(rnd.choice([0, 1, 2020, 2024, 9999, rnd.randrange(1, 10000)]), rnd.randrange(0, 55), rnd.randrange(0, 9)), lambda: date.fromordinal(rnd.randrange(-2, 3652070)), lambda: (day().weekday(), day().isoweekday(), day().toordinal(), moment().ctime(), day().ctime()),
    lambda: day().replace(**{rnd.choice(["year", "month", "day"]): small()}), lambda: moment().replace(**{rnd.choice(["year", "month", "day", "hour", "minute", "second", "microsecond", "fold"]): small()}), lambda: clock().replace(hour=small(), tzinfo=zone()), lambda: copy.replace(moment(), day=small()),
    lambda: datetime.combine(day(), clock()), lambda: Moment.combine(moment(), clock(), tzinfo=zone()), lambda: (moment().date(), moment().time(), moment().timetz()),
    lambda: [pickle.dumps(x, p) if not isinstance(x, (Date, Time, Moment, Delta)) and not isinstance(getattr(x, "tzinfo", None), Zone) else 0 for x in (thing(),) for p in range(6)], lambda: [pickle.loads(pickle.dumps(x, p)) == x for x in (thing(),) for p in range(6)], lambda: (lambda x: (copy.copy(x) == x, copy.deepcopy(x) == x))(thing()),
    lambda: type(rnd.choice([date, time, datetime]))and rnd.choice([date, time, datetime])(bytes(rnd.choice([0, 1, 5, 7, 0x81, 12, 200]) for _ in range(rnd.choice([4, 6, 10])))).isoformat(),
    lambda: (moment().utcoffset(), moment().dst(), moment().tzname(), clock().utcoffset(), clock().dst(), clock().tzname()), lambda: (lambda m: (type(m).__name__, m.made))(Moment(2020, 1, 1) + delta()), lambda: moment().__reduce_ex__(4)[1][0], lambda: (lambda m: m.tzinfo and m.tzinfo.fromutc(m))(moment()),
    lambda: datetime.strptime(*(lambda m: (m.strftime("%Y-%m-%d %H:%M:%S.%f"), "%Y-%m-%d %H:%M:%S.%f"))(moment())), lambda: timezone(delta()), lambda: sorted([day() for _ in range(5)]), lambda: min(delta(), delta()), lambda: {day(): 1, moment(): 2}.keys(),
    lambda: T.strftime(fmt(), moment().timetuple()), lambda: [getattr(moment(), a) for a in ("year", "month", "day", "hour", "minute", "second", "microsecond", "fold")],
]
h = hashlib.sha256()
for i in range(N):
    k = rnd.randrange(len(OPS))
    try: r = repr(OPS[k]())
    except Exception as e: r = f"{type(e).__name__}: {e}"
    if " at 0x" in r: r = r.split(" at 0x")[0]
    h.update(r.encode("utf-8", "surrogatepass"))
    if i % 100 == 99: print(i, h.hexdigest()[:16])
