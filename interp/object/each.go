package object

import "slices"

// Each is a builtin function that calls a function of its arguments for every element. A VM may run a call with a function in Python as a
// frame: of the same loop as bytecode, in which calls of the function are frames, too.
type Each uint8

// The functions.
const (
	EachNone Each = iota
	EachSorted
	EachMax
	EachMin
	EachReduce
	Eaches
)

// MostEachParams is how many parameters they have.
const MostEachParams = 3

// An EachRow is what calls of one look like.
type EachRow struct {
	Name       string
	Params     [MostEachParams]string
	Positional int // how many may be given by position; from Named on they may be given by name
	Named      int
	Func       int // which parameter is the function
	Needed     int // the first ones that a call has
	Flag       int // which one is taken as a bool; 0: none
}

// EachRows are the rows of all.
var EachRows = [Eaches]EachRow{
	EachSorted: {Name: "sorted", Params: [...]string{"iterable", "key", "reverse"}, Positional: 1, Named: 1, Func: 1, Needed: 1, Flag: 2},
	EachMax:    {Name: "max", Params: [...]string{"iterable", "key", "default"}, Positional: 1, Named: 1, Func: 1, Needed: 1},
	EachMin:    {Name: "min", Params: [...]string{"iterable", "key", "default"}, Positional: 1, Named: 1, Func: 1, Needed: 1},
	EachReduce: {Name: "reduce", Params: [...]string{"function", "iterable", "initial"}, Positional: 3, Named: 2, Func: 0, Needed: 2},
}

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
	needed := 1<<row.Needed - 1 | 1<<row.Func
	return params, shape, shape&needed == needed
}

// eachNamed returns the parameter that has a name; -1 if none has that may be given by name.
func (h *Heap) eachNamed(row *EachRow, name Value) int {
	i := slices.IndexFunc(row.Params[row.Named:], func(s string) bool { return h.StrIs(name, s) })
	if i < 0 {
		return -1
	}
	return row.Named + i
}

// BindEach returns the arguments of a driver for a call, and which parameters are given.
func (h *Heap) BindEach(e Each, args []Value, kwnames Value) (pass [MostEachParams]Value, shape int, ok bool) {
	params, shape, ok := h.EachParams(e, len(args), kwnames)
	if !ok {
		return pass, 0, false
	}
	pass = [MostEachParams]Value{None, None, None}
	flag := EachRows[e].Flag
	if flag != 0 {
		pass[flag] = False
	}
	for i, x := range args {
		pass[params[i]] = x
	}
	return pass, shape, flag == 0 || h.Is(pass[flag], BoolType)
}

// EachOf returns which of these functions f is; EachNone for others.
func (h *Heap) EachOf(f Value) Each {
	if h.Is(f, BuiltinType) {
		return h.BuiltinOf(f).Each
	}
	return EachNone
}

// EachDriver is the function in Python that a VM runs in place of such a call: its arguments are the parameters, None for those that are
// not given. The code of each function that is called has drivers of its own.
type EachDriver struct {
	Function Value
	Of       Value // the builtin function
	Each     Each
	Shape    int    // the parameters that are given
	Code     uint32 // of the function that is called
	Version  uint32 // its own
	Bound    bool   // that is a bound method's
}

// Takes reports whether a call is one for the driver, and returns the driver's arguments.
func (d EachDriver) Takes(h *Heap, f Value, args []Value, kwnames Value) (pass [MostEachParams]Value, ok bool) {
	if f != d.Of {
		return pass, false
	}
	pass, shape, ok := h.BindEach(d.Each, args, kwnames)
	if !ok || shape != d.Shape {
		return pass, false
	}
	fn, bound := pass[EachRows[d.Each].Func], false
	if h.Is(fn, BoundMethodType) {
		fn, bound = h.Field(fn, OffMethodFunc), true
	}
	return pass, bound == d.Bound && h.Is(fn, FunctionType) && h.Half(fn, OffFuncVersion) == d.Version
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
