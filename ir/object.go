package ir

// Virtual objects. An operation of the guest that makes an object of its
// operands, and does nothing else, can be put off until somebody needs the object:
// OpNew stands for one that only frame states refer to. It computes nothing; an
// exit makes the object, once, however many slots of the state's frames hold it.

// Field says what one place of a new object's memory holds.
type Field struct {
	// Mem is the access that reads it: no index, and Mem64 unless it holds the
	// count.
	Mem MemAccess
	// Arg is the operand that lies there. That of a variadic operation's last
	// field is the first of its variadic operands; the others follow, eight bytes
	// from one to the next. CountField: the number of variadic operands.
	Arg int
	// Final: nothing writes it, whoever has the object.
	Final bool
}

// CountField as a Field's Arg stands for the number of variadic operands.
const CountField = -1

// An operation whose result is a number, of which nothing is read in memory, may be put
// off as well: its Fields are empty, but not nil.

// Sinks reports whether what an operation makes can be a virtual object: the row
// says how it is made of the operands (Fields), nothing writes it afterwards but
// stores that the function shows, and making it has no other effect.
func (r *OpRow) Sinks() bool { return r.Flags&Fresh != 0 && r.Fields != nil }

// NewOp returns the operation that makes a virtual object.
func (v *Value) NewOp() Op { return Op(v.Aux) }

// New adds a virtual object: what op would make of the operands. Where op asks
// for a Ref an unboxed number may stand, which is boxed at the exit.
func (c Cursor) New(op Op, args ...*Value) *Value { return c.AddAux(OpNew, int64(op), args...) }

// ArgType returns the representation that an operation asks for in operand i.
func (r *OpRow) ArgType(i int) Type {
	if i >= len(r.Args) {
		i = len(r.Args) - 1
	}
	return r.Args[i]
}

// FieldArg says what a load of type t finds in an object that the operation has
// made of n operands: the number of the operand, or CountField for the number of
// variadic ones; final says that nothing changes it. ok is false where the row does
// not say.
func (r *OpRow) FieldArg(n int, m MemAccess, t Type) (arg int, final, ok bool) {
	m.NonNeg = false // a bound of what is loaded
	for i, fd := range r.Fields {
		at, arg := fd.Mem, fd.Arg
		if arg == CountField {
			if at == m && t == I64 {
				return CountField, fd.Final, true
			}
			continue
		}
		if i == len(r.Fields)-1 && r.Flags&Variadic != 0 && m.Disp >= at.Disp && (m.Disp-at.Disp)%8 == 0 {
			arg += int(m.Disp-at.Disp) / 8
			at.Disp = m.Disp
		}
		if at == m && arg < n && r.ArgType(arg) == t {
			return arg, fd.Final, true
		}
	}
	return 0, false, false
}
