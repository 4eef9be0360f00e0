package object

import (
	"slices"

	"github.com/tier2go/tier2/opgen/mem"
)

// Each is a builtin function, method or class that calls a function in Python: one of its arguments, for every element, or one that it finds by
// them (asks.go). A VM may run a call as a frame: of the same work as bytecode, in which calls of a function in Python are frames, too.
type Each uint8

// Those that call an argument. EachSort is the method of a list.
const (
	EachNone Each = iota
	EachSorted
	EachMax
	EachMin
	EachReduce
	EachSort
	firstAsking
)

// MostEachParams is how many parameters they have.
const MostEachParams = 3

// An EachRow is what calls of one look like.
type EachRow struct {
	Name       string
	Params     [MostEachParams]string
	Positional int // how many may be given by position; from Named on they may be given by name
	Named      int
	Func       int    // which parameter is the function
	Needed     int    // the first ones that a call has
	Flag       int    // which one is taken as a bool; 0: none
	Receiver   TypeID // of a method: what the first parameter is exactly; 0: it is none
	Else       Each   // what calls of another shape are of the function
	Asking            // of one that finds the function
}

// EachRows are the rows of all.
var EachRows = withAsking([Eaches]EachRow{
	EachSorted: {Name: "sorted", Params: [...]string{"iterable", "key", "reverse"}, Positional: 1, Named: 1, Func: 1, Needed: 1, Flag: 2, Else: EachOrder},
	EachMax:    {Name: "max", Params: [...]string{"iterable", "key", "default"}, Positional: 1, Named: 1, Func: 1, Needed: 1, Else: EachMost},
	EachMin:    {Name: "min", Params: [...]string{"iterable", "key", "default"}, Positional: 1, Named: 1, Func: 1, Needed: 1, Else: EachLeast},
	EachSort:   {Name: "sort", Params: [...]string{"list", "key", "reverse"}, Positional: 1, Named: 1, Func: 1, Needed: 1, Flag: 2, Receiver: ListType, Else: EachOrderIn},
	EachReduce: {Name: "reduce", Params: [...]string{"function", "iterable", "initial"}, Positional: 3, Named: 2, Func: 0, Needed: 2},
})

// EachParams returns which parameters n arguments are for, of which the last have the names in a tuple, or Null, and a bit for each of
// these; ok is false for a call that has no such frame.
func (h *Heap) EachParams(e Each, n int, kwnames Value) (params [MostEachParams]int, shape int, ok bool) {
	row, named := &EachRows[e], 0
	if kwnames != Null {
		named = h.TupleLen(kwnames)
	}
	positional := n - named
	if n > MostEachParams || positional < 0 || positional > row.Positional {
		return params, 0, false
	}
	for i := range params {
		if i == n {
			break
		}
		p := i
		if i >= positional {
			p = h.eachNamed(row, h.TupleItem(kwnames, i-positional))
		}
		if p < 0 || shape>>p&1 != 0 { // no such name, or given twice
			return params, 0, false
		}
		params[i], shape = p, shape|1<<p
	}
	needed := 1<<row.Needed - 1
	if !row.Asks() {
		needed |= 1 << row.Func
	}
	return params, shape, shape&needed == needed
}

// eachNamed returns the parameter that has a name; -1 if none has that may be given by name.
func (h *Heap) eachNamed(row *EachRow, name Value) int {
	i := slices.IndexFunc(row.Params[row.Named:], func(s string) bool { return s != "" && h.StrIs(name, s) })
	if i < 0 {
		return -1
	}
	return row.Named + i
}

// BindEach returns the arguments of a driver for a call of a receiver, Null for functions, and which parameters are given.
func (h *Heap) BindEach(e Each, self Value, args []Value, kwnames Value) (pass [MostEachParams]Value, shape int, ok bool) {
	if t := EachRows[e].Receiver; (self != Null) != (t != 0) || self != Null && !h.Is(self, t) {
		return pass, 0, false
	}
	first := 0
	if self != Null {
		first = 1
	}
	params, shape, ok := h.EachParams(e, first+len(args), kwnames)
	if !ok {
		return pass, 0, false
	}
	pass = [MostEachParams]Value{None, None, None}
	flag := EachRows[e].Flag
	if flag != 0 {
		pass[flag] = False
	}
	if self != Null {
		pass[params[0]] = self
	}
	for i, x := range args {
		pass[params[first+i]] = x
	}
	return pass, shape, flag == 0 || h.Is(pass[flag], BoolType)
}

// EachOf returns which of these functions f is; EachNone for others.
func (h *Heap) EachOf(f Value) Each {
	switch h.TypeID(f) {
	case MethodDescType:
		return h.BuiltinOf(f).Each
	case BuiltinType:
		if b := h.BuiltinOf(f); b.Owner == nil {
			return b.Each
		}
	case TypeType:
		return h.TypeFromObject(f).Each
	}
	return EachNone
}

// EachDriver is the function in Python that a VM runs in place of such a call: its arguments are the parameters, None for those that are
// not given. The code of each function that is called has drivers of its own.
type EachDriver struct {
	Function Value
	Of       Value // the builtin function or method
	Each     Each
	Shape    int    // the parameters that are given
	Code     uint32 // of the function that is called; NoCode of one that is none in Python
	Callee   Callee // that function, if it is an argument
	Ask      Ask    // what has been found, if it is none
}

// Takes reports whether a call is one for the driver, and returns the driver's arguments.
func (d EachDriver) Takes(h *Heap, f, self Value, args []Value, kwnames Value) (pass [MostEachParams]Value, ok bool) {
	if f != d.Of {
		return pass, false
	}
	pass, shape, ok := h.BindEach(d.Each, self, args, kwnames)
	if !ok || shape != d.Shape {
		return pass, false
	}
	if EachRows[d.Each].Asks() {
		return pass, d.Ask.is(h, d, &pass)
	}
	return pass, d.Callee.Is(h, pass[EachRows[d.Each].Func])
}

// TakeElements takes the elements of a list that is to be sorted, which is empty meanwhile. The first list of the tuple that it returns has
// them; the second one has what the list has instead, by which PutElements knows whether it has been changed.
func (h *Heap) TakeElements(list Value) Value {
	m := h.Mark()
	defer h.Release(m)
	h.Push(list)
	detached := h.newArray(0)
	h.Push(detached)
	t := takenList{list: list, elements: h.NewList()}
	h.Push(t.elements)
	t.instead = h.NewList()
	h.Push(t.instead)
	pair := h.NewTuple(t.elements, t.instead)
	h.SetField(t.elements, OffListItems, h.Field(list, OffListItems))
	h.SetWord(t.elements, OffListLen, h.Word(list, OffListLen))
	h.SetField(t.instead, OffListItems, detached)
	h.SetField(list, OffListItems, detached)
	h.SetWord(list, OffListLen, 0)
	h.taken = append(h.taken, t)
	return pair
}

// takenList is a list whose elements TakeElements has taken.
type takenList struct{ list, elements, instead Value }

// PutElements gives a list the elements back that TakeElements has taken, and reports whether it has been changed.
func (h *Heap) PutElements(elements Value) (changed bool) {
	i := slices.IndexFunc(h.taken, func(t takenList) bool { return t.elements == elements })
	if i < 0 {
		return false
	}
	t := h.taken[i]
	h.taken = slices.Delete(h.taken, i, i+1)
	detached := h.Field(t.instead, OffListItems)
	changed = h.Field(t.list, OffListItems) != detached || h.ListLen(t.list) != 0
	h.SetField(t.list, OffListItems, h.Field(elements, OffListItems))
	h.SetWord(t.list, OffListLen, h.Word(elements, OffListLen))
	h.SetField(elements, OffListItems, detached)
	h.SetWord(elements, OffListLen, 0)
	return changed
}

// TurnElements turns the elements i to j of a list around, if it has them.
func (h *Heap) TurnElements(list Value, i, j int) {
	if s := h.ListItems(list); j <= len(s) {
		slices.Reverse(s[i:j])
	}
}

// PutAllElements gives all lists their elements back: execution has ended within sorts.
func (h *Heap) PutAllElements() {
	for len(h.taken) > 0 {
		h.PutElements(h.taken[len(h.taken)-1].elements)
	}
}

// SortTaken sorts elements that TakeElements has taken by keys, and gives them back.
func (h *Heap) SortTaken(elements, keys Value, reverse bool) (err error) {
	defer func() { // also when memory runs out
		if h.PutElements(elements) && err == nil {
			err = h.Raise(ValueErrorType, "list modified during sort")
		}
	}()
	if _, ok := sortedByInts(h.mem(), mem.Ref(elements), mem.Ref(keys), mem.Ref(Bool(reverse))); ok {
		return nil
	}
	return h.SortByKeys(elements, keys, reverse)
}

// SortByKeys sorts a list by a list of as many keys, which is the caller's alone; the list is seen by nobody meanwhile.
func (h *Heap) SortByKeys(list, keys Value, reverse bool) error {
	m := h.Mark()
	defer h.Release(m)
	h.Push(list)
	h.Push(keys)
	s := sorter{h: h, n: h.ListLen(list), minGallop: minGallop, keyArray: h.Field(keys, OffListItems), valArray: h.Field(list, OffListItems)}
	s.keys, s.vals = h.ListItems(keys), h.ListItems(list)
	return s.run(reverse)
}
