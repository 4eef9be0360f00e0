import string
from string import Formatter, Template, capwords

print(string.ascii_letters, string.digits, string.punctuation, repr(string.whitespace), capwords("hello  big world"), capwords("a-b-c", "-"))
t = Template("$who likes ${what}s, costs $$5")
print(t.substitute(who="tim", what="pie"), t.safe_substitute(who="x"), t.is_valid(), t.get_identifiers(), Template("$a $").is_valid())
for bad in (lambda: t.substitute(who="a"), lambda: Template("a $ b").substitute(), lambda: Template("$a\n$1").substitute(a=1)):
    try:
        print(bad())
    except (KeyError, ValueError) as e:
        print(type(e).__name__, e)


class Percent(Template):
    delimiter = "%"
    idpattern = "[a-z]+_[a-z]+"


print(Percent("%a_b %% %notme x").safe_substitute({"a_b": 1}), t.substitute({"who": 1}, what=2), t.template)
f = Formatter()
print(f.format("{0} {1!r:>5} {name:*^9} {0[1]} {obj.real}", "ab", "c", name="mid", obj=3), list(f.parse("a{b!r:c}{{d}}{e}")), f.vformat("{} {}", (1, 2), {}))


class Default(Formatter):
    def get_value(self, key, args, kwargs):
        return kwargs.get(key, f"<{key}>") if isinstance(key, str) else super().get_value(key, args, kwargs)

    def check_unused_args(self, used, args, kwargs):
        print("used", sorted(map(str, used)))

    def convert_field(self, value, conversion):
        return value[::-1] if conversion == "z" else super().convert_field(value, conversion)

    def format_field(self, value, spec):
        return str(value).upper() if spec == "up" else super().format_field(value, spec)


print(Default().format("{a} {missing} {0!z} {b:up}", "xyz", a=1, b="b"))
for bad in ("{} {0}", "{0} {}", "{", "{0", "{x!}", "{!r", "{5}"):
    try:
        print(f.format(bad, 1))
    except (ValueError, IndexError, KeyError) as e:
        print(type(e).__name__, e)
n = 0
for i in range(300):
    n += len(t.substitute(who=i, what="w" * (i % 5))) + len(f.format("{0:>{1}}", i, 8))
print(n)
