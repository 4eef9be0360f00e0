package lib

import (
	"errors"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _pickle (Modules/_pickle.c): picklers (pickle_save.go, pickle_containers.go, pickle_reduce.go, pickle_global.go,
// pickle_write.go; as objects, pickler.go), unpicklers (unpickle.go, unpickle_load.go, unpickle_object.go, unpickle_stack.go; as objects,
// unpickler.go) and buffers (pickle_buffer.go), under Lib/pickle.py.

const (
	highestProtocol = 5
	pickleBatch     = 1000 // how many elements one opcode adds
)

// pickleKit is the module's state.
type pickleKit struct {
	l                                   *Lib
	h                                   *object.Heap
	err, picklingErr, unpicklingErr     object.TypeID
	pickler, unpickler, memo, unpickled *object.Type // the types of objects, and of proxies of their memos
	buffer                              *object.Type
	content                             object.TypeID // stands for a *pickling or an *unpickling
	roots                               [numPickleRoots]object.Value
	escapes                             *codecs     // for the old opcodes of text
	spare                               *pickling   // of dumps; its list keep is a root
	spareLoad                           *unpickling // of loads; its list held is a root
}

// What the module takes from others.
const (
	rootDispatch = iota // copyreg.dispatch_table
	rootRegistry
	rootInverted
	rootCache
	rootNames2to3
	rootModules2to3
	rootNames3to2
	rootModules3to2
	rootEncode // codecs.encode
	rootPartial
	numPickleRoots
)

// pickleRoots are their modules and names; those with a type must be of it.
var pickleRoots = [numPickleRoots]struct {
	module, name string
	dict         bool
}{
	{"copyreg", "dispatch_table", true}, {"copyreg", "_extension_registry", true}, {"copyreg", "_inverted_registry", true}, {"copyreg", "_extension_cache", true},
	{"_compat_pickle", "NAME_MAPPING", true}, {"_compat_pickle", "IMPORT_MAPPING", true},
	{"_compat_pickle", "REVERSE_NAME_MAPPING", true}, {"_compat_pickle", "REVERSE_IMPORT_MAPPING", true},
	{"codecs", "encode", false}, {"functools", "partial", false},
}

// newPickle makes the module.
func (l *Lib) newPickle() (object.Value, error) {
	h, m := l.h, l.newModule("_pickle")
	k := &pickleKit{l: l, h: h, escapes: l.registry()}
	for i := range k.roots {
		k.roots[i] = object.Null
	}
	h.AddRoots(func(m *heap.Marker) {
		m.Values(k.roots[:])
		if k.spare != nil {
			m.Value(k.spare.keep)
		}
		if k.spareLoad != nil {
			m.Value(k.spareLoad.held)
		}
	})
	exception := func(name string, base *object.Type) object.TypeID {
		t := h.RegisterType(&object.Type{Name: name, Module: "_pickle", Base: base, IsException: true, Slots: base.Slots})
		m.set(name, t.Object)
		return t.ID
	}
	k.err = exception("PickleError", h.Type(object.ExceptionType))
	k.picklingErr = exception("PicklingError", h.Type(k.err))
	k.unpicklingErr = exception("UnpicklingError", h.Type(k.err))
	k.content = h.RegisterType(&object.Type{Name: "content", Module: "_pickle", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	k.registerBuffer()
	k.registerPickler()
	k.registerUnpickler()
	for _, t := range []*object.Type{k.buffer, k.pickler, k.unpickler} {
		m.set(t.Name, t.Object)
	}
	m.functions([]object.Builtin{
		{Name: "dump", Arity: object.Varied, FnKw: k.dump}, {Name: "dumps", Arity: object.Varied, FnKw: k.dumps},
		{Name: "load", Arity: object.Varied, FnKw: k.load}, {Name: "loads", Arity: object.Varied, FnKw: k.loads},
	})
	return m.v, nil
}

var (
	dumpSig  = object.NewSignature("dump", 0, 2, 2, "obj", "file", "protocol", "fix_imports", "buffer_callback")
	dumpsSig = object.NewSignature("dumps", 0, 1, 2, "obj", "protocol", "fix_imports", "buffer_callback")
	loadSig  = object.NewSignature("load", 0, 1, 4, "file", "fix_imports", "encoding", "errors", "buffers")
	loadsSig = object.NewSignature("loads", 1, 1, 4, "data", "fix_imports", "encoding", "errors", "buffers")
)

// dump is dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None).
func (k *pickleKit) dump(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [5]object.Value
	if err := bind(h, dumpSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	p := k.newPickling()
	defer p.Free(&h.Heap)
	if err := p.settle(a[2], a[3], a[4]); err != nil {
		return object.Null, err
	}
	var err error
	if p.write, err = k.writeOf(a[1]); err != nil {
		return object.Null, err
	}
	h.PushAll([]object.Value{p.write, p.callback})
	if err := p.dump(a[0]); err != nil {
		return object.Null, err
	}
	return object.None, p.flush()
}

// dumps is dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None).
func (k *pickleKit) dumps(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [4]object.Value
	if err := bind(h, dumpsSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	p := k.spare
	k.spare = nil
	if p == nil {
		p = k.newPickling()
	} else {
		p.begin()
	}
	defer k.done(p)
	if err := p.settle(a[1], a[2], a[3]); err != nil {
		return object.Null, err
	}
	h.Push(p.callback)
	if err := p.dump(a[0]); err != nil {
		return object.Null, err
	}
	return h.NewBytes(p.b), nil
}

// done keeps the state of a call of dumps for the next one, or gives back what is counted for it.
func (k *pickleKit) done(p *pickling) {
	if k.spare == nil && cap(p.b) <= maxSpare && len(p.memo.slots) <= maxSpare/16 {
		p.rest()
		p.h.ListForget(p.keep)
		k.spare = p
		return
	}
	p.Free(&k.h.Heap)
}

// load is load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()).
func (k *pickleKit) load(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [5]object.Value
	if err := bind(h, loadSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	u := k.newUnpickling()
	defer u.Free(&h.Heap)
	if err := u.stream(a[0]); err != nil {
		return object.Null, err
	}
	h.PushAll([]object.Value{u.read, u.readline})
	if err := u.settle("load", a[1:]); err != nil {
		return object.Null, err
	}
	h.Push(u.buffers)
	return u.load()
}

// loads is loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()).
func (k *pickleKit) loads(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [5]object.Value
	if err := bind(h, loadsSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	u := k.spareLoad
	k.spareLoad = nil
	if u == nil {
		u = k.newUnpickling()
	} else {
		h.Push(u.held)
	}
	defer k.loaded(u)
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	if h.Is(a[0], object.BytesType) {
		h.Push(a[0])
	} else {
		v := h.NewBytes(data) // what is being unpickled may change it
		h.Push(v)
		data = h.BytesData(v)
	}
	u.in = data
	if err := u.settle("loads", a[1:]); err != nil {
		return object.Null, err
	}
	h.Push(u.buffers)
	return u.load()
}

// loaded keeps the state of a call of loads for the next one, or gives back what is counted for it.
func (k *pickleKit) loaded(u *unpickling) {
	if k.spareLoad == nil && len(u.memo) <= maxSpare/16 && !u.wide {
		for i := range u.memo[:u.end] {
			u.memo[i] = object.Null
		}
		u.end, u.known = 0, 0
		u.defaults()
		k.spareLoad = u
		return
	}
	u.Free(&k.h.Heap)
}

// prepare takes what the module needs of others, as it is first used.
func (k *pickleKit) prepare() error {
	if k.roots[numPickleRoots-1] != object.Null {
		return nil
	}
	h := k.h
	for i, r := range pickleRoots {
		from, err := h.ImportModule(r.module)
		if err != nil {
			return err
		}
		x, err := h.GetAttr(from, h.Intern(r.name))
		if err != nil {
			return err
		}
		if r.dict && !h.Is(x, object.DictType) {
			return h.Raise(object.RuntimeErrorType, "%s.%s should be a dict, not %s", r.module, r.name, h.TypeName(x))
		}
		k.roots[i] = x
	}
	return nil
}

// fail raises one of the module's exceptions.
func (k *pickleKit) fail(t object.TypeID, format string, args ...any) error {
	return k.h.Raise(t, format, args...)
}

// noted adds to an exception what was being done.
func (k *pickleKit) noted(err error, note string) error {
	exc := asRaised(err)
	if exc == object.Null {
		return err
	}
	if failed := k.h.Noted(err, object.BaseExceptionType, note); failed != err {
		return failed
	}
	return k.h.PassOn(exc)
}

// call1 calls f with one argument.
func (k *pickleKit) call1(f, x object.Value) (object.Value, error) {
	m := k.h.Mark()
	defer k.h.Release(m)
	k.h.Push(x)
	return k.h.Call(f, k.h.Pushed(m), object.Null)
}

// fullName is what errors call the type of a value.
func (k *pickleKit) fullName(v object.Value) string { return k.h.TypeOf(v).FullName() }

// repr is repr(v) for an error.
func (k *pickleKit) repr(v object.Value) (string, error) {
	r, err := k.h.Repr(v)
	if err != nil {
		return "", err
	}
	return k.h.GoString(r), nil
}

// asRaised returns the exception that an error is; Null if it is none.
func asRaised(err error) object.Value {
	var r *object.Raised
	if errors.As(err, &r) {
		return r.Exc
	}
	return object.Null
}
