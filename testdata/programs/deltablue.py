"""One-way constraints with strengths, solved incrementally: the DeltaBlue algorithm of
Freeman-Benson, Maloney and Borning."""
import sys
import time


class Strength:
    def __init__(self, rank, name):
        self.rank = rank
        self.name = name

    def stronger(self, other):
        return self.rank < other.rank

    def weaker(self, other):
        return self.rank > other.rank

    @classmethod
    def weakest(cls, a, b):
        return a if a.weaker(b) else b


REQUIRED = Strength(0, "required")
STRONG = Strength(1, "strong")
PREFERRED = Strength(2, "preferred")
NORMAL = Strength(3, "normal")
WEAK = Strength(4, "weak")
WEAKEST = Strength(5, "weakest")
BY_RANK = [REQUIRED, STRONG, PREFERRED, NORMAL, WEAK, WEAKEST]

NONE = 0
FORWARD = 1
BACKWARD = 2


class Variable:
    def __init__(self, name, value=0):
        self.name = name
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.strength = WEAKEST
        self.stay = True
        self.mark = 0

    def add(self, constraint):
        self.constraints.append(constraint)

    def remove(self, constraint):
        self.constraints.remove(constraint)
        if self.determined_by is constraint:
            self.determined_by = None


class Constraint:
    def __init__(self, planner, strength):
        self.planner = planner
        self.strength = strength

    def install(self):
        self.add_to_graph()
        self.planner.add(self)

    def destroy(self):
        if self.is_satisfied():
            self.planner.remove(self)
        self.remove_from_graph()

    def is_input(self):
        return False

    def satisfy(self, mark):
        self.choose(mark)
        if not self.is_satisfied():
            if self.strength is REQUIRED:
                raise RuntimeError("cannot satisfy a required constraint")
            return None
        self.mark_inputs(mark)
        out = self.output()
        overridden = out.determined_by
        if overridden is not None:
            overridden.unsatisfy()
        out.determined_by = self
        if not self.planner.propagate(self, mark):
            raise RuntimeError("cycle")
        out.mark = mark
        return overridden


class Unary(Constraint):
    def __init__(self, planner, variable, strength):
        super().__init__(planner, strength)
        self.target = variable
        self.satisfied = False
        self.install()

    def add_to_graph(self):
        self.target.add(self)
        self.satisfied = False

    def remove_from_graph(self):
        self.target.remove(self)
        self.satisfied = False

    def choose(self, mark):
        self.satisfied = self.target.mark != mark and self.strength.stronger(self.target.strength)

    def is_satisfied(self):
        return self.satisfied

    def unsatisfy(self):
        self.satisfied = False

    def mark_inputs(self, mark):
        pass

    def inputs_known(self, mark):
        return True

    def output(self):
        return self.target

    def recalculate(self):
        out = self.target
        out.strength = self.strength
        out.stay = not self.is_input()
        if out.stay:
            self.execute()

    def execute(self):
        pass


class Stay(Unary):
    pass


class Edit(Unary):
    def is_input(self):
        return True


class Binary(Constraint):
    def __init__(self, planner, first, second, strength):
        super().__init__(planner, strength)
        self.first = first
        self.second = second
        self.direction = NONE
        self.install()

    def choose(self, mark):
        first = self.first
        second = self.second
        if first.mark == mark:
            free = second.mark != mark and self.strength.stronger(second.strength)
            self.direction = FORWARD if free else NONE
        elif second.mark == mark:
            free = first.mark != mark and self.strength.stronger(first.strength)
            self.direction = BACKWARD if free else NONE
        elif first.strength.weaker(second.strength):
            self.direction = BACKWARD if self.strength.stronger(first.strength) else NONE
        else:
            self.direction = FORWARD if self.strength.stronger(second.strength) else NONE

    def add_to_graph(self):
        self.first.add(self)
        self.second.add(self)
        self.direction = NONE

    def remove_from_graph(self):
        self.first.remove(self)
        self.second.remove(self)
        self.direction = NONE

    def is_satisfied(self):
        return self.direction != NONE

    def unsatisfy(self):
        self.direction = NONE

    def input(self):
        return self.first if self.direction == FORWARD else self.second

    def output(self):
        return self.second if self.direction == FORWARD else self.first

    def mark_inputs(self, mark):
        self.input().mark = mark

    def inputs_known(self, mark):
        v = self.input()
        return v.mark == mark or v.stay or v.determined_by is None

    def recalculate(self):
        source = self.input()
        out = self.output()
        out.strength = Strength.weakest(self.strength, source.strength)
        out.stay = source.stay
        if out.stay:
            self.execute()


class Equal(Binary):
    def execute(self):
        self.output().value = self.input().value


class Scale(Binary):
    def __init__(self, planner, source, scale, offset, target, strength):
        self.scale = scale
        self.offset = offset
        super().__init__(planner, source, target, strength)

    def add_to_graph(self):
        super().add_to_graph()
        self.scale.add(self)
        self.offset.add(self)

    def remove_from_graph(self):
        super().remove_from_graph()
        self.scale.remove(self)
        self.offset.remove(self)

    def mark_inputs(self, mark):
        super().mark_inputs(mark)
        self.scale.mark = mark
        self.offset.mark = mark

    def execute(self):
        if self.direction == FORWARD:
            self.second.value = self.first.value * self.scale.value + self.offset.value
        else:
            self.first.value = (self.second.value - self.offset.value) // self.scale.value

    def recalculate(self):
        source = self.input()
        out = self.output()
        out.strength = Strength.weakest(self.strength, source.strength)
        out.stay = source.stay and self.scale.stay and self.offset.stay
        if out.stay:
            self.execute()


class Plan:
    def __init__(self):
        self.steps = []

    def append(self, constraint):
        self.steps.append(constraint)

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, i):
        return self.steps[i]

    def execute(self):
        for c in self.steps:
            c.execute()


class Planner:
    def __init__(self):
        self.current = 0

    def new_mark(self):
        self.current += 1
        return self.current

    def add(self, constraint):
        mark = self.new_mark()
        overridden = constraint.satisfy(mark)
        while overridden is not None:
            overridden = overridden.satisfy(mark)

    def remove(self, constraint):
        out = constraint.output()
        constraint.unsatisfy()
        constraint.remove_from_graph()
        free = self.take_out(out)
        for strength in BY_RANK:
            for c in free:
                if c.strength is strength:
                    self.add(c)
        constraint.add_to_graph()

    def make_plan(self, sources):
        mark = self.new_mark()
        plan = Plan()
        todo = sources
        while todo:
            c = todo.pop()
            if c.output().mark != mark and c.inputs_known(mark):
                plan.append(c)
                c.output().mark = mark
                self.consuming(c.output(), todo)
        return plan

    def plan_from(self, constraints):
        return self.make_plan([c for c in constraints if c.is_input() and c.is_satisfied()])

    def propagate(self, constraint, mark):
        todo = [constraint]
        while todo:
            c = todo.pop()
            if c.output().mark == mark:
                self.take_out(constraint.output())
                return False
            c.recalculate()
            self.consuming(c.output(), todo)
        return True

    def take_out(self, out):
        out.determined_by = None
        out.strength = WEAKEST
        out.stay = True
        free = []
        todo = [out]
        while todo:
            v = todo.pop()
            for c in v.constraints:
                if not c.is_satisfied():
                    free.append(c)
            by = v.determined_by
            for c in v.constraints:
                if c is not by and c.is_satisfied():
                    c.recalculate()
                    todo.append(c.output())
        return free

    def consuming(self, variable, found):
        by = variable.determined_by
        for c in variable.constraints:
            if c is not by and c.is_satisfied():
                found.append(c)


def change(planner, variable, value):
    edit = Edit(planner, variable, PREFERRED)
    plan = planner.plan_from([edit])
    for _ in range(10):
        variable.value = value
        plan.execute()
    edit.destroy()
    return len(plan)


def chain(n):
    """A chain of n equalities: what is set at its start arrives at its end."""
    planner = Planner()
    variables = [Variable("v%d" % i) for i in range(n + 1)]
    for a, b in zip(variables, variables[1:]):
        Equal(planner, a, b, REQUIRED)
    first = variables[0]
    last = variables[-1]
    Stay(planner, last, STRONG if n % 2 else NORMAL)
    edit = Edit(planner, first, PREFERRED)
    plan = planner.plan_from([edit])
    for i in range(50):
        first.value = i
        plan.execute()
        if last.strength is PREFERRED and last.value != i:
            raise RuntimeError("chain")
    edit.destroy()
    return len(plan), first.value, last.value, last.strength.name


def projection(n):
    """Pairs of variables that a scale and an offset connect, changed from both sides."""
    planner = Planner()
    scale = Variable("scale", 10)
    offset = Variable("offset", 1000)
    source = target = None
    targets = []
    for i in range(n):
        source = Variable("s%d" % i, i)
        target = Variable("t%d" % i, i)
        targets.append(target)
        Stay(planner, source, NORMAL)
        Scale(planner, source, scale, offset, target, REQUIRED)
    change(planner, source, 17)
    results = [target.value]
    change(planner, target, 1050)
    results.append(source.value)
    change(planner, scale, 5)
    results.append(sum(t.value for t in targets[:-1]))
    change(planner, offset, 2000)
    results.append(sum(t.value for t in targets[:-1]))
    return results


def run(n):
    return chain(n), projection(n)


def bench():
    return run(1500), run(999)


def main(size=200):
    for n in (2, size // 3, size):
        print(n, *run(n))


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
