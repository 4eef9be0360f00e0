package lib

import (
	"math"

	"github.com/tier2go/tier2/internal/cmath"
	"github.com/tier2go/tier2/object"
)

// The functions of random that draw from sequences.

func choice(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	n, err := h.Len(a[0])
	if err != nil {
		return object.Null, err
	}
	if n == 0 {
		return object.Null, h.Raise(object.IndexErrorType, "Cannot choose from an empty sequence")
	}
	return h.GetItem(a[0], object.SmallInt(int64(t.below(uint64(n)))))
}

func shuffle(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	v := a[0]
	n, err := h.Len(v)
	if err != nil {
		return object.Null, err
	}
	if h.Is(v, object.ListType) {
		items := h.ListItems(v) // nothing below runs guest code or allocates
		for i := n - 1; i > 0; i-- {
			j := t.below(uint64(i + 1))
			items[i], items[j] = items[j], items[i]
		}
		return object.None, nil
	}
	for i := n - 1; i > 0; i-- {
		j := object.SmallInt(int64(t.below(uint64(i + 1))))
		i := object.SmallInt(int64(i))
		x, err := h.GetItem(v, j)
		if err != nil {
			return object.Null, err
		}
		y, err := h.GetItem(v, i)
		if err != nil {
			return object.Null, err
		}
		if err := h.SetItem(v, i, x); err != nil {
			return object.Null, err
		}
		if err := h.SetItem(v, j, y); err != nil {
			return object.Null, err
		}
	}
	return object.None, nil
}

func sample(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	population := a[0]
	if !h.TypeOf(population).SequenceType() {
		return object.Null, h.Raise(object.TypeErrorType, "Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	n, err := h.Len(population)
	if err != nil {
		return object.Null, err
	}
	if a[2] != object.Null && a[2] != object.None {
		return sampleCounts(h, t, population, a[1], a[2], n)
	}
	k, err := sampleSize(h, a[1], n)
	if err != nil {
		return object.Null, err
	}
	setSize := 21.0
	if k > 5 {
		x := float64(k * 3)
		setSize += math.Pow(4, math.Ceil(cmath.Log(x)/cmath.Log(4))) // a power of two: exact
	}
	if float64(n) <= setSize {
		return samplePool(h, t, population, n, k)
	}
	result := h.NewList()
	selected := make(map[uint64]bool, k)
	for range k {
		j := t.below(uint64(n))
		for selected[j] {
			j = t.below(uint64(n))
		}
		selected[j] = true
		x, err := h.GetItem(population, h.IntFromUint64(j))
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(result, x)
	}
	return result, nil
}

// sampleSize converts k, which must be in 0…n.
func sampleSize(h *object.Heap, v object.Value, n int) (int, error) {
	refuse := func() error {
		return h.Raise(object.ValueErrorType, "Sample larger than population or is negative")
	}
	lo, err := h.CompareBool(object.LE, object.SmallInt(0), v)
	if err != nil {
		return 0, err
	}
	hi, err := h.CompareBool(object.LE, v, h.Int(int64(n)))
	if err != nil {
		return 0, err
	}
	if !lo || !hi {
		return 0, refuse()
	}
	if !h.IsIntegral(v) {
		return 0, h.Raise(object.TypeErrorType, "can't multiply sequence by non-int of type '%s'", h.TypeName(v))
	}
	k, _ := h.AsInt64(v)
	return int(k), nil
}

// samplePool draws by taking elements out of a copy.
func samplePool(h *object.Heap, t *twister, population object.Value, n, k int) (object.Value, error) {
	pool, err := h.ListFromIter(population)
	if err != nil {
		return object.Null, err
	}
	result := h.NewList()
	for i := range k {
		j := int(t.below(uint64(n - i)))
		h.ListAppend(result, h.ListItem(pool, j))
		h.SetListItem(pool, j, h.ListItem(pool, n-i-1))
	}
	return result, nil
}

// sampleCounts draws from a population whose elements are repeated.
func sampleCounts(h *object.Heap, t *twister, population, size, counts object.Value, n int) (object.Value, error) {
	cum, err := accumulate(h, counts)
	if err != nil {
		return object.Null, err
	}
	if h.ListLen(cum) != n {
		return object.Null, h.Raise(object.ValueErrorType, "The number of counts does not match the population")
	}
	total := object.SmallInt(0)
	if n > 0 {
		if total, err = h.ListPop(cum, n-1); err != nil {
			return object.Null, err
		}
	}
	switch {
	case !h.IsIntegral(total):
		return object.Null, h.Raise(object.TypeErrorType, "Counts must be integers")
	case h.IntSign(total) < 0:
		return object.Null, h.Raise(object.ValueErrorType, "Counts must be non-negative")
	}
	r, err := h.NewRange(object.SmallInt(0), total, object.SmallInt(1))
	if err != nil {
		return object.Null, err
	}
	mark := h.Mark()
	defer h.Release(mark)
	h.Push(r)
	drawn, err := sample(h, t, []object.Value{r, size, object.Null})
	if err != nil {
		return object.Null, err
	}
	for i := range h.ListLen(drawn) {
		j, err := bisect(h, cum, h.ListItem(drawn, i), h.ListLen(cum))
		if err != nil {
			return object.Null, err
		}
		x, err := h.GetItem(population, object.SmallInt(int64(j)))
		if err != nil {
			return object.Null, err
		}
		h.SetListItem(drawn, i, x)
	}
	return drawn, nil
}

// accumulate returns the list of the partial sums of an iterable.
func accumulate(h *object.Heap, v object.Value) (object.Value, error) {
	it, err := h.Iter(v)
	if err != nil {
		return object.Null, err
	}
	list, total := h.NewList(), object.Null
	for {
		x, err := h.Next(it)
		if err != nil || x == object.Null {
			return list, err
		}
		if total == object.Null {
			total = x
		} else if total, err = h.Binary(object.Add, total, x); err != nil {
			return object.Null, err
		}
		h.ListAppend(list, total)
	}
}

// bisect returns the first index below hi whose element in a sorted list is
// greater than x, or hi.
func bisect(h *object.Heap, list, x object.Value, hi int) (int, error) {
	lo := 0
	for lo < hi {
		mid := (lo + hi) / 2
		e, err := h.GetItem(list, object.SmallInt(int64(mid)))
		if err != nil {
			return 0, err
		}
		less, err := h.CompareBool(object.LT, x, e)
		if err != nil {
			return 0, err
		}
		if less {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo, nil
}

func choices(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	population, weights, cum := a[0], given(a[1]), given(a[2])
	n, err := h.Len(population)
	if err != nil {
		return object.Null, err
	}
	if cum == object.Null && weights == object.Null {
		return drawEach(h, a[3], population, func() (int, error) { return int(t.float() * float64(n)), nil })
	}
	if cum == object.Null {
		if h.IsIntegral(weights) {
			s, err := h.Str(weights)
			if err != nil {
				return object.Null, err
			}
			return object.Null, h.Raise(object.TypeErrorType, "The number of choices must be a keyword argument: k=%s", h.GoString(s))
		}
		if cum, err = accumulate(h, weights); err != nil {
			return object.Null, err
		}
	} else if weights != object.Null {
		return object.Null, h.Raise(object.TypeErrorType, "Cannot specify both weights and cumulative weights")
	}
	mark := h.Mark()
	defer h.Release(mark)
	h.Push(cum) // only draw's closure holds it below
	m, err := h.Len(cum)
	if err != nil {
		return object.Null, err
	}
	if m != n {
		return object.Null, h.Raise(object.ValueErrorType, "The number of weights does not match the population")
	}
	last, err := h.GetItem(cum, object.SmallInt(-1))
	if err != nil {
		return object.Null, err
	}
	if last, err = h.Binary(object.Add, last, object.FloatValue(0)); err != nil {
		return object.Null, err
	}
	if !last.IsFloat() {
		return object.Null, h.Unsupported("weights of random.choices whose sum is no float but '" + h.TypeName(last) + "'")
	}
	total := last.Float()
	switch {
	case total <= 0:
		return object.Null, h.Raise(object.ValueErrorType, "Total of weights must be greater than zero")
	case !finite(total):
		return object.Null, h.Raise(object.ValueErrorType, "Total of weights must be finite")
	}
	return drawEach(h, a[3], population, func() (int, error) {
		return bisect(h, cum, object.FloatValue(t.float()*total), n-1)
	})
}

// given makes the absence of an argument of None.
func given(v object.Value) object.Value {
	if v == object.None {
		return object.Null
	}
	return v
}

// drawEach returns a list of k elements (1 if Null) whose indices draw returns.
func drawEach(h *object.Heap, k, population object.Value, draw func() (int, error)) (object.Value, error) {
	count := int64(1)
	if k != object.Null {
		var err error
		if count, err = h.Index(k); err != nil {
			return object.Null, err
		}
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(population)
	list := h.NewList()
	for range max(count, 0) {
		i, err := draw()
		if err != nil {
			return object.Null, err
		}
		x, err := h.GetItem(population, object.SmallInt(int64(i)))
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(list, x)
	}
	return list, nil
}
