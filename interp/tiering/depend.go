package tiering

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

// watchers are all watched keys; a token is an index. The tokens of what has died are
// given out again: an executor that still has one is invalid, and waits to be freed.
type watchers struct {
	list  []*watcher
	free  []uint64
	index map[watchKey]uint64
}

// token returns the token of a key, and whether it is new.
func (ws *watchers) token(k watchKey) (token uint64, fresh bool) {
	if i, ok := ws.index[k]; ok {
		return i, false
	}
	if ws.index == nil {
		ws.index = map[watchKey]uint64{}
	}
	if n := len(ws.free); n > 0 {
		token, ws.free = ws.free[n-1], ws.free[:n-1]
		ws.list[token].watchKey = k
	} else {
		token = uint64(len(ws.list))
		ws.list = append(ws.list, &watcher{watchKey: k})
	}
	ws.index[k] = token
	return token, true
}

// drop forgets the keys that have died, and those of dicts that have.
func (ws *watchers) drop(dead func(object.Value) bool) {
	for i, w := range ws.list {
		if w.dict != object.Null && (dead(w.dict) || dead(w.key)) {
			delete(ws.index, w.watchKey)
			*w = watcher{watchKey: watchKey{object.Null, object.Null}}
			ws.free = append(ws.free, uint64(i))
		}
	}
}

// WatchKey watches a key of a namespace: it returns its value, a token for executors that
// take it for a constant, and whether it is worth while.
func (t *Tier) WatchKey(dict, key object.Value) (object.Value, uint64, bool) {
	i := t.key(dict, key)
	return t.vm.Heap().DictGetStr(dict, key), i, t.watched.list[i].changes < maxChanges
}

// key returns the token of a key of a namespace, whose changes the heap reports from now on.
func (t *Tier) key(dict, key object.Value) uint64 {
	h := t.vm.Heap()
	i, fresh := t.watched.token(watchKey{dict, h.InternValue(key)})
	if fresh {
		h.SetHalf(dict, object.OffAux, h.Half(dict, object.OffAux)|object.DictWatched)
	}
	return i
}

// keys is what is known of the keys of a dict of globals.
type keys struct {
	version uint32
	changes int // of it, that exits of compiled code have led to
}

// maxKeyChanges is how often the keys of a dict of globals may change under compiled code. A loop that binds or deletes a name
// in each round would ask for an executor at each guard of the version.
const maxKeyChanges = 8

// KeysVersion returns the version of the keys of a dict of globals for what is projected, behind an exit or not; 0: it is not
// worth while to rely on it.
func (t *Tier) KeysVersion(globals object.Value, exit bool) uint32 {
	k := t.globals[globals]
	if v := t.vm.Heap().DictKeysVersion(globals); v != k.version {
		if exit && k.version != 0 {
			k.changes++
		}
		if k.version = v; t.globals == nil {
			t.globals = map[object.Value]keys{}
		}
		t.globals[globals] = k
	}
	if k.changes >= maxKeyChanges {
		return 0
	}
	return k.version
}

// Stores notes that what has been projected stores a name by machine code, which tells nobody: see settle.
func (t *Tier) Stores(globals, name object.Value) {
	t.stored = append(t.stored, watchKey{globals, name})
}

// settle makes the names no constants that what has been projected stores, ahead of what is built of it.
func (t *Tier) settle() {
	for _, k := range t.stored {
		if w := t.watched.list[t.key(k.dict, k.key)]; w.changes < maxChanges {
			t.changed(w)
			w.changes = maxChanges // for good
		}
	}
	t.stored = t.stored[:0]
}

// WatchType watches a class, or its instances' keys: a key None names the class itself,
// True its instances' keys.
func (t *Tier) WatchType(typ *object.Type, keys bool) (uint64, bool) {
	k := watchKey{typ.Object, object.None}
	if keys {
		k.key = object.True
	}
	i, fresh := t.watched.token(k)
	if fresh {
		typ.Watch()
	}
	return i, t.watched.list[i].changes < maxChanges
}

// TypeChanged is told by the heap when a watched class has changed, or its
// instances' keys.
func (t *Tier) TypeChanged(typ *object.Type, keys bool) {
	k := watchKey{typ.Object, object.None}
	if keys {
		k.key = object.True
	}
	if i, ok := t.watched.index[k]; ok {
		t.changed(t.watched.list[i])
	}
}

// weightRegion is how many bytes a region and its layout take for each micro-op.
const weightRegion = 48

// depend registers what an executor relies on, and counts its memory.
func (t *Tier) depend(ex *exitdata.Executor) {
	ex.Counted = ex.Weight()
	if ex.Trace.Blocks != nil {
		ex.Counted += weightRegion * len(ex.Trace.Insts)
	}
	t.vm.Heap().Yielding(ex.Counted)
	t.rely(ex)
}

// rely registers what an executor relies on.
func (t *Tier) rely(ex *exitdata.Executor) {
	for _, token := range ex.Deps {
		w := t.watched.list[token]
		w.dependents = append(w.dependents, ex)
	}
	for _, handle := range ex.Trace.Codes {
		code := t.vm.Code(uint32(handle))
		code.Dependents = append(code.Dependents, ex)
	}
}

// forget takes back what depend has registered.
func (t *Tier) forget(ex *exitdata.Executor) {
	t.vm.Heap().Yielding(-ex.Counted)
	ex.Counted = 0
	t.unrely(ex)
}

// unrely takes back what rely has registered.
func (t *Tier) unrely(ex *exitdata.Executor) {
	isIt := func(other *exitdata.Executor) bool { return other == ex }
	for _, token := range ex.Deps {
		w := t.watched.list[token]
		w.dependents = slices.DeleteFunc(w.dependents, isIt)
	}
	for _, handle := range ex.Trace.Codes {
		code := t.vm.Code(uint32(handle))
		if code == nil {
			continue // it has died
		}
		code.Dependents = slices.DeleteFunc(code.Dependents, isIt)
	}
}

// DictChanged is told by the heap before a watched dict changes.
func (t *Tier) DictChanged(d, key, _ object.Value) {
	if !t.vm.Heap().Is(key, object.StrType) {
		return
	}
	i, ok := t.watched.index[watchKey{d, t.vm.Heap().InternValue(key)}]
	if !ok {
		return
	}
	t.changed(t.watched.list[i])
}

// changed invalidates what relies on a watched key.
func (t *Tier) changed(w *watcher) {
	w.changes++
	list := w.dependents
	w.dependents = nil
	for _, ex := range list {
		t.Invalidate(ex)
	}
}

// Relying yields the executors that rely on each watched key.
func (t *Tier) Relying(yield func(list []*exitdata.Executor) bool) {
	for _, w := range t.watched.list {
		if !yield(w.dependents) {
			return
		}
	}
}
