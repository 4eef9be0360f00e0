import dataclasses
from dataclasses import KW_ONLY, FrozenInstanceError, InitVar, asdict, astuple, dataclass, field, fields, is_dataclass, make_dataclass, replace


@dataclass
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, repr=False, compare=False)

    def norm(self) -> int:
        return self.x * self.x + self.y * self.y


p = Point(1, 2)
print(p, p == Point(1, 2, ["t"]), p != Point(2, 1), p.norm(), Point.__match_args__, Point.__doc__, p.tags is Point(1).tags)
print([(f.name, f.type, f.default is dataclasses.MISSING, f.repr) for f in fields(Point)], is_dataclass(p), is_dataclass(int))
for bad in (lambda: Point(), lambda: Point(1, 2, 3, 4), lambda: Point(1, z=3), lambda: hash(p), lambda: p < p):
    try:
        print(bad())
    except TypeError as e:
        print(e)


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    label: str = field(default="", compare=False)


v = Version(1, 2, "x")
print(sorted([Version(2), Version(1, 5), v]), v < Version(1, 3), v >= Version(1, 2), hash(v) == hash(Version(1, 2)), {v: 1}[Version(1, 2, "other")])
for bad in (lambda: setattr(v, "major", 3), lambda: delattr(v, "minor"), lambda: setattr(v, "new", 1)):
    try:
        bad()
    except FrozenInstanceError as e:
        print(type(e).__name__, e)
print(replace(v, minor=9), replace(p, y=7))


@dataclass
class Node:
    value: int
    children: list["Node"] = field(default_factory=list)
    meta: dict = field(default_factory=dict)


tree = Node(1, [Node(2), Node(3, [Node(4)], {"k": (1, [2])})])
d = asdict(tree)
print(d, astuple(tree), d["children"][1]["meta"]["k"][1] is tree.children[1].meta["k"][1])
print(asdict(p, dict_factory=lambda kv: {k.upper(): v for k, v in kv}))


@dataclass(slots=True)
class Slotted:
    a: int
    b: str = "b"


s = Slotted(1)
print(s, Slotted.__slots__, hasattr(s, "__dict__"))
try:
    s.c = 1
except AttributeError as e:
    print(e)


@dataclass
class Base:
    base: int = 1
    count = 0
    seed: InitVar[int] = 5

    def __post_init__(self, seed):
        self.seeded = seed * 2
        Base.count += 1


@dataclass
class Derived(Base):
    base: int = 10
    _: KW_ONLY
    extra: str = "e"
    derived: int = field(init=False, default=3)


x = Derived(7, extra="E")
print(x, x.seeded, Base.count, [f.name for f in fields(Derived)], Base())
try:
    Derived(1, 2, "no")
except TypeError as e:
    print(e)
C = make_dataclass("C", ["x", ("y", int), ("z", int, field(default=5))], namespace={"total": lambda self: self.x + self.y + self.z})
print(C(1, 2), C(1, 2).total(), C.__module__)
for bad in ("x: list = []", "x: int = 1\n    y: int"):
    try:
        exec(f"@dataclass\nclass Bad:\n    {bad}\n")
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)


@dataclass(eq=False, repr=False, unsafe_hash=False)
class Plain:
    x: int


print(Plain(1) == Plain(1), repr(Plain(1)).startswith("<"), dataclass(Plain).__name__)
match p:
    case Point(x, y=b):
        print("match", x, b)


@dataclass
class Particle:
    x: float
    v: float

    def step(self, dt: float) -> None:
        self.x += self.v * dt


ps = [Particle(float(i), i / 10) for i in range(50)]
for _ in range(60):
    for q in ps:
        q.step(0.5)
print(sum(q.x for q in ps), ps[3] == Particle(ps[3].x, ps[3].v), max(Version(i % 7, i) for i in range(300)))


class Rec:
    pass


@dataclass
class Cyclic:
    me: object = None


c = Cyclic()
c.me = c
print(c, Point.__init__.__annotations__, Point.__annotations__)
