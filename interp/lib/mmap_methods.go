package lib

import (
	"bytes"
	"math"
	"syscall"

	"github.com/tier2go/tier2/interp/object"
)

// What a map does.

// The fields of an iterator of a map, whose elements are bytes of the length 1.
const (
	offMapIterOf    = 8 // Null at the end
	offMapIterIndex = 16
	mapIterSize     = 24
)

func (l *Lib) mapIterator() object.TypeID {
	return l.h.RegisterType(&object.Type{Name: "iterator", Final: true, Slots: object.Slots{Iter: itself, Next: func(h *object.Heap, it object.Value) (object.Value, error) {
		v, i := h.Field(it, offMapIterOf), h.Field(it, offMapIterIndex).Small()
		if v == object.Null {
			return object.Null, nil
		}
		m, err := mapOf(h, v)
		if err != nil {
			return object.Null, err
		}
		if i >= int64(len(m.memory)) {
			h.SetField(it, offMapIterOf, object.Null)
			return object.Null, nil
		}
		h.SetField(it, offMapIterIndex, object.SmallInt(i+1))
		return h.NewBytes(m.memory[i : i+1]), nil
	}}}).ID
}

// writable refuses to change a map that is only for reading.
func (m *mapped) writable(h *object.Heap) error {
	if m.access == accessRead {
		return h.Raise(object.TypeErrorType, "mmap can't modify a readonly memory map.")
	}
	return nil
}

// rest is what is behind the position.
func (m *mapped) rest() []byte { return m.memory[min(m.pos, len(m.memory)):] }

// mapIndex converts an index, and returns the map as it is behind that.
func mapIndex(h *object.Heap, v, key object.Value) (*mapped, int, error) {
	i, err := h.IndexOr(key, object.IndexErrorType)
	if err != nil {
		return nil, 0, err
	}
	m, err := mapOf(h, v)
	if err != nil {
		return nil, 0, err
	}
	if i < 0 {
		i += int64(len(m.memory))
	}
	if i < 0 || i >= int64(len(m.memory)) {
		return nil, 0, h.Raise(object.IndexErrorType, "mmap index out of range")
	}
	return m, int(i), nil
}

// mapSlice converts a slice, and returns the map as it is behind that.
func mapSlice(h *object.Heap, v, key object.Value) (m *mapped, start, step, count int, err error) {
	length := func() int {
		if m, err = mapOf(h, v); err != nil {
			return 0
		}
		return len(m.memory)
	}
	start, _, step, count, failed := h.AdjustSlice(key, length)
	if err == nil {
		err = failed
	}
	return m, start, step, count, err
}

func mapGetItem(h *object.Heap, v, key object.Value) (object.Value, error) {
	if _, err := mapOf(h, v); err != nil {
		return object.Null, err
	}
	if !h.Is(key, object.SliceType) {
		if !h.HasIndex(key) {
			return object.Null, h.Raise(object.TypeErrorType, "mmap indices must be integers")
		}
		m, i, err := mapIndex(h, v, key)
		if err != nil {
			return object.Null, err
		}
		return object.SmallInt(int64(m.memory[i])), nil
	}
	m, start, step, count, err := mapSlice(h, v, key)
	if err != nil {
		return object.Null, err
	}
	if step == 1 {
		return h.NewBytes(m.memory[start : start+count]), nil
	}
	if err := within(h, count, 1); err != nil {
		return object.Null, err
	}
	out := make([]byte, count)
	for i := range out {
		out[i] = m.memory[start+i*step]
	}
	return h.NewBytes(out), nil
}

func mapSetItem(h *object.Heap, v, key, x object.Value) error {
	m, err := mapOf(h, v)
	if err == nil {
		err = m.writable(h)
	}
	switch {
	case err != nil:
		return err
	case h.Is(key, object.SliceType):
		return mapSetSlice(h, v, key, x)
	case !h.HasIndex(key):
		return h.Raise(object.TypeErrorType, "mmap indices must be integer")
	}
	if _, _, err = mapIndex(h, v, key); err != nil {
		return err
	}
	if x == object.Null {
		return h.Raise(object.TypeErrorType, "mmap doesn't support item deletion")
	}
	if !h.HasIndex(x) {
		return h.Raise(object.TypeErrorType, "mmap item value must be an int")
	}
	n, err := h.IndexOr(x, object.TypeErrorType)
	if err != nil {
		return err
	}
	if n < 0 || n > math.MaxUint8 {
		return h.Raise(object.ValueErrorType, "mmap item value must be in range(0, 256)")
	}
	m, i, err := mapIndex(h, v, key) // x may have closed it
	if err == nil {
		m.memory[i] = byte(n)
	}
	return err
}

func mapSetSlice(h *object.Heap, v, key, x object.Value) error {
	if _, _, _, _, err := mapSlice(h, v, key); err != nil {
		return err
	}
	if x == object.Null {
		return h.Raise(object.TypeErrorType, "mmap object doesn't support slice deletion")
	}
	if !h.IsBuffer(x) {
		return h.Raise(object.TypeErrorType, "a bytes-like object is required, not '%s'", h.TypeName(x))
	}
	m, start, step, count, err := mapSlice(h, v, key)
	if err != nil {
		return err
	}
	data, err := h.BufferData(x)
	if err != nil {
		return err
	}
	if len(data) != count {
		return h.Raise(object.IndexErrorType, "mmap slice assignment is wrong size")
	}
	if step == 1 {
		copy(m.memory[start:], data)
		return nil
	}
	for i, b := range bytes.Clone(data) {
		m.memory[start+i*step] = b
	}
	return nil
}

func (l *Lib) mapMethods() []object.Builtin {
	closes := func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		if m := anyMap(h, v); m != nil {
			if err := m.close(); err != nil {
				return object.Null, osError(h, err, object.Null)
			}
		}
		return object.None, nil
	}
	return []object.Builtin{
		{Name: "close", Arity: object.NoArgs, Fn: closes},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: closes},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			_, err := mapOf(h, v)
			return v, err
		}},
		{Name: "seekable", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return object.True, nil }},
		{Name: "find", Arity: object.Fast, Min: 1, Max: 3, Fn: mapFind(bytes.Index)}, {Name: "rfind", Arity: object.Fast, Min: 1, Max: 3, Fn: mapFind(bytes.LastIndex)},
		opened(mapOf, "read", 0, 1, mapRead), opened(mapOf, "read_byte", 0, 0, mapReadByte), opened(mapOf, "readline", 0, 0, mapReadLine),
		opened(mapOf, "seek", 1, 2, mapSeek),
		opened(mapOf, "tell", 0, 0, func(h *object.Heap, m *mapped, _ []object.Value) (object.Value, error) {
			return h.Int(int64(m.pos)), nil
		}),
		opened(mapOf, "write", 1, 1, mapWrite), opened(mapOf, "write_byte", 1, 1, mapWriteByte), opened(mapOf, "move", 3, 3, mapMove),
		opened(mapOf, "flush", 0, 2, mapFlush), opened(mapOf, "size", 0, 0, mapFileSize), opened(mapOf, "resize", 1, 1, mapResize), opened(mapOf, "madvise", 1, 3, mapAdvise),
	}
}

// stillOpen is for behind the conversions of arguments, which may have closed a map.
func (m *mapped) stillOpen(h *object.Heap) error {
	if m.memory == nil {
		return h.Raise(object.ValueErrorType, "mmap closed or invalid")
	}
	return nil
}

// bounds converts arguments that are Py_ssize_t; what is absent stays.
func (m *mapped) bounds(h *object.Heap, a []object.Value, into ...*int) error {
	for i, p := range into[:min(len(a), len(into))] {
		n, err := h.Ssize(a[i])
		if err != nil {
			return err
		}
		*p = n
	}
	return m.stillOpen(h)
}

// mapFind is find and rfind(sub[, start[, end]]).
func mapFind(index func(s, sub []byte) int) goFunc {
	return func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		if !h.IsBuffer(a[0]) {
			return object.Null, h.Raise(object.TypeErrorType, "a bytes-like object is required, not '%s'", h.TypeName(a[0]))
		}
		m, err := mapOf(h, v)
		if err != nil {
			return object.Null, err
		}
		start, end := m.pos, len(m.memory)
		bound := func(v object.Value, n *int) error {
			if v == object.None {
				return nil
			}
			i, err := h.Ssize(v)
			*n = i
			return err
		}
		for i, n := range []*int{1: &start, 2: &end} {
			if i == 0 || i >= len(a) {
				continue
			}
			if err := bound(a[i], n); err != nil {
				return object.Null, err
			}
		}
		size := len(m.memory) // the conversions may have changed it
		for _, n := range []*int{&start, &end} {
			if *n < 0 {
				*n += size
			}
			*n = min(max(*n, 0), size)
		}
		sub, err := h.BufferData(a[0])
		if err != nil {
			return object.Null, err
		}
		if err := m.stillOpen(h); err != nil {
			return object.Null, err
		}
		if start > end {
			return object.SmallInt(-1), nil
		}
		i := index(m.memory[start:end], sub)
		if i >= 0 {
			i += start
		}
		return h.Int(int64(i)), nil
	}
}

// mapRead is read([n]).
func mapRead(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	n, err := readSize(h, a)
	if err == nil {
		err = m.stillOpen(h)
	}
	if err != nil {
		return object.Null, err
	}
	b := m.rest()
	if n >= 0 && n < len(b) {
		b = b[:n]
	}
	v := h.NewBytes(b)
	m.pos += len(b)
	return v, nil
}

func mapReadByte(h *object.Heap, m *mapped, _ []object.Value) (object.Value, error) {
	b := m.rest()
	if len(b) == 0 {
		return object.Null, h.Raise(object.ValueErrorType, "read byte out of range")
	}
	m.pos++
	return object.SmallInt(int64(b[0])), nil
}

func mapReadLine(h *object.Heap, m *mapped, _ []object.Value) (object.Value, error) {
	b := m.rest()
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[:i+1]
	}
	v := h.NewBytes(b)
	m.pos += len(b)
	return v, nil
}

// mapSeek is seek(pos[, whence]).
func mapSeek(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	distance, how := 0, 0
	if err := m.bounds(h, a[:1], &distance); err != nil {
		return object.Null, err
	}
	if len(a) > 1 {
		var err error
		if how, err = h.CInt(a[1]); err == nil {
			err = m.stillOpen(h)
		}
		if err != nil {
			return object.Null, err
		}
	}
	from := 0
	switch how {
	case 0:
	case 1:
		from = m.pos
	case 2:
		from = len(m.memory)
	default:
		return object.Null, h.Raise(object.ValueErrorType, "unknown seek type")
	}
	if to := from + distance; to >= 0 && to <= len(m.memory) {
		m.pos = to
		return h.Int(int64(to)), nil
	}
	return object.Null, h.Raise(object.ValueErrorType, "seek out of range")
}

func mapWrite(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	data, err := h.BufferData(a[0])
	if err == nil {
		err = m.writable(h)
	}
	switch {
	case err != nil:
		return object.Null, err
	case m.pos > len(m.memory) || len(data) > len(m.memory)-m.pos:
		return object.Null, h.Raise(object.ValueErrorType, "data out of range")
	}
	copy(m.rest(), data)
	m.pos += len(data)
	return h.Int(int64(len(data))), nil
}

func mapWriteByte(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	n, err := h.CInt(a[0])
	switch {
	case err != nil:
		return object.Null, err
	case n < 0:
		return object.Null, h.Raise(object.OverflowErrorType, "unsigned byte integer is less than minimum")
	case n > math.MaxUint8:
		return object.Null, h.Raise(object.OverflowErrorType, "unsigned byte integer is greater than maximum")
	}
	if err = m.stillOpen(h); err == nil {
		err = m.writable(h)
	}
	if err != nil {
		return object.Null, err
	}
	if len(m.rest()) == 0 {
		return object.Null, h.Raise(object.ValueErrorType, "write byte out of range")
	}
	m.memory[m.pos] = byte(n)
	m.pos++
	return object.None, nil
}

// mapMove is move(dest, src, count).
func mapMove(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	var to, from, n int
	err := m.bounds(h, a, &to, &from, &n)
	if err == nil {
		err = m.writable(h)
	}
	size := len(m.memory)
	switch {
	case err != nil:
		return object.Null, err
	case to < 0 || from < 0 || n < 0 || to > size || from > size || n > size-to || n > size-from:
		return object.Null, h.Raise(object.ValueErrorType, "source, destination, or count out of range")
	}
	copy(m.memory[to:], m.memory[from:from+n])
	return object.None, nil
}

// mapFlush is flush([offset[, size]]).
func mapFlush(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	offset, size := 0, len(m.memory)
	if err := m.bounds(h, a, &offset, &size); err != nil {
		return object.Null, err
	}
	if len(a) == 1 {
		size -= offset
	}
	if offset < 0 || size < 0 || offset > len(m.memory) || size > len(m.memory)-offset {
		return object.Null, h.Raise(object.ValueErrorType, "flush values out of range")
	}
	if m.access == accessRead || m.access == accessCopy || m.file == nil {
		return object.None, nil
	}
	if err := m.file.Flush(offset, size); err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return object.None, nil
}

// mapFileSize is size(): that of the file.
func mapFileSize(h *object.Heap, m *mapped, _ []object.Value) (object.Value, error) {
	if !m.tracks || m.file == nil {
		return object.Null, osError(h, syscall.EBADF, object.Null)
	}
	s, err := m.file.Stat()
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return h.Int(int64(s.Size)), nil
}

// mapResize is resize(newsize): of the file, too.
func mapResize(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	var n int
	err := m.bounds(h, a, &n)
	switch {
	case err != nil:
		return object.Null, err
	case !m.tracks:
		return object.Null, h.Raise(object.ValueErrorType, "mmap can't resize with trackfd=False.")
	case m.access != accessWrite && m.access != accessDefault:
		return object.Null, h.Raise(object.TypeErrorType, "mmap can't resize a readonly or copy-on-write memory map.")
	case n < 0 || int64(n) > math.MaxInt64-m.offset:
		return object.Null, h.Raise(object.ValueErrorType, "new size out of range")
	case m.file != nil:
		err = m.file.Resize(n)
	case !m.private && n > len(m.memory):
		return object.Null, h.Raise(object.ValueErrorType, "mmap: can't expand a shared anonymous mapping on Linux")
	case n == 0:
		err = syscall.EINVAL
	case n > len(m.memory):
		if err := within(h, n, 1); err != nil {
			return object.Null, err
		}
		m.Add(&h.Heap, n)
		old := m.memory
		m.memory = make([]byte, n)
		copy(m.memory, old)
		m.Add(&h.Heap, -len(old))
		return object.None, nil
	default:
		m.memory = m.memory[:n]
		return object.None, nil
	}
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	m.memory = m.file.Bytes()
	return object.None, nil
}

// mapAdvise is madvise(option[, start[, length]]) of what changes nothing but the speed.
func mapAdvise(h *object.Heap, m *mapped, a []object.Value) (object.Value, error) {
	option, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	start, length := 0, len(m.memory)
	if err := m.bounds(h, a[1:], &start, &length); err != nil {
		return object.Null, err
	}
	switch {
	case start < 0 || start >= len(m.memory):
		return object.Null, h.Raise(object.ValueErrorType, "madvise start out of bounds")
	case length < 0:
		return object.Null, h.Raise(object.ValueErrorType, "madvise length invalid")
	case option < 0 || option > 3: // MADV_NORMAL, RANDOM, SEQUENTIAL, WILLNEED
		return object.Null, h.Unsupported("mmap.madvise of other options than MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL and MADV_WILLNEED")
	}
	return object.None, nil
}
