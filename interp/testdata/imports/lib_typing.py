"""typing, and the syntax of type parameters."""
import typing
from collections.abc import Callable as C, Iterable as I
from typing import *

T = TypeVar("T")
S = TypeVar("S", bound="int", covariant=True)
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, x: T) -> None:
        self.items.append(x)

    def pop(self) -> T:
        return self.items.pop()


s = Stack[int]()
s.push(3)
print(s.pop(), Stack[int], Stack.__parameters__, Stack.__orig_bases__, s.__orig_class__, Stack.__mro__[1:])


class Pair(Stack[T], Generic[T, S]):
    pass


print(Pair[int, str], Pair.__parameters__, Pair[T, int].__parameters__, Pair[T, int][str])


class Point(NamedTuple):
    x: int
    y: int = 0

    def norm(self):
        return self.x + self.y


print(Point(1), Point(1, 2).norm(), Point._fields, Point._field_defaults, Point.__annotations__)


class Movie(TypedDict, total=False):
    name: Required[str]
    year: int


print(Movie(name="x"), Movie.__required_keys__, Movie.__optional_keys__, get_type_hints(Movie))


@runtime_checkable
class Sized2(Protocol):
    def __len__(self) -> int: ...


class Named(Protocol[T]):
    name: T


print(isinstance([], Sized2), isinstance(3, Sized2), issubclass(list, Sized2), Named[int], Named.__parameters__)
try:
    Sized2()
except TypeError as e:
    print(e)


def f(a: Optional[int], b: "list[str]" = [], *c: Union[int, str], d: Literal["x", 1] = "x", **e: Any) -> "Stack[int]":
    pass


print(get_type_hints(f), f.__annotations__)


class Node:
    left: "Node | None"
    right: Annotated["Node", "meta"]
    count: ClassVar[int] = 0


print(get_type_hints(Node), get_type_hints(Node, include_extras=True))
UserId = NewType("UserId", int)
print(UserId(5), UserId, UserId.__supertype__, cast(str, 3), assert_type(1, int))


@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x):
    return x


@final
class Last:
    @override
    def __repr__(self):
        return "last"

    @no_type_check
    def m(self, x: "nonsense("): ...


print(g(1), len(get_overloads(g)), Last(), Last.__final__, Last.__repr__.__override__)
for e in (
        'TypeVar()', 'TypeVar("T", int)', 'TypeVar("T", bound=int, covariant=True)', 'TypeVar("T", int, str, bound=int)', 'TypeVar("T", covariant=True, contravariant=True)',
        'TypeVar("T", infer_variance=True)', 'TypeVar("T", int, str).__constraints__', 'S.__bound__', 'T.__default__', 'T.has_default()', 'TypeVar("T", default=int).__default__',
        'T | int', 'int | T', 'T | "x"', 'Union[T, int]', 'Union[int]', 'Union[int, str, int]', 'Union[()]', 'Optional[T]', 'List[T][int]', 'Dict[str, T]', 'list[T]', 'list[T][int]',
        'dict[T, int][str]', 'Callable[P, T]', 'Callable[P, T][[int], str]', 'Callable[[T], T][int]', 'C[[T], T][int]', 'I[T][int]', 'Tuple[*Ts]', 'tuple[*Ts]',
        'tuple[int, *Ts][str, float]', 'Tuple[int, *Ts][str]', 'list[int][str]', 'dict[T, S][int]', 'dict[T, S][int, str, float]', '(int | T)[str]', '(int | list[T])[str]',
        'list[T].__parameters__', 'dict[T, list[P]].__parameters__', '(int | T).__parameters__', '(int | str).__args__', 'T()', 'T.__reduce__()', 'P.__name__', 'P.args',
        'P.args == P.args', 'P.kwargs.__origin__', 'hash(P.args)', 'Generic[T]', 'Generic[int]', 'Generic[()]', 'Generic[T, T]', 'isinstance(T, TypeVar)', 'T.x', 'Unpack[Ts]',
        'T.__covariant__', 'S.__covariant__', 'T.__bound__', 'T.__constraints__', 'Literal[1] | int', 'Annotated[int, "x"]', 'Final[int]', 'ClassVar[int]', 'Literal["a", 1, None]',
        'tuple[*tuple[int, ...]]', 'tuple[int, ...][str]', 'next(iter(list[int]))', 'next(iter(list[int])).__unpacked__', 'NoDefault', 'type(NoDefault)() is NoDefault', 'Any()',
        'get_origin(list[int])', 'get_args(Dict[str, int])', 'get_args(Callable[[int], str])', 'get_origin(Union[int, str])', 'get_origin(int | str)', 'Concatenate[int, P]',
        'Callable[Concatenate[int, P], T][[str], bool]', 'is_typeddict(Movie)', 'is_protocol(Sized2)', 'get_protocol_members(Named)', 'isinstance(1, Union[int, str])',
        'issubclass(int, int | str)', 'isinstance(1, list[int])', 'isinstance([], List)', 'List[1]', 'Optional[1]', 'List', 'typing.Dict', 'Type[int]', 'Self', 'Never', 'LiteralString',
        'ForwardRef("int")', 'TypeAliasType("Q", list[T], type_params=(T,))[int]', 'TypeAliasType(1, 2)', 'Pattern[str]', 'Text', 'IO[str]', 'DefaultDict[str, int]', 'Deque[int]',
        'typing.no_such', 'reveal_type', 'int | None', 'list[int] | None', 'Union[list[int], None]', 'repr(typing.Generic)', 'list[T] == list[T]', 'hash(list[int]) == hash(list[int])'):
    try:
        x = eval(e)
        print(e, "=>", x if not callable(x) or isinstance(x, type) or "typing" in repr(x) else x.__name__ if hasattr(x, "__name__") else x)
    except Exception as error:
        print(e, "=>", type(error).__name__, error)


class Box[A]:
    item: A

    def get(self) -> A:
        return self.item

    class Inner[B]:
        x: tuple[A, B]


def first[X: int, *Y, **Z](x: X, *y: *Y, z: Callable[Z, X] = None) -> X:
    return x


type Tree[K] = K | list[Tree[K]]
type Simple = int
type Defaulted[D = str, *E = *tuple[int, ...], **F = [int]] = dict[D, tuple[*E]]


class Both[U: (int, str), V: Box](Box[U]):
    pass


print(Box[int], Box.__type_params__, Box.__parameters__, Box.__orig_bases__, Box[str]().__orig_class__, Box.Inner.__type_params__)
print(first(3), first.__type_params__, first.__type_params__[0].__bound__, [type(p).__name__ for p in first.__type_params__], first.__annotations__["x"])
print(Tree, Tree[int], Tree.__type_params__, Tree.__value__, Tree.__parameters__, Simple.__value__, Simple | None, Tree[int].__args__, Tree[int].__origin__)
print(Both.__type_params__[0].__constraints__, Both.__type_params__[1].__bound__, Both[int, Box], issubclass(Both, Box), Both.__orig_bases__)
print([p.__default__ for p in Defaulted.__type_params__], Defaulted.__value__, [p.has_default() for p in Defaulted.__type_params__])
print(Simple.__name__, Simple.__module__, T.__module__, isinstance(Simple, TypeAliasType))
for e in "Simple[int]", "Simple()", "Tree.__no__", "isinstance(1, Simple)", "Box[int, str]":
    try:
        print(eval(e))
    except Exception as error:
        print(e, type(error).__name__, error)
