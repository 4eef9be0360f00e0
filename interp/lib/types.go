package lib

import "github.com/tier2go/tier2/interp/object"

// The module _types (Modules/_typesmodule.c): the types that are no names of the
// builtins module.

// typeNames are the types by the names that the module has for them.
var typeNames = []struct {
	name string
	id   object.TypeID
}{
	{"AsyncGeneratorType", object.AsyncGeneratorType}, {"CoroutineType", object.CoroutineType}, {"FrameType", object.FrameType},
	{"BuiltinFunctionType", object.BuiltinType}, {"BuiltinMethodType", object.BuiltinType}, {"CellType", object.CellType},
	{"ClassMethodDescriptorType", object.ClassMethodDescType}, {"CodeType", object.CodeType}, {"EllipsisType", object.EllipsisType},
	{"FunctionType", object.FunctionType}, {"GeneratorType", object.GeneratorType}, {"GenericAlias", object.GenericAliasType},
	{"GetSetDescriptorType", object.GetSetType}, {"LambdaType", object.FunctionType}, {"MappingProxyType", object.MappingProxyType},
	{"MemberDescriptorType", object.MemberType}, {"MethodDescriptorType", object.MethodDescType}, {"MethodType", object.BoundMethodType},
	{"MethodWrapperType", object.MethodWrapperType}, {"ModuleType", object.ModuleType}, {"NoneType", object.NoneType},
	{"NotImplementedType", object.NotImplementedType}, {"SimpleNamespace", object.NamespaceType}, {"TracebackType", object.TracebackType},
	{"UnionType", object.UnionType}, {"WrapperDescriptorType", object.WrapperDescType},
}

// absentTypes are types of which there are no instances here.
var absentTypes = []struct{ name, shown string }{
	{"CapsuleType", "PyCapsule"},
}

// newTypes makes the module.
func (l *Lib) newTypes() (object.Value, error) {
	h, m := l.h, l.newModule("_types")
	for _, t := range typeNames {
		m.set(t.name, h.Type(t.id).Object)
	}
	for _, t := range absentTypes {
		m.set(t.name, h.RegisterType(&object.Type{Name: t.shown, Final: true}).Object)
	}
	return m.v, nil
}
