def total(orders, currency):
    """The value of all orders in one currency; rate is a Go function."""
    value = 0.0
    for order in orders:
        value += order['count'] * order['price'] * rate(order['currency'], currency)
    return value


def simulate(days, demand):
    """Sold and missed sales of a shop; demand is a Go function, called every day."""
    stock = sold = missed = 0
    for day in range(days):
        if day % 7 == 0:
            stock += 70
        for _ in range(demand(day)):
            if stock > 0:
                stock -= 1
                sold += 1
            else:
                missed += 1
    return sold, missed


def cheapest(name):
    """The cheapest thing in a file of names and prices."""
    with open(name) as f:
        rows = [line.strip().split(',') for line in f.readlines()[1:]]
    return min(rows, key=lambda row: float(row[1]))[0]


def escape():
    """Asks for what the VM was not given."""
    import os
    return os.urandom(16)


def hog():
    """Takes all memory there is."""
    kept = []
    while True:
        kept.append([0] * 1000)


def forever():
    """Does not end."""
    n = 0
    while True:
        n = (n + 1) % 1000
