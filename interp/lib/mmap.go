package lib

import (
	"fmt"
	"math"
	"syscall"
	"unsafe"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module mmap (Modules/mmapmodule.c). What a map of a file shows is memory of the host's (grant.Mapping), outside of the
// arena and of Go's heap. Its addresses stay readable until the object of the map dies, whatever the program does meanwhile: behind
// close they are zeros. So a function that has the bytes of a map and calls the program is as safe as one that has those
// of a bytearray, and a map that is closed has ended for the program at once. A map of no file is Go memory. A memoryview of a map
// does not keep it from being closed, which is a BufferError in CPython: the view is that of a closed map then, a ValueError.
// Methods are in mmap_methods.go.

// The fields of a map.
const (
	offMapped = 8 // what stands for the mapped; Null: not made
	mapSize   = 16
)

// Of mmap(2), and what a map may be used for.
const (
	protRead, protWrite                                = 1, 2
	mapShared, mapPrivate, mapAnonymous                = 1, 2, 32
	accessDefault, accessRead, accessWrite, accessCopy = 0, 1, 2, 3
)

// mapped is what is behind a map.
type mapped struct {
	heap.Account               // of memory that is no file's
	memory       []byte        // that of file, or Go's; nil: closed
	file         grant.Mapping // nil: there is none
	pos          int
	offset       int64
	access       int
	private      bool
	tracks       bool // it knows its file, for size and resize
}

// HandleWeight is what the heap counts for it: memory of Go's is in the Account, and that of files is the system's.
func (m *mapped) HandleWeight() int { return int(unsafe.Sizeof(*m)) + descriptorWeight }

// fileMaps is what the library has of all maps.
type fileMaps struct {
	content object.TypeID // of the objects that stand for a mapped
	live    map[*mapped]bool
}

// free gives the memory of all maps back.
func (k *fileMaps) free() {
	for m := range k.live {
		m.file.Free()
	}
	clear(k.live)
}

var mapSig = object.NewSignature("mmap", 0, 2, 1, "fileno", "length", "flags", "prot", "access", "offset", "trackfd")

// newMmap makes the module mmap.
func (l *Lib) newMmap() (object.Value, error) {
	h, m := l.h, l.newModule("mmap")
	for _, c := range refusedModules["mmap"].ints {
		m.set(c.name, h.Int(c.n))
	}
	m.set("error", h.Type(object.OSErrorType).Object)
	k := &l.maps
	k.live = map[*mapped]bool{}
	k.content = h.RegisterType(&object.Type{Name: "mapped", Module: "mmap", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) {
			if m := h.HandleAt(handle).(*mapped); m.file != nil {
				m.file.Free()
				delete(k.live, m)
			}
			h.ReleaseHandle(handle)
		},
	}}).ID
	iter := l.mapIterator()
	t := h.RegisterType(&object.Type{Name: "mmap", Module: "mmap", Weak: true, Size: mapSize, Slots: object.Slots{
		New: l.newMap, Repr: mapRepr, GetItem: mapGetItem, SetItem: mapSetItem,
		Len: func(h *object.Heap, v object.Value) (int, error) {
			m, err := mapOf(h, v)
			if err != nil {
				return 0, err
			}
			return len(m.memory), nil
		},
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
			it := h.NewObject(iter, mapIterSize)
			h.SetField(it, offMapIterOf, v)
			h.SetField(it, offMapIterIndex, object.SmallInt(0))
			return it, nil
		},
		Buffer: func(h *object.Heap, v object.Value, _ bool) ([]byte, error) {
			m, err := mapOf(h, v)
			if err != nil {
				return nil, err
			}
			return m.memory, nil
		},
		Fixed: func(h *object.Heap, v object.Value) bool {
			m, err := mapOf(h, v)
			return err == nil && m.access == accessRead
		},
	}})
	t.SetCollection(object.SequenceFlag)
	h.AddMethods(t, l.mapMethods())
	h.AddGetSets(t, []object.GetSet{{Name: "closed", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		m := anyMap(h, v)
		return object.Bool(m == nil || m.memory == nil), nil
	}}})
	m.set("mmap", t.Object)
	return m.v, nil
}

// anyMap returns what is behind a map, closed or not; nil: it has not been made.
func anyMap(h *object.Heap, v object.Value) *mapped {
	x := h.Field(v, offMapped)
	if x == object.Null {
		return nil
	}
	return h.HandleOf(x).(*mapped)
}

// mapOf returns what is behind a map that is open.
func mapOf(h *object.Heap, v object.Value) (*mapped, error) {
	m := anyMap(h, v)
	if m == nil || m.memory == nil {
		return nil, h.Raise(object.ValueErrorType, "mmap closed or invalid")
	}
	return m, nil
}

// newMap is mmap(fileno, length, flags=MAP_SHARED, prot=PROT_WRITE|PROT_READ, access=ACCESS_DEFAULT, offset=0, *, trackfd=True).
func (l *Lib) newMap(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [7]object.Value{}
	if err := bind(h, mapSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	fd, flags, prot, access := 0, mapShared, protRead|protWrite, accessDefault
	if err := cInts(h, []object.Value{p[0], p[2], p[3], p[4]}, &fd, &flags, &prot, &access); err != nil {
		return object.Null, err
	}
	length, err := h.Ssize(p[1])
	if err != nil {
		return object.Null, err
	}
	m := &mapped{tracks: true}
	if p[5] != object.Null {
		if m.offset, err = h.Index(p[5]); err != nil {
			return object.Null, err
		}
	}
	if p[6] != object.Null {
		if m.tracks, err = h.Truth(p[6]); err != nil {
			return object.Null, err
		}
	}
	switch {
	case length < 0:
		return object.Null, h.Raise(object.OverflowErrorType, "memory mapped length must be positive")
	case m.offset < 0:
		return object.Null, h.Raise(object.OverflowErrorType, "memory mapped offset must be positive")
	case access != accessDefault && (flags != mapShared || prot != protRead|protWrite):
		return object.Null, h.Raise(object.ValueErrorType, "mmap can't specify both access and flags, prot.")
	}
	if flags, prot, err = m.setAccess(h, access, flags, prot); err != nil {
		return object.Null, err
	}
	if err := l.Audit("mmap.__new__", object.SmallInt(int64(fd)), h.Int(int64(length)), object.SmallInt(int64(m.access)), h.Int(m.offset)); err != nil {
		return object.Null, err
	}
	if fd == -1 || flags&mapAnonymous != 0 {
		err = m.anonymous(h, length)
	} else {
		err = l.mapFile(h, m, fd, length, flags, prot)
	}
	if err != nil {
		return object.Null, err
	}
	if m.file != nil {
		l.maps.live[m] = true
	}
	v := h.NewEmpty(t)
	h.SetField(v, offMapped, object.Null)
	h.Push(v)
	h.SetField(v, offMapped, h.NewHandleObject(l.maps.content, m))
	return v, nil
}

// setAccess notes what a map may be used for, and returns the flags and the protection that mmap(2) is given.
func (m *mapped) setAccess(h *object.Heap, access, flags, prot int) (int, int, error) {
	switch access {
	case accessRead:
		flags, prot = mapShared, protRead
	case accessWrite:
		flags, prot = mapShared, protRead|protWrite
	case accessCopy:
		flags, prot = mapPrivate, protRead|protWrite
	case accessDefault:
		switch {
		case prot&protRead != 0 && prot&protWrite != 0:
		case prot&protWrite != 0:
			return 0, 0, h.Unsupported("mmap of memory that cannot be read")
		case prot&protRead != 0:
			access = accessRead
		default:
			return 0, 0, h.Unsupported("mmap of memory that cannot be read")
		}
		if prot&^(protRead|protWrite) != 0 {
			return 0, 0, h.Unsupported("mmap.PROT_EXEC")
		}
	default:
		return 0, 0, h.Raise(object.ValueErrorType, "mmap invalid access parameter.")
	}
	m.access, m.private = access, flags&mapPrivate != 0
	return flags, prot, nil
}

// anonymous makes memory that is no file's.
func (m *mapped) anonymous(h *object.Heap, length int) error {
	if length == 0 {
		return osError(h, syscall.EINVAL, object.Null)
	}
	if err := within(h, length, 1); err != nil {
		return err
	}
	m.Add(&h.Heap, length)
	m.memory = make([]byte, length)
	return nil
}

// mapFile maps the file of a descriptor; the length 0 is that of all of it.
func (l *Lib) mapFile(h *object.Heap, m *mapped, fd, length, flags, prot int) error {
	f, err := l.file(fd)
	if err != nil {
		return osError(h, err, object.Null)
	}
	if s, ok := f.(stream); ok && l.host.Grants.Streams[s.fd] != nil {
		f = l.host.Grants.Streams[s.fd]
	}
	if st, err := f.Stat(); err == nil && st.Mode&grant.ModeKind == grant.ModeFile {
		size := int64(min(st.Size, math.MaxInt64))
		switch {
		case length == 0 && size == 0:
			return h.Raise(object.ValueErrorType, "cannot mmap an empty file")
		case length == 0 && m.offset >= size:
			return h.Raise(object.ValueErrorType, "mmap offset is greater than file size")
		case length == 0:
			length = int(size - m.offset)
		case m.offset > size || size-m.offset < int64(length):
			return h.Raise(object.ValueErrorType, "mmap length is greater than file size")
		}
	}
	mapper, ok := f.(grant.Mapper)
	switch {
	case !ok:
		return osError(h, syscall.ENODEV, object.Null)
	case length == 0:
		return osError(h, syscall.EINVAL, object.Null)
	}
	if m.file, err = mapper.Map(m.offset, length, prot, flags); err != nil {
		return osError(h, err, object.Null)
	}
	m.memory = m.file.Bytes()
	return nil
}

// close is close().
func (m *mapped) close() error {
	if m.memory == nil {
		return nil
	}
	m.memory = nil
	if m.file == nil {
		return nil
	}
	return m.file.Unmap()
}

var accessNames = [...]string{"ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE", "ACCESS_COPY"}

func mapRepr(h *object.Heap, v object.Value) (object.Value, error) {
	m, name := anyMap(h, v), h.TypeName(v)
	if m == nil || m.memory == nil {
		return h.NewStr("<" + name + " closed=True>"), nil
	}
	return h.NewStr(fmt.Sprintf("<%s closed=False, access=%s, length=%d, pos=%d, offset=%d>", name, accessNames[m.access], len(m.memory), m.pos, m.offset)), nil
}
