package object

import (
	"slices"

	"github.com/tier2go/tier2/interp/heap"
)

// Names that mappings have together, in their order, as calls with **kw show them, have numbers: executors are compiled for them.

const (
	// maxKeywords is how many names an order has at most.
	maxKeywords = 8
	// mostOrders is how many orders there are at most: a program that makes names has others each time.
	mostOrders = 1 << 12
)

type keywordOrders struct {
	numbers map[[maxKeywords]Value]uint32
	names   []Value // of all orders, one behind the other
	ends    []int   // where those of a number end, from 1 on
	tuples  []Value // those of a number; Null where nobody has asked for them
}

func (h *Heap) initKeywordOrders() {
	o := &h.orders
	o.numbers, o.ends, o.tuples = map[[maxKeywords]Value]uint32{}, make([]int, 1), []Value{Null}
	h.AddRoots(func(m *heap.Marker) {
		m.Values(o.names)
		m.Values(o.tuples)
	})
}

// KeywordOrder returns the number of the names that a dict has; 0 if there are too many, or where one is no interned str.
func (h *Heap) KeywordOrder(d Value) uint32 {
	if !h.Is(d, DictType) || h.DictLen(d) > maxKeywords {
		return 0
	}
	var key [maxKeywords]Value
	n := 0
	for pos := 0; ; n++ {
		k, _, more := h.DictNext(d, &pos)
		if !more {
			break
		}
		if !h.Is(k, StrType) || h.InternValue(k) != k {
			return 0
		}
		key[n] = k
	}
	o := &h.orders
	number := o.numbers[key]
	if number == 0 && len(o.ends) < mostOrders {
		number = uint32(len(o.ends))
		o.numbers[key], o.names = number, append(o.names, key[:n]...)
		o.ends, o.tuples = append(o.ends, len(o.names)), append(o.tuples, Null)
	}
	return number
}

// KeywordNames returns the names of an order, which are not to be changed.
func (h *Heap) KeywordNames(order uint32) []Value {
	if order == 0 {
		return nil
	}
	return slices.Clip(h.orders.names[h.orders.ends[order-1]:h.orders.ends[order]])
}

// KeywordTuple returns the names of an order as a tuple, which lives on.
func (h *Heap) KeywordTuple(order uint32) Value {
	o := &h.orders
	if o.tuples[order] == Null {
		o.tuples[order] = h.NewTuple(h.KeywordNames(order)...)
	}
	return o.tuples[order]
}
