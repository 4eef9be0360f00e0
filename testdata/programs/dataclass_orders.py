"""Orders, prices and stock as dataclasses: frozen, ordered, with slots, with defaults,
inherited, replaced and taken apart."""
import sys
import time
from dataclasses import asdict, astuple, dataclass, field, fields, replace


@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __add__(self, other):
        if self.currency != other.currency:
            raise ValueError("two currencies")
        return Money(self.cents + other.cents, self.currency)

    def times(self, n):
        return Money(self.cents * n, self.currency)


@dataclass(order=True, frozen=True)
class Product:
    group: int
    name: str
    price: Money = field(compare=False)


@dataclass(slots=True)
class Line:
    product: Product
    count: int = 1

    def total(self):
        return self.product.price.times(self.count)


@dataclass
class Order:
    number: int
    lines: list[Line] = field(default_factory=list)
    notes: dict = field(default_factory=dict, repr=False)
    total: Money = field(init=False, default=Money(0))

    def __post_init__(self):
        self.update()

    def update(self):
        total = Money(0)
        for line in self.lines:
            total = total + line.total()
        self.total = total

    def add(self, product, count):
        for line in self.lines:
            if line.product == product:
                line.count += count
                break
        else:
            self.lines.append(Line(product, count))
        self.update()


@dataclass(kw_only=True)
class Express(Order):
    hours: int = 24
    fee: Money = Money(990)

    def update(self):
        super().update()
        self.total = self.total + self.fee


@dataclass(unsafe_hash=True)
class Place:
    shelf: int
    row: int


class Random:
    def __init__(self, seed):
        self.seed = seed

    def below(self, n):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7fffffff
        return (self.seed >> 8) % n


def catalogue(random, n):
    return [Product(random.below(4), "p%d" % random.below(1000), Money(100 + random.below(900))) for _ in range(n)]


def shop(n):
    random = Random(11)
    products = sorted(catalogue(random, 24))
    stock = {}
    for i, p in enumerate(products):
        stock[p] = Place(i % 5, p.group)
    picked = {}
    orders = []
    for number in range(n):
        if random.below(3):
            order = Order(number)
        else:
            order = Express(number=number, hours=6 * (1 + random.below(4)))
        for _ in range(1 + random.below(6)):
            p = products[random.below(len(products))]
            order.add(p, 1 + random.below(3))
            place = stock[p]
            picked[place] = picked.get(place, 0) + 1
        orders.append(order)
    check = 0
    for order in orders:
        if order.total.cents > 4000:
            order = replace(order, lines=order.lines[:2])
        check = (check * 31 + order.total.cents) % 1000003
    check += sum(count * hash(place == Place(1, 2)) for place, count in picked.items())
    return orders, products, picked, check


def bench():
    orders, _, picked, check = shop(1600)
    return check, len(picked), max(o.total.cents for o in orders)


def main(size=160):
    for n in (2, size):
        orders, products, picked, check = shop(n)
        print(n, check, min(products), max(products).name)
        print(orders[-1])
        print(astuple(orders[0].lines[0]), asdict(orders[1])["total"])
        print(sorted((p.row, p.shelf, count) for p, count in picked.items()))
    print([f.name for f in fields(Express)], Place(1, 2) == Place(1, 2), Money(5) != Money(5, "USD"))
    try:
        orders[0].total.cents = 1
    except AttributeError as e:
        print(type(e).__name__, e)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bench"]:
        for i in range(int(sys.argv[2])):
            start = time.perf_counter()
            bench()
            print("warm %.6f" % (time.perf_counter() - start))
        for i in range(int(sys.argv[3])):
            start = time.perf_counter()
            value = bench()
            print("bench %.6f" % (time.perf_counter() - start))
        print("value", repr(value))
    elif sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        main()
