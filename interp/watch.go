package interp

import (
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
)

// Watched globals: compiled code takes the value of a key of a namespace for a
// constant. The dict is marked, so that the heap reports its changes; a change
// of that key invalidates the executors that rely on it. A key that changes too
// often is no constant.

// maxChanges is how often a watched key may change (CPython's
// _Py_MAX_ALLOWED_GLOBALS_MODIFICATIONS is 6 a dict; ours is a key).
const maxChanges = 4

// watchKey names a watched key. Neither dict nor key moves; both are kept alive
// by the watcher.
type watchKey struct{ dict, key object.Value }

// watcher is the state of one watched key.
type watcher struct {
	watchKey
	changes    int
	dependents []*exitdata.Executor
}

// watchers are all watched keys; a token is an index.
type watchers struct {
	list  []*watcher
	index map[watchKey]uint64
}

// Watch implements python.Env.
func (e env) Watch(dict, key object.Value) (object.Value, uint64, bool) {
	h := e.heap
	v := h.DictGetStr(dict, key)
	k := watchKey{dict, h.InternValue(key)}
	i, ok := e.watched.index[k]
	if !ok {
		i = uint64(len(e.watched.list))
		e.watched.list = append(e.watched.list, &watcher{watchKey: k})
		if e.watched.index == nil {
			e.watched.index = map[watchKey]uint64{}
		}
		e.watched.index[k] = i
		h.SetHalf(dict, object.OffAux, h.Half(dict, object.OffAux)|object.DictWatched)
	}
	return v, i, e.watched.list[i].changes < maxChanges
}

// WatchType implements python.Env: keys None names the class itself, True its
// instances' keys.
func (e env) WatchType(t *object.Type, keys bool) (uint64, bool) {
	k := watchKey{t.Object, object.None}
	if keys {
		k.key = object.True
	}
	i, ok := e.watched.index[k]
	if !ok {
		i = uint64(len(e.watched.list))
		e.watched.list = append(e.watched.list, &watcher{watchKey: k})
		if e.watched.index == nil {
			e.watched.index = map[watchKey]uint64{}
		}
		e.watched.index[k] = i
		t.Watch()
	}
	return i, e.watched.list[i].changes < maxChanges
}

// typeChanged is told by the heap when a watched class has changed, or its
// instances' keys.
func (vm *VM) typeChanged(t *object.Type, keys bool) {
	k := watchKey{t.Object, object.None}
	if keys {
		k.key = object.True
	}
	if i, ok := vm.watched.index[k]; ok {
		vm.changed(vm.watched.list[i])
	}
}

// depend registers what an executor relies on.
func (vm *VM) depend(ex *exitdata.Executor) {
	for _, token := range ex.Deps {
		w := vm.watched.list[token]
		w.dependents = append(w.dependents, ex)
	}
	for _, handle := range ex.Trace.Codes {
		code := vm.codes[handle]
		code.Dependents = append(code.Dependents, ex)
	}
}

// forget takes back what depend has registered.
func (vm *VM) forget(ex *exitdata.Executor) {
	isIt := func(other *exitdata.Executor) bool { return other == ex }
	for _, token := range ex.Deps {
		w := vm.watched.list[token]
		w.dependents = slices.DeleteFunc(w.dependents, isIt)
	}
	for _, handle := range ex.Trace.Codes {
		code := vm.codes[handle]
		code.Dependents = slices.DeleteFunc(code.Dependents, isIt)
	}
}

// dictChanged is told by the heap before a watched dict changes.
func (vm *VM) dictChanged(d, key, _ object.Value) {
	if !vm.heap.Is(key, object.StrType) {
		return
	}
	i, ok := vm.watched.index[watchKey{d, vm.heap.InternValue(key)}]
	if !ok {
		return
	}
	vm.changed(vm.watched.list[i])
}

// changed invalidates what relies on a watched key.
func (vm *VM) changed(w *watcher) {
	w.changes++
	for _, ex := range w.dependents {
		vm.invalidate(ex)
	}
	w.dependents = nil
}
