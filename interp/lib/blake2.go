package lib

import (
	"hash"
	"math"
	"slices"

	"github.com/tier2go/tier2/interp/internal/blake2"
	"github.com/tier2go/tier2/interp/object"
)

// The module _blake2 (Modules/blake2module.c): the types blake2b and blake2s, whose objects are
// made with keywords that no other hash function has.

// blake is one of the two functions.
type blake struct {
	name, title       string
	constants         string // how names of constants in the module begin
	digest, key, salt int    // the longest, in bytes; person is as long as salt
	offset            uint64 // the highest node_offset
	make              func(blake2.Params) hash.Hash
}

var blakes = [...]blake{
	{name: "blake2b", title: "Blake2b", constants: "BLAKE2B_", digest: 64, key: 64, salt: 16, offset: math.MaxUint64,
		make: func(p blake2.Params) hash.Hash { return blake2.New[uint64](p) }},
	{name: "blake2s", title: "Blake2s", constants: "BLAKE2S_", digest: 32, key: 32, salt: 8, offset: 1<<48 - 1,
		make: func(p blake2.Params) hash.Hash { return blake2.New[uint32](p) }},
}

// plain is the function with no parameters.
func (f *blake) plain() hash.Hash {
	return f.make(blake2.Params{DigestSize: uint8(f.digest), Fanout: 1, Depth: 1})
}

// newBlake2 makes the module.
func (l *Lib) newBlake2() (object.Value, error) {
	h, m := l.h, l.newModule("_blake2")
	k := &hashes{"_blake2", map[string]*object.Type{}, map[object.TypeID]hashFunc{}}
	for i := range blakes {
		f := &blakes[i]
		sig := object.NewSignature(f.name, 0, 0, 13, "data", "digest_size", "key", "salt", "person", "fanout", "depth", "leaf_size",
			"node_offset", "node_depth", "inner_size", "last_node", "usedforsecurity", "string")
		t := k.register(h, hashFunc{name: f.name, make: f.plain}, func(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [14]object.Value
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			if p[0] != object.Null && p[13] != object.Null {
				return object.Null, errDataAndString(h)
			}
			params, err := f.params(&blakeArgs{h: h, values: p[1:12]})
			if err != nil {
				return object.Null, err
			}
			return k.of(h, f.name, f.make(params), p[0], p[13])
		})
		for _, c := range []struct {
			name string
			n    int
		}{{"MAX_DIGEST_SIZE", f.digest}, {"MAX_KEY_SIZE", f.key}, {"SALT_SIZE", f.salt}, {"PERSON_SIZE", f.salt}} {
			m.set(f.constants+c.name, object.SmallInt(int64(c.n)))
			h.SetTypeAttr(t, c.name, object.SmallInt(int64(c.n)))
		}
		m.set(f.name, t.Object)
	}
	m.set("_GIL_MINSIZE", object.SmallInt(2048))
	return m.v, nil
}

// blakeArgs takes the arguments behind data one by one; the first error stays.
type blakeArgs struct {
	h      *object.Heap
	values []object.Value
	err    error
}

// next returns the next argument, Null if it is not given or an error has been met.
func (a *blakeArgs) next() object.Value {
	v := a.values[0]
	a.values = a.values[1:]
	if a.err != nil {
		return object.Null
	}
	return v
}

// int takes a C int.
func (a *blakeArgs) int(def int) int {
	if v := a.next(); v != object.Null {
		def, a.err = a.h.CInt(v)
	}
	return def
}

// bytes takes a copy of a buffer's bytes, for what comes next may run the program's code.
func (a *blakeArgs) bytes() []byte {
	v := a.next()
	if v == object.Null {
		return nil
	}
	var data []byte
	data, a.err = packedAddress(a.h, v)
	return slices.Clone(data)
}

// unsigned takes an int from 0 to what a C type has.
func unsigned(h *object.Heap, v object.Value, most uint64, what, ctype string) (uint64, error) {
	if v == object.Null {
		return 0, nil
	}
	i, err := h.ToIndex(v)
	switch {
	case err != nil:
		return 0, err
	case h.IntSign(i) < 0:
		return 0, h.Raise(object.ValueErrorType, "Cannot convert negative int")
	}
	b := h.BigInt(i)
	switch {
	case !b.IsUint64():
		return 0, h.Raise(object.OverflowErrorType, "Python int too large for C %s", ctype)
	case b.Uint64() > most:
		return 0, h.Raise(object.OverflowErrorType, "%s is too large", what)
	}
	return b.Uint64(), nil
}

// params makes the parameter block, in the order in which CPython looks at the arguments.
func (f *blake) params(a *blakeArgs) (p blake2.Params, err error) {
	h := a.h
	digest := a.int(f.digest)
	p.Key, p.Salt, p.Person = a.bytes(), a.bytes(), a.bytes()
	fanout, depth := a.int(1), a.int(1)
	leaf, offset := a.next(), a.next()
	nodeDepth, inner := a.int(0), a.int(0)
	if last := a.next(); last != object.Null {
		p.LastNode, a.err = h.Truth(last)
	}
	switch {
	case a.err != nil:
		return p, a.err
	case digest < 1 || digest > f.digest:
		return p, h.Raise(object.ValueErrorType, "digest_size for %s must be between 1 and %d bytes, here it is %d", f.title, f.digest, digest)
	case len(p.Salt) > f.salt:
		return p, h.Raise(object.ValueErrorType, "maximum salt length is %d bytes", f.salt)
	case len(p.Person) > f.salt:
		return p, h.Raise(object.ValueErrorType, "maximum person length is %d bytes", f.salt)
	case fanout < 0 || fanout > 255:
		return p, h.Raise(object.ValueErrorType, "fanout must be between 0 and 255")
	case depth < 1 || depth > 255:
		return p, h.Raise(object.ValueErrorType, "depth must be between 1 and 255")
	}
	leafSize, err := unsigned(h, leaf, math.MaxUint32, "leaf_size", "unsigned long")
	if err == nil {
		p.NodeOffset, err = unsigned(h, offset, f.offset, "node_offset", "unsigned long long")
	}
	switch {
	case err != nil:
		return p, err
	case nodeDepth < 0 || nodeDepth > 255:
		return p, h.Raise(object.ValueErrorType, "node_depth must be between 0 and 255")
	case inner < 0 || inner > f.digest:
		return p, h.Raise(object.ValueErrorType, "inner_size must be between 0 and is %d", f.digest)
	case len(p.Key) > f.key:
		return p, h.Raise(object.ValueErrorType, "maximum key length is %d bytes", f.key)
	}
	p.DigestSize, p.Fanout, p.Depth, p.LeafSize = uint8(digest), uint8(fanout), uint8(depth), uint32(leafSize)
	p.NodeDepth, p.InnerSize = uint8(nodeDepth), uint8(inner)
	return p, nil
}
