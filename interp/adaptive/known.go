package adaptive

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Known are the functions that instructions recognize.
type Known struct {
	Len, IsInstance, Next, Iter, All, Any, Hash, Repr object.Value // of builtins; a program may delete their names
	IsSubclass                                        object.Value // likewise
	ListAppend                                        object.Value
	GeneratorNext, GeneratorSend                      object.Value
	CoroutineSend                                     object.Value
	Type, Super, Str                                  object.Value
	KeyMethods                                        [object.KeyUses]object.Value // of dict and set; 0 where the use is no call
}

// Roots returns those that nothing else keeps alive.
func (k *Known) Roots() [9]object.Value {
	return [...]object.Value{k.Len, k.IsInstance, k.Next, k.Iter, k.All, k.Any, k.Hash, k.Repr, k.IsSubclass}
}

// SpecialCall returns the special method in Python that a call is, of its argument, and as what it is called: len(), str(),
// hash(), next() and iter() of instances, methods of dicts and sets that are given a key with a __hash__ in Python, and isinstance() and issubclass() of a
// class whose metaclass decides. m is Null if it is another call.
func (k *Known) SpecialCall(h *object.Heap, f, self object.Value, args []object.Value) (m object.Value, o pyguest.Operator) {
	if len(args) == 2 && self == object.Null {
		return k.ClassCheck(h, f, args[0], args[1])
	}
	if len(args) == 0 || h.TypeID(args[0]) < object.FirstFreeType {
		return object.Null, 0
	}
	if self != object.Null {
		if o = k.KeyCall(h, f, self, args[0], len(args)); o == 0 {
			return object.Null, 0
		}
		return o.MethodOf(h.TypeOf(args[0])), o
	}
	if len(args) != 1 {
		return object.Null, 0
	}
	switch f {
	case k.Len:
		o = pyguest.Len
	case k.Str:
		o = pyguest.Str
	case k.Hash:
		o = pyguest.Hash
	case k.Next:
		o = pyguest.Next
	case k.Iter:
		o = pyguest.IterOf
	case k.Repr:
		o = pyguest.ReprOf
	default:
		return object.Null, 0
	}
	return o.MethodOf(h.TypeOf(args[0])), o
}

// ClassCheck is SpecialCall of two arguments and no receiver.
func (k *Known) ClassCheck(h *object.Heap, f, x, class object.Value) (m object.Value, o pyguest.Operator) {
	switch f {
	case k.IsInstance:
		if o = pyguest.InstanceCheck; h.TypeOf(x).Object == class {
			return object.Null, 0
		}
	case k.IsSubclass:
		o = pyguest.SubclassCheck
	default:
		return object.Null, 0
	}
	return o.MethodOf(h.TypeOf(class)), o
}

// KeyCall returns what a call of a method of a container is that is given a key with a __hash__ in Python and n arguments in all;
// 0: nothing of the kind.
func (k *Known) KeyCall(h *object.Heap, f, self, key object.Value, n int) (o pyguest.Operator) {
	if n > 2 || !h.HashesByPython(key) {
		return 0
	}
	for _, o := range keyCalls[n] {
		if u, _ := o.KeyUse(); k.KeyMethods[u] == f && u.Keyed(h, self) {
			return o
		}
	}
	return 0
}

// FindKeyMethods finds the methods of dict and set.
func (k *Known) FindKeyMethods(h *object.Heap) {
	for u, name := range map[object.KeyUse]string{
		object.KeyGet: "get", object.KeyGetOr: "get", object.KeySetDefault: "setdefault", object.KeyAdd: "add", object.KeyDiscard: "discard", object.KeyRemove: "remove",
	} {
		t := object.DictType
		if u >= object.KeyAdd {
			t = object.SetType
		}
		k.KeyMethods[u] = h.Type(t).Lookup(h.Intern(name))
	}
}

// keyCalls are the Operators of such calls, by their arguments.
var keyCalls = [...][]pyguest.Operator{
	1: {pyguest.KeyGet, pyguest.KeyAdd, pyguest.KeyDiscard, pyguest.KeyRemove},
	2: {pyguest.KeyGetOr, pyguest.KeySetDefault},
}

// Callee returns what a call is one of that a special method is run for, Null if it is no call.
func (k *Known) Callee(o pyguest.Operator) object.Value {
	switch o {
	case pyguest.Hash:
		return k.Hash
	case pyguest.Next:
		return k.Next
	case pyguest.IterOf:
		return k.Iter
	case pyguest.ReprOf:
		return k.Repr
	case pyguest.InstanceCheck:
		return k.IsInstance
	case pyguest.SubclassCheck:
		return k.IsSubclass
	}
	if u, ok := o.KeyUse(); ok && u >= object.KeyGet && u <= object.KeyRemove {
		return k.KeyMethods[u]
	}
	return object.Null
}

// Resumes returns the generator or coroutine that a call resumes, Null if it does not, and what
// it sends: next(g), g.__next__() and g.send(v) run in the same loop as their caller.
func (k *Known) Resumes(h *object.Heap, f, self object.Value, args []object.Value) (g, v object.Value) {
	kind := object.GeneratorType
	switch {
	case f == k.CoroutineSend && self != object.Null && len(args) == 1:
		g, v, kind = self, args[0], object.CoroutineType
	case f == k.Next && self == object.Null && len(args) == 1:
		g, v = args[0], object.None
	case f == k.GeneratorNext && self != object.Null && len(args) == 0:
		g, v = self, object.None
	case f == k.GeneratorSend && self != object.Null && len(args) == 1:
		g, v = self, args[0]
	default:
		return object.Null, object.Null
	}
	if !h.Is(g, kind) {
		return object.Null, object.Null
	}
	return g, v
}

// Common returns LOAD_COMMON_CONSTANT's constants.
func (k *Known) Common(h *object.Heap, i int) object.Value {
	switch i {
	case 0:
		return h.Type(object.AssertionErrorType).Object
	case 1:
		return h.Type(object.NotImplementedErrorType).Object
	case 2:
		return h.Type(object.TupleType).Object
	case 3:
		return k.All
	}
	return k.Any
}
