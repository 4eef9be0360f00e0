package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _contextvars (Python/context.c). A context keeps its values in a dict. A copy of the context
// has the same dict, as have iterators; whoever changes a dict that may be another one's copies it first.

const (
	offVarName    = 8 // str
	offVarDefault = 16
	varSize       = 24

	offTokenVar     = 8
	offTokenOld     = 16 // what the variable had; Null: nothing
	offTokenContext = 24
	offTokenUsed    = 32 // True or False
	tokenSize       = 40

	offContextValues = 8  // dict of variables
	offContextOuter  = 16 // the context that this one was entered from, None; Null: not entered
	offContextShared = 24 // True: the dict may be another one's
	contextSize      = 32

	offCtxIterOver   = 8 // over what the dict has
	offCtxIterValues = 16
	ctxIterSize      = 24
)

// maxRunArgs is how many arguments a function in Python has at most that Context.run calls in a frame of the interpreter's loop.
const maxRunArgs = object.MaxScript - 2

// contexts is the module's state.
type contexts struct {
	h                          *object.Heap
	variable, context, missing *object.Type
	token                      *object.Type
	views                      [len(viewNames)]*object.Type // iterators over a context, which have a length
	none                       object.Value                 // Token.MISSING
	current                    object.Value                 // the context that is entered
	// step begins a call of what may be a task's step in a context that has been entered (asyncio.stepIn), if there is the module _asyncio.
	step    func(ctx, f object.Value, args []object.Value) (s *object.Script, state object.ScriptState, ok bool, err error)
	runs    [maxRunArgs + 1]*object.Script // calls of functions in Python, by the number of their arguments
	version uint64                         // grows whenever a variable may have got another value
}

var (
	contextVarSig = object.NewSignature("ContextVar", 1, 1, 1, "", "default")
)

// contextState returns the state, which there is from the first use of it on.
func (l *Lib) contextState() *contexts {
	if l.contexts != nil {
		return l.contexts
	}
	h := l.h
	mark := h.Mark() // of what registerToken pushes
	defer h.Release(mark)
	k := &contexts{h: h, current: object.Null}
	l.contexts = k
	h.AddRoots(func(m *heap.Marker) { m.Value(k.current) })
	k.registerVariable()
	k.registerToken()
	k.registerContext()
	k.initRuns()
	k.current = k.outermost()
	return k
}

// outermost makes the context of a thread that has entered none.
func (k *contexts) outermost() object.Value {
	c := k.newContext(k.h.NewDict())
	k.h.SetField(c, offContextOuter, object.None)
	return c
}

// newContextVars makes the module.
func (l *Lib) newContextVars() (object.Value, error) {
	k, m := l.contextState(), l.newModule("_contextvars")
	m.set("ContextVar", k.variable.Object)
	m.set("Context", k.context.Object)
	m.set("Token", k.token.Object)
	m.functions([]object.Builtin{{Name: "copy_context", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
		return k.copied(k.current), nil
	}}})
	return m.v, nil
}

// values returns the dict of the context that is entered.
func (k *contexts) values() object.Value { return k.h.Field(k.current, offContextValues) }

// shared returns the dict of a context for one who keeps it.
func (k *contexts) shared(v object.Value) object.Value {
	k.h.SetField(v, offContextShared, object.True)
	return k.h.Field(v, offContextValues)
}

// own returns the dict of the context that is entered for a change.
func (k *contexts) own() (object.Value, error) {
	k.version++
	h, v := k.h, k.current
	if h.Field(v, offContextShared) != object.True {
		return k.values(), nil
	}
	d, err := h.DictCopy(k.values())
	if err != nil {
		return object.Null, err
	}
	h.SetField(v, offContextValues, d)
	h.SetField(v, offContextShared, object.False)
	return d, nil
}

func (k *contexts) registerVariable() {
	h := k.h
	k.variable = h.RegisterType(&object.Type{Name: "ContextVar", Module: "_contextvars", Final: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [2]object.Value
			if err := bind(h, contextVarSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			if !h.IsInstance(p[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "context variable name must be a str")
			}
			v := h.NewObject(t.ID, varSize)
			h.SetField(v, offVarName, p[0])
			h.SetField(v, offVarDefault, p[1])
			return v, nil
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			name, err := h.Repr(h.Field(v, offVarName))
			if err != nil {
				return object.Null, err
			}
			text := "<ContextVar name=" + h.GoString(name)
			if x := h.Field(v, offVarDefault); x != object.Null {
				r, err := h.Repr(x)
				if err != nil {
					return object.Null, err
				}
				text += " default=" + h.GoString(r)
			}
			return h.NewStr(text + " at " + h.Address(v) + ">"), nil
		},
	}})
	h.AddGetSets(k.variable, []object.GetSet{fieldGetter("name", offVarName)})
	h.AddMethods(k.variable, []object.Builtin{
		{Name: "get", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			x, err := h.DictGet(k.values(), v)
			switch {
			case err != nil || x != object.Null:
				return x, err
			case len(a) > 0:
				return a[0], nil
			case h.Field(v, offVarDefault) != object.Null:
				return h.Field(v, offVarDefault), nil
			}
			return object.Null, h.RaiseWith(object.LookupErrorType, v)
		}},
		{Name: "set", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			old, err := h.DictGet(k.values(), v)
			if err != nil {
				return object.Null, err
			}
			token := h.NewObject(k.token.ID, tokenSize)
			h.SetField(token, offTokenVar, v)
			h.SetField(token, offTokenOld, old)
			h.SetField(token, offTokenContext, k.current)
			h.SetField(token, offTokenUsed, object.False)
			d, err := k.own()
			if err == nil {
				err = h.DictSet(d, v, a[0])
			}
			return token, err
		}},
		{Name: "reset", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.Is(a[0], k.token.ID) {
				return object.Null, h.Raise(object.TypeErrorType, "expected an instance of Token, got %s", k.reprOf(a[0]))
			}
			return object.None, k.reset(v, a[0])
		}},
	})
}

// fieldGetter is an attribute that reads a field.
func fieldGetter(name string, off uintptr) object.GetSet {
	return object.GetSet{Name: name, Field: off, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, off), nil }}
}

// reprOf is repr for messages.
func (k *contexts) reprOf(v object.Value) string {
	r, err := k.h.Repr(v)
	if err != nil {
		return "<" + k.h.TypeName(v) + ">"
	}
	return k.h.GoString(r)
}

// reset gives a variable the value that it had before a token was made.
func (k *contexts) reset(v, token object.Value) error {
	h := k.h
	switch {
	case h.Field(token, offTokenUsed) == object.True:
		return h.Raise(object.RuntimeErrorType, "%s has already been used once", k.reprOf(token))
	case h.Field(token, offTokenVar) != v:
		return h.Raise(object.ValueErrorType, "%s was created by a different ContextVar", k.reprOf(token))
	case h.Field(token, offTokenContext) != k.current:
		return h.Raise(object.ValueErrorType, "%s was created in a different Context", k.reprOf(token))
	}
	h.SetField(token, offTokenUsed, object.True)
	d, err := k.own()
	if err != nil {
		return err
	}
	if old := h.Field(token, offTokenOld); old != object.Null {
		return h.DictSet(d, v, old)
	}
	found, err := h.DictDel(d, v)
	if err == nil && !found {
		err = h.RaiseWith(object.LookupErrorType, v)
	}
	return err
}

func (k *contexts) registerToken() {
	h := k.h
	k.missing = h.RegisterType(&object.Type{Name: "Token.MISSING", Final: true, Slots: object.Slots{
		Repr: func(h *object.Heap, _ object.Value) (object.Value, error) { return h.NewStr("<Token.MISSING>"), nil },
	}})
	k.none = h.NewObject(k.missing.ID, 16)
	h.Push(k.none) // before the type holds it
	k.token = h.RegisterType(&object.Type{Name: "Token", Module: "_contextvars", Final: true, NoHash: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.RuntimeErrorType, "Tokens can only be created by ContextVars")
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			text := "<Token"
			if h.Field(v, offTokenUsed) == object.True {
				text += " used"
			}
			r, err := h.Repr(h.Field(v, offTokenVar))
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(text + " var=" + h.GoString(r) + " at " + h.Address(v) + ">"), nil
		},
	}})
	h.SetTypeAttr(k.token, "MISSING", k.none)
	h.AddGetSets(k.token, []object.GetSet{fieldGetter("var", offTokenVar), {Name: "old_value", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		if old := h.Field(v, offTokenOld); old != object.Null {
			return old, nil
		}
		return k.none, nil
	}}})
	h.AddMethods(k.token, []object.Builtin{
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return v, nil
		}},
		{Name: "__exit__", Arity: object.Fast, Min: 3, Max: 3, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, k.reset(h.Field(v, offTokenVar), v)
		}},
	})
}

// What iterators over a context give, and the names of their types.
const (
	viewItems = iota
	viewKeys
	viewValues
)

var viewNames = [...]string{viewItems: "items", viewKeys: "keys", viewValues: "values"}

// registerView makes the type of the iterators that give a context's items, keys or values.
func (k *contexts) registerView(which int) {
	k.views[which] = k.h.RegisterType(&object.Type{Name: viewNames[which], Final: true, Slots: object.Slots{
		Iter: itself,
		Next: func(h *object.Heap, it object.Value) (object.Value, error) {
			return h.Advance(h.Field(it, offCtxIterOver))
		},
		Len: func(h *object.Heap, it object.Value) (int, error) {
			return h.DictLen(h.Field(it, offCtxIterValues)), nil
		},
	}})
}

// iterator returns an iterator over a context as it is now.
func (k *contexts) iterator(v object.Value, which int) (object.Value, error) {
	h, d := k.h, k.shared(v)
	view, err := callMethod(h, d, viewNames[which])
	if err != nil {
		return object.Null, err
	}
	over, err := h.Iter(view)
	if err != nil {
		return object.Null, err
	}
	it := h.NewObject(k.views[which].ID, ctxIterSize)
	h.SetField(it, offCtxIterOver, over)
	h.SetField(it, offCtxIterValues, d)
	return it, nil
}

// newContext makes a context of a dict.
func (k *contexts) newContext(values object.Value) object.Value {
	v := k.h.NewObject(k.context.ID, contextSize)
	k.h.SetField(v, offContextValues, values)
	return v
}

// copied returns a copy of a context.
func (k *contexts) copied(v object.Value) object.Value {
	c := k.newContext(k.shared(v))
	k.h.SetField(c, offContextShared, object.True)
	return c
}

func (k *contexts) registerContext() {
	h := k.h
	values := func(v object.Value) object.Value { return h.Field(v, offContextValues) }
	variable := func(x object.Value) error {
		if h.Is(x, k.variable.ID) {
			return nil
		}
		return h.Raise(object.TypeErrorType, "a ContextVar key was expected, got %s", k.reprOf(x))
	}
	k.context = h.RegisterType(&object.Type{Name: "Context", Weak: true, Module: "_contextvars", Final: true, NoHash: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) > 0 {
				return object.Null, h.Raise(object.TypeErrorType, "Context() does not accept any arguments")
			}
			return k.newContext(h.NewDict()), nil
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if op != object.EQ && op != object.NE || !h.Is(b, k.context.ID) {
				return object.NotImplemented, nil
			}
			return h.Compare(op, values(a), values(b))
		},
		Len:  func(h *object.Heap, v object.Value) (int, error) { return h.DictLen(values(v)), nil },
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) { return k.iterator(v, viewKeys) },
		Contains: func(h *object.Heap, v, x object.Value) (bool, error) {
			if err := variable(x); err != nil {
				return false, err
			}
			return h.DictContains(values(v), x)
		},
		GetItem: func(h *object.Heap, v, x object.Value) (object.Value, error) {
			if err := variable(x); err != nil {
				return object.Null, err
			}
			return h.GetItem(values(v), x)
		},
	}})
	view := func(which int) object.Builtin {
		k.registerView(which)
		return object.Builtin{Name: viewNames[which], Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return k.iterator(v, which)
		}}
	}
	h.AddMethods(k.context, []object.Builtin{
		object.ByScripts("run", k.run),
		{Name: "copy", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return k.copied(v), nil
		}},
		{Name: "get", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if err := variable(a[0]); err != nil {
				return object.Null, err
			}
			x, err := h.DictGet(values(v), a[0])
			if err == nil && x == object.Null {
				x = object.None
				if len(a) > 1 {
					x = a[1]
				}
			}
			return x, err
		}},
		view(viewItems), view(viewKeys), view(viewValues),
	})
}

// run is Context.run(callable, …): a call with the context entered.
func (k *contexts) run(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (s *object.Script, state object.ScriptState, err error) {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if npos < 1 {
		return nil, state, h.Raise(object.TypeErrorType, "run() missing 1 required positional argument")
	}
	if err := k.enter(v); err != nil {
		return nil, state, err
	}
	f, n := args[0], npos-1
	if npos == len(args) {
		if n <= maxRunArgs && h.InPython(f) {
			copy(state[:], args)
			state[1+n] = v
			return k.runs[n], state, nil
		}
		if k.step != nil {
			if s, state, ok, err := k.step(v, f, args[1:]); ok {
				return s, state, err
			}
		}
	}
	defer k.leave(v)
	state[0], err = h.Call(f, args[1:], kwnames)
	return nil, state, err
}

// initRuns makes the Scripts of run.
func (k *contexts) initRuns() {
	for n := range k.runs {
		k.runs[n] = &object.Script{
			Name: "run", Args: n, Words: n + 2,
			Returned: func(_ *object.Heap, x object.Value, kept []object.Value) (object.Value, error) {
				k.leave(kept[0])
				return x, nil
			},
			Failed: func(h *object.Heap, exc object.Value, kept []object.Value) (object.Value, error) {
				k.leave(kept[0])
				return object.Null, h.PassOn(exc)
			},
		}
	}
}

// enter makes a context the one that is entered; leave must follow.
func (k *contexts) enter(v object.Value) error {
	if k.h.Field(v, offContextOuter) != object.Null {
		return k.h.Raise(object.RuntimeErrorType, "cannot enter context: %s is already entered", k.reprOf(v))
	}
	k.h.SetField(v, offContextOuter, k.current)
	k.current = v
	k.version++
	return nil
}

// enterAny is enter for a value that a program says is a context.
func (k *contexts) enterAny(v object.Value) error {
	if !k.h.Is(v, k.context.ID) {
		return k.h.Raise(object.TypeErrorType, "an instance of Context was expected")
	}
	return k.enter(v)
}

// leave ends what enter has begun.
func (k *contexts) leave(v object.Value) {
	k.current = k.h.Field(v, offContextOuter)
	k.version++
	k.h.SetField(v, offContextOuter, object.Null)
}
