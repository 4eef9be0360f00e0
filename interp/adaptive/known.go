package adaptive

import "github.com/tier2go/tier2/interp/object"

// Known are the functions that instructions recognize.
type Known struct {
	Len, IsInstance, Next, All, Any object.Value // of builtins; a program may delete their names
	ListAppend                      object.Value
	GeneratorNext, GeneratorSend    object.Value
	CoroutineSend                   object.Value
	Type, Super                     object.Value
}

// Roots returns those that nothing else keeps alive.
func (k *Known) Roots() [5]object.Value {
	return [...]object.Value{k.Len, k.IsInstance, k.Next, k.All, k.Any}
}
