package object

// A Script is a builtin function that calls a function in Python, or resumes a coroutine, and does something ahead of that and behind
// it: a task's step, Context.run. What is in Python runs in a frame of the interpreter's loop, above a hidden one, whose code makes the
// one call or the one SEND. Begin runs in Go ahead of that frame; its code calls one of the others behind what it waits for. What
// calls such a function from Go runs the same frames (RunScript), so that all ways execute the same instructions.
//
//	enter := &Script{Name: "run", Args: 1, Begin: begin, Returned: leave, Failed: leaveFailed}
//	// begin returns the function, its argument and what the others are given besides
type Script struct {
	Name string
	// Sends: None is sent to the first word of the state, a generator or a coroutine that is not running. Otherwise that is called, with
	// as many arguments as Args says, which follow it.
	Sends bool
	Args  int
	// Words is how many words of the state there are: those behind what is called and its arguments are given to what follows.
	Words int
	// Returned makes the result of what has been returned, Yielded of what has been yielded.
	Returned, Yielded func(h *Heap, x Value, kept []Value) (Value, error)
	// Failed makes it of an exception, which it may raise again (PassOn).
	Failed func(h *Heap, exc Value, kept []Value) (Value, error)
}

// ScriptState are the words that the hidden frame of a Script begins with.
type ScriptState [MaxScript]Value

// MaxScript is how many words a Script has at most.
const MaxScript = 6

// Scripted is what a call of a value is a call of that is made by Scripts: with its arguments it returns which one, and its state. The
// Script is nil if all has been done, with the result in the place of the state's first word.
type Scripted func(h *Heap, self Value, args []Value, kwnames Value) (s *Script, state ScriptState, err error)

// Kept returns the words of a state that what follows is given.
func (s *Script) Kept(state []Value) []Value { return state[1+s.Args : s.Words] }

// ScriptedCall returns what calls f by Scripts, and with which receiver; nil if nothing does.
func (h *Heap) ScriptedCall(f, self Value) (Scripted, Value) {
	switch t := h.TypeOf(f); t.ID {
	case BuiltinType:
		if b := h.BuiltinOf(f); b.Scripted != nil && self == Null {
			return b.Scripted, h.Field(f, OffBuiltinSelf)
		}
	case MethodDescType:
		if b := h.BuiltinOf(f); b.Scripted != nil && self != Null && h.TypeOf(self).IsSubtype(b.Owner) {
			return b.Scripted, self
		}
	case TypeType:
		if self == Null {
			return h.TypeFromObject(f).Scripted, f
		}
	}
	return nil, Null
}

// Scripts reports whether calls of f are made by Scripts. That stays so.
func (h *Heap) Scripts(f Value) bool {
	switch h.TypeID(f) {
	case BuiltinType, MethodDescType:
		return h.BuiltinOf(f).Scripted != nil
	case TypeType:
		return h.TypeFromObject(f).Scripted != nil
	}
	return false
}

// ScriptedClass reports whether f is a class whose calls are made by Scripts. Most may end in Go, without a frame.
func (h *Heap) ScriptedClass(f Value) bool {
	return h.Is(f, TypeType) && h.TypeFromObject(f).Scripted != nil
}

// CalledInGo reports whether code may call f as what begins no frame: those of a class's Scripts run nested then.
func (h *Heap) CalledInGo(f Value) bool { return h.Frameless(f) || h.ScriptedClass(f) }

// InPython reports whether f is a function in Python or a method that is bound to one.
func (h *Heap) InPython(f Value) bool {
	return h.Is(f, FunctionType) || h.Is(f, BoundMethodType) && h.Is(h.Field(f, OffMethodFunc), FunctionType)
}

// RunScripted is a call by Scripts from Go.
func (h *Heap) RunScripted(f Scripted, self Value, args []Value, kwnames Value) (Value, error) {
	s, state, err := f(h, self, args, kwnames)
	if s == nil || err != nil {
		return state[0], err
	}
	return h.ScriptRunner(s, state)
}

// ByScripts is a builtin function that is called by Scripts.
func ByScripts(name string, f Scripted) Builtin {
	return Builtin{Name: name, Arity: Varied, Scripted: f, FnKw: func(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
		return h.RunScripted(f, self, args, kwnames)
	}}
}
