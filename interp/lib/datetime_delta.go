package lib

import (
	"fmt"
	"math"
	"math/big"

	"github.com/tier2go/tier2/interp/object"
)

// timedelta.

// lapse is the value of a timedelta: 0 ≤ seconds < 86,400, 0 ≤ micros < 1,000,000.
type lapse struct{ days, seconds, micros int }

func (k *datetimes) span(v object.Value) lapse {
	h := k.h
	return lapse{int(h.Field(v, offDays).Small()), int(h.Field(v, offSeconds).Small()), int(h.Field(v, offMicros).Small())}
}

func (k *datetimes) setDelta(v object.Value, days, seconds, micros int) {
	k.h.SetField(v, offDays, small(days))
	k.h.SetField(v, offSeconds, small(seconds))
	k.h.SetField(v, offMicros, small(micros))
}

// newDelta makes a timedelta of numbers of any size that an int has.
func (k *datetimes) newDelta(s lapse) (object.Value, error) { return k.deltaOf(k.delta, s) }

func (k *datetimes) deltaOf(t *object.Type, s lapse) (object.Value, error) {
	var carry int
	carry, s.micros = floorDiv(s.micros, 1e6)
	carry, s.seconds = floorDiv(s.seconds+carry, daySeconds)
	s.days += carry
	switch {
	case s.days < -maxDays || s.days > maxDays:
		return object.Null, k.h.Raise(object.OverflowErrorType, "days=%d; must have magnitude <= %d", s.days, maxDays)
	case s == lapse{} && t == k.delta:
		return k.zero, nil
	}
	v := k.fresh(t, k.delta, deltaSize)
	k.setDelta(v, s.days, s.seconds, s.micros)
	return v, nil
}

func (s lapse) add(o lapse, sign int) lapse {
	return lapse{s.days + sign*o.days, s.seconds + sign*o.seconds, s.micros + sign*o.micros}
}

func (s lapse) cmp(o lapse) int {
	switch {
	case s.days != o.days:
		return s.days - o.days
	case s.seconds != o.seconds:
		return s.seconds - o.seconds
	}
	return s.micros - o.micros
}

// mostSmallDays is the most days whose microseconds an int64 has.
const mostSmallDays = 100_000_000

// total is the number of microseconds; ok is false if an int64 has it not.
func (s lapse) total() (n int64, ok bool) {
	if s.days > mostSmallDays || s.days < -mostSmallDays {
		return 0, false
	}
	return (int64(s.days)*daySeconds+int64(s.seconds))*1e6 + int64(s.micros), true
}

func (s lapse) big() *big.Int {
	n := big.NewInt(int64(s.days)*daySeconds + int64(s.seconds))
	n.Mul(n, big.NewInt(1e6))
	return n.Add(n, big.NewInt(int64(s.micros)))
}

// micros is the number of microseconds as an int.
func (k *datetimes) micros(s lapse) object.Value {
	if n, ok := s.total(); ok {
		return k.h.Int(n)
	}
	return k.h.IntFromBig(s.big())
}

// ofMicros makes a timedelta of a number of microseconds.
func (k *datetimes) ofMicros(t *object.Type, n int64) (object.Value, error) {
	days, rest := n/(daySeconds*1e6), n%(daySeconds*1e6)
	if rest < 0 {
		days, rest = days-1, rest+daySeconds*1e6
	}
	return k.deltaOf(t, lapse{int(days), int(rest / 1e6), int(rest % 1e6)})
}

// ofBig is ofMicros of any number.
func (k *datetimes) ofBig(t *object.Type, n *big.Int) (object.Value, error) {
	if n.IsInt64() {
		return k.ofMicros(t, n.Int64())
	}
	var days, rest big.Int
	days.DivMod(n, big.NewInt(daySeconds*1e6), &rest)
	if !days.IsInt64() || days.Int64() != int64(int32(days.Int64())) {
		return object.Null, k.h.Raise(object.OverflowErrorType, "Python int too large to convert to C int")
	}
	return k.deltaOf(t, lapse{int(days.Int64()), int(rest.Int64() / 1e6), int(rest.Int64() % 1e6)})
}

// ofInt is ofMicros of an int.
func (k *datetimes) ofInt(t *object.Type, v object.Value) (object.Value, error) {
	if n, ok := k.h.AsInt64(v); ok {
		return k.ofMicros(t, n)
	}
	return k.ofBig(t, k.h.BigInt(v))
}

// deltaUnits are the parameters of timedelta and how many microseconds one of each has.
var deltaUnits = [...]struct {
	name   string
	micros int64
}{
	{"days", daySeconds * 1e6}, {"seconds", 1e6}, {"microseconds", 1}, {"milliseconds", 1000}, {"minutes", 60e6}, {"hours", 3600e6}, {"weeks", 7 * daySeconds * 1e6},
}

// deltaOrder is the order in which they are added up: floats show it.
var deltaOrder = [...]int{2, 3, 1, 4, 5, 0, 6}

var deltaSig = object.NewSignature("__new__", 0, 0, 0, "days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks")

// makeDelta is timedelta.__new__.
func (k *datetimes) makeDelta(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [len(deltaUnits)]object.Value
	if err := bind(h, deltaSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if v, ok, err := k.smallDelta(t, p[:]); ok {
		return v, err
	}
	sum, left := new(big.Int), 0.0
	for _, i := range deltaOrder {
		if p[i] == object.Null {
			continue
		}
		u := deltaUnits[i]
		unit := big.NewInt(u.micros)
		switch {
		case h.IsIntegral(p[i]):
			sum.Add(sum, unit.Mul(unit, h.BigInt(p[i])))
		case h.IsInstance(p[i], object.FloatType):
			whole, part := math.Modf(h.Plain(p[i]).Float())
			n, err := h.FloatToInt(whole)
			if err != nil {
				return object.Null, err
			}
			sum.Add(sum, unit.Mul(unit, h.BigInt(n)))
			if part == 0 {
				continue
			}
			whole, part = math.Modf(float64(float64(u.micros) * part))
			sum.Add(sum, big.NewInt(int64(whole)))
			left += part
		default:
			return object.Null, h.Raise(object.TypeErrorType, "unsupported type for timedelta %s component: %s", u.name, h.TypeName(p[i]))
		}
	}
	if left != 0 {
		whole := math.Round(left)
		if math.Abs(whole-left) == 0.5 { // half to even, of the sum
			odd := float64(sum.Bit(0))
			whole = float64(2*math.Round(float64((left+odd)*0.5))) - odd
		}
		sum.Add(sum, big.NewInt(int64(whole)))
	}
	return k.ofBig(t, sum)
}

// smallDelta is makeDelta of small ints; ok is false for other arguments.
func (k *datetimes) smallDelta(t *object.Type, p []object.Value) (v object.Value, ok bool, err error) {
	const most = 1_000_000 // weeks: no sum leaves an int64
	sum := int64(0)
	for i, x := range p {
		if x == object.Null {
			continue
		}
		if !x.IsSmall() || x.Small() > most || x.Small() < -most {
			return object.Null, false, nil
		}
		sum += x.Small() * deltaUnits[i].micros
	}
	v, err = k.ofMicros(t, sum)
	return v, true, err
}

func (k *datetimes) registerDelta() {
	h := k.h
	k.delta = h.RegisterType(&object.Type{Name: "timedelta", Module: datetimeModule, Size: deltaSize, Converts: true, Slots: object.Slots{
		New: k.makeDelta, Binary: k.deltaBinary, Unary: k.deltaUnary,
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) { return h.NewStr(k.deltaRepr(v)), nil },
		Str:  func(h *object.Heap, v object.Value) (object.Value, error) { return h.NewStr(k.span(v).String()), nil },
		Hash: func(_ *object.Heap, v object.Value) (int64, error) { return k.span(v).hash(), nil },
		Bool: func(_ *object.Heap, v object.Value) (bool, error) { return k.span(v) != lapse{}, nil },
		Compare: func(_ *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if !k.is(b, k.delta) {
				return object.NotImplemented, nil
			}
			return compared(op, k.span(a).cmp(k.span(b))), nil
		},
	}})
	for _, f := range []struct {
		name string
		off  uintptr
	}{{"days", offDays}, {"seconds", offSeconds}, {"microseconds", offMicros}} {
		h.AddMember(k.delta, f.name, f.off)
	}
	divMod := func(a, b object.Value) (object.Value, error) {
		if !k.is(a, k.delta) || !k.is(b, k.delta) {
			return object.NotImplemented, nil
		}
		x, y := k.micros(k.span(a)), k.micros(k.span(b))
		q, err := h.Binary(object.FloorDivide, x, y)
		if err != nil {
			return object.Null, err
		}
		r, err := h.Binary(object.Remainder, x, y)
		if err != nil {
			return object.Null, err
		}
		r, err = k.ofInt(k.delta, r)
		return h.NewTuple(q, r), err
	}
	h.AddMethods(k.delta, []object.Builtin{
		plain("total_seconds", func(v object.Value) (object.Value, error) {
			return h.Binary(object.TrueDivide, k.micros(k.span(v)), object.SmallInt(1e6))
		}),
		plain("__reduce__", func(v object.Value) (object.Value, error) {
			s := k.span(v)
			return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(small(s.days), small(s.seconds), small(s.micros))), nil
		}),
		{Name: "__divmod__", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) { return divMod(v, a[0]) }},
		{Name: "__rdivmod__", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) { return divMod(a[0], v) }},
	})
}

// hash is the hash of the tuple of the three numbers.
func (s lapse) hash() int64 {
	return object.HashInts(int64(s.days), int64(s.seconds), int64(s.micros))
}

func (k *datetimes) deltaRepr(v object.Value) string {
	s, text := k.span(v), ""
	for _, part := range []struct {
		name string
		n    int
	}{{"days", s.days}, {"seconds", s.seconds}, {"microseconds", s.micros}} {
		if part.n == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%s=%d", part.name, part.n)
	}
	if text == "" {
		text = "0"
	}
	return k.h.TypeName(v) + "(" + text + ")"
}

// String is str of a timedelta.
func (s lapse) String() string {
	text := ""
	if s.days != 0 {
		text = fmt.Sprintf("%d day", s.days)
		if s.days != 1 && s.days != -1 {
			text += "s"
		}
		text += ", "
	}
	text += fmt.Sprintf("%d:%02d:%02d", s.seconds/3600, s.seconds/60%60, s.seconds%60)
	if s.micros != 0 {
		text += fmt.Sprintf(".%06d", s.micros)
	}
	return text
}

func (k *datetimes) deltaUnary(h *object.Heap, op object.UnaryOp, v object.Value) (object.Value, error) {
	s := k.span(v)
	switch op {
	case object.Invert:
		return object.Null, h.Raise(object.TypeErrorType, "bad operand type for unary ~: '%s'", h.TypeName(v))
	case object.Negative:
		return k.newDelta(lapse{}.add(s, -1))
	case object.Absolute:
		if s.days < 0 {
			return k.newDelta(lapse{}.add(s, -1))
		}
	}
	return k.newDelta(s)
}

// deltaBinary is the operators' slot.
func (k *datetimes) deltaBinary(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	left, right := k.is(a, k.delta), k.is(b, k.delta)
	switch {
	case left && right:
		return k.deltas(op, k.span(a), k.span(b))
	case right: // a number times a timedelta
		if op != object.Multiply {
			return object.NotImplemented, nil
		}
		a, b = b, a
	}
	number := b
	switch s := k.span(a); {
	case h.IsIntegral(number):
		return k.deltaAndInt(op, s, number)
	case h.IsInstance(number, object.FloatType) && (op == object.Multiply || op == object.TrueDivide):
		ratio, err := callMethod(h, number, "as_integer_ratio")
		if err != nil {
			return object.Null, err
		}
		switch {
		case !h.IsInstance(ratio, object.TupleType):
			return object.Null, h.Raise(object.TypeErrorType, "unexpected return type from as_integer_ratio(): expected tuple, got '%s'", h.TypeName(ratio))
		case h.TupleLen(ratio) != 2:
			return object.Null, h.Raise(object.ValueErrorType, "as_integer_ratio() must return a 2-tuple")
		}
		for _, x := range h.TupleItems(ratio) {
			if !h.IsIntegral(x) {
				return object.Null, h.Raise(object.TypeErrorType, "unsupported operand type(s) for *: 'int' and '%s'", h.TypeName(x))
			}
		}
		n, d := h.BigInt(h.TupleItem(ratio, 0)), h.BigInt(h.TupleItem(ratio, 1))
		if op == object.TrueDivide {
			n, d = d, n
		}
		return k.nearest(n.Mul(n, s.big()), d)
	}
	return object.NotImplemented, nil
}

// deltas are the operators of two timedeltas.
func (k *datetimes) deltas(op object.BinaryOp, s, o lapse) (object.Value, error) {
	switch op {
	case object.Add:
		return k.newDelta(s.add(o, 1))
	case object.Subtract:
		return k.newDelta(s.add(o, -1))
	case object.FloorDivide, object.TrueDivide:
		return k.h.Binary(op, k.micros(s), k.micros(o))
	case object.Remainder:
		r, err := k.h.Binary(op, k.micros(s), k.micros(o))
		if err != nil {
			return object.Null, err
		}
		return k.ofInt(k.delta, r)
	}
	return object.NotImplemented, nil
}

// deltaAndInt are the operators of a timedelta and an int.
func (k *datetimes) deltaAndInt(op object.BinaryOp, s lapse, n object.Value) (object.Value, error) {
	h := k.h
	switch op {
	case object.Multiply, object.FloorDivide:
		r, err := h.Binary(op, k.micros(s), h.Plain(n))
		if err != nil {
			return object.Null, err
		}
		return k.ofInt(k.delta, r)
	case object.TrueDivide:
		return k.nearest(s.big(), h.BigInt(n))
	}
	return object.NotImplemented, nil
}

// nearest makes a timedelta of a quotient, rounded half to even.
func (k *datetimes) nearest(n, d *big.Int) (object.Value, error) {
	if d.Sign() == 0 {
		return object.Null, k.h.Raise(object.ZeroDivisionErrorType, "division by zero")
	}
	if d.Sign() < 0 {
		n, d = new(big.Int).Neg(n), new(big.Int).Neg(d)
	}
	var q, r big.Int
	q.DivMod(n, d, &r)
	switch c := r.Lsh(&r, 1).Cmp(d); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(&q, big.NewInt(1))
	}
	return k.ofBig(k.delta, &q)
}
