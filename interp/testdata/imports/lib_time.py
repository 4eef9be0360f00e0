"""time: dates in the C locale."""
import time

print(time.gmtime(0), time.gmtime(0).tm_zone, time.gmtime(0).tm_gmtoff, len(time.gmtime(0)), time.gmtime(5)[:6])
days = [time.gmtime(86400 * n + 3671 * n % 86400) for n in list(range(-400, 400, 7)) + [11016, 17897, 20000, 40000]]
for t in days[::9]:
    print(time.strftime("%a %A %b %B %c %d %H %I %j %m %M %p %S %U %w %W %x %X %y %Y %u %V %G %g %C %e %D %T %R %F %h %k %l %P %r %q %%", t), time.asctime(t))
print([time.strftime("%G-%V-%u %U %W", t) for t in days])
print(time.strftime("%Y %a %b", (12345, 1, 2, 2, 6, 6, 2, 3, 0)), time.strftime("", time.gmtime(0)), time.strftime("\u00e4%Y\u20ac", time.gmtime(0)))
for e in ('time.gmtime("a")', 'time.gmtime(1e30)', 'time.strftime("%Y", (1,))', 'time.strftime(1)', 'time.strftime("%Y", (1, 13, 3, 4, 5, 6, 7, 8, 9))', 'time.strftime("%Y %", (1,) * 9)',
          'time.strftime("%Y", (1, 1, 32, 4, 5, 6, 7, 8, 9))', 'time.strftime("%Y", (1, 1, 2, 25, 5, 6, 7, 8, 9))', 'time.strftime("%Y", (1, 1, 2, 2, 60, 6, 7, 8, 9))',
          'time.strftime("%Y", (1, 1, 2, 2, 6, 62, 7, 8, 9))', 'time.strftime("%Y", (1, 1, 2, 2, 6, 6, -2, 8, 9))', 'time.strftime("%Y", (1, 1, 2, 2, 6, 6, 2, 367, 9))',
          'time.strptime("2020-01-02 03:04", "%Y-%m-%d %H:%M")', 'time.strptime("x", "%Y")', 'time.strptime("12 Mar 99", "%d %b %y")[:3]', 'time.get_clock_info("x")',
          'time.struct_time((1, 2))', 'time.struct_time(range(11))[8]', 'time.struct_time(range(11)).tm_zone', 'time.struct_time("x" * 12)', 'time.struct_time(3)', 'time.mktime(5)',
          'time.mktime(time.localtime(1e9))', 'time.gmtime(1.9).tm_sec', 'time.gmtime(-1.5).tm_sec', 'time.struct_time.n_fields', 'time.gmtime(0) < time.gmtime(1)',
          'time.gmtime(0).tm_foo', 'hash(time.gmtime(0)) == hash(tuple(time.gmtime(0)))', 'time.ctime(0) == time.asctime(time.localtime(0))', '[*time.gmtime(1)]'):
    try:
        print(e, "=>", eval(e))
    except Exception as error:
        print(e, "=>", type(error).__name__, error)
