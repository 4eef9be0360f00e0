package lib

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// The modules _md5, _sha1, _sha2 and _sha3 (Modules/md5module.c, sha1module.c,
// sha2module.c, sha3module.c): hash functions, which (with those of _blake2) Lib/hashlib.py and Lib/random.py
// stand on. Go's standard library has all of them.

// hashFunc is a hash function of these modules.
type hashFunc struct {
	name string
	typ  string // of its objects; "": the function is their type
	make func() hash.Hash
}

// hashModules are the hash functions by module. Those that have one type for two
// names share it, as in CPython.
var hashModules = map[string][]hashFunc{
	"_md5":  {{"md5", "md5", md5.New}},
	"_sha1": {{"sha1", "sha1", sha1.New}},
	"_sha2": {
		{"sha224", "SHA224Type", sha256.New224}, {"sha256", "SHA256Type", sha256.New},
		{"sha384", "SHA384Type", sha512.New384}, {"sha512", "SHA512Type", sha512.New},
	},
	"_sha3": {
		{"sha3_224", "", func() hash.Hash { return sha3.New224() }}, {"sha3_256", "", func() hash.Hash { return sha3.New256() }},
		{"sha3_384", "", func() hash.Hash { return sha3.New384() }}, {"sha3_512", "", func() hash.Hash { return sha3.New512() }},
		{"shake_128", "", func() hash.Hash { return shake{sha3.NewSHAKE128()} }}, {"shake_256", "", func() hash.Hash { return shake{sha3.NewSHAKE256()} }},
	},
}

// hashTypeNames are the names that types have in their modules beside the functions'.
var hashTypeNames = map[string]string{"md5": "MD5Type", "sha1": "SHA1Type"}

// shake is a hash function whose digests are as long as one asks. It implements
// hash.Cloner but for Sum.
type shake struct{ *sha3.SHAKE }

// Sum and Size say that there is no digest of a length of its own.
func (s shake) Sum([]byte) []byte { return nil }
func (s shake) Size() int         { return 0 }

// Clone implements hash.Cloner.
func (s shake) Clone() (hash.Cloner, error) {
	next := *s.SHAKE
	return shake{&next}, nil
}

// digest returns n bytes.
func (s shake) digest(n int) []byte {
	next := *s.SHAKE
	out := make([]byte, n)
	next.Read(out) // never fails
	return out
}

// hashes is a module's state.
type hashes struct {
	module string
	types  map[string]*object.Type // by hash function
	by     map[object.TypeID]hashFunc
}

// newHashes makes the maker of a module.
func newHashes(name string) func(l *Lib) (object.Value, error) {
	return func(l *Lib) (object.Value, error) {
		h, m := l.h, l.newModule(name)
		k := &hashes{name, map[string]*object.Type{}, map[object.TypeID]hashFunc{}}
		for _, f := range hashModules[name] {
			t := k.register(h, f, nil)
			if f.typ == "" {
				m.set(f.name, t.Object)
				continue
			}
			typ := f.typ
			if other, ok := hashTypeNames[typ]; ok {
				typ = other
			}
			m.set(typ, t.Object)
			sig := hashSig(f.name)
			m.functions([]object.Builtin{{Name: f.name, Arity: object.Varied,
				FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
					return k.new(h, f, sig, args, kwnames)
				}}})
		}
		m.set("_GIL_MINSIZE", object.SmallInt(2048))
		if name == "_sha3" {
			m.set("implementation", h.Intern("HACL"))
		}
		return m.v, nil
	}
}

func hashSig(name string) *object.Signature {
	return object.NewSignature(name, 0, 0, 2, "data", "usedforsecurity", "string")
}

// register makes the type of a hash function's objects; anew is its __new__, nil for the one that all have which
// are types.
func (k *hashes) register(h *object.Heap, f hashFunc, anew func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error)) *object.Type {
	row := &object.Type{Name: f.typ, Module: k.module, Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
		New:     noInstances,
	}}
	if f.typ == "" {
		row.Name, row.New = f.name, anew
	}
	if f.typ == "" && anew == nil {
		sig := hashSig(f.name)
		row.New = func(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			return k.new(h, f, sig, args, kwnames)
		}
	}
	t := h.RegisterType(row)
	k.types[f.name], k.by[t.ID] = t, f
	h.AddGetSets(t, hashAttrs())
	h.AddMethods(t, hashMethods(f.make().Size() > 0))
	return t
}

// hashOf returns the Go object behind an object of a hash function.
func hashOf(h *object.Heap, v object.Value) hash.Hash { return h.HandleOf(v).(*hashState).Hash }

// hashState is what has been hashed so far, and the name of the hash function.
type hashState struct {
	hash.Hash
	name string
}

// HandleWeight is what the heap counts for it: what a hash of SHA-2, SHA-3 or BLAKE2 takes, which is 250 to 600 bytes.
func (s *hashState) HandleWeight() int {
	if strings.HasPrefix(s.name, "hmac-") {
		return 3 * 400
	}
	return 400
}

// Same implements object.Same.
func (s *hashState) Same(other any) bool {
	o, ok := other.(*hashState)
	return ok && slices.Equal(hashDigest(s.Hash, 32), hashDigest(o.Hash, 32))
}

// hashDigest returns the digest of what has been hashed; n bytes if one may choose.
func hashDigest(x hash.Hash, n int) []byte {
	if s, ok := x.(shake); ok {
		return s.digest(n)
	}
	return x.Sum(nil)
}

// new makes an object of a hash function.
func (k *hashes) new(h *object.Heap, f hashFunc, sig *object.Signature, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, sig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if p[0] != object.Null && p[2] != object.Null {
		return object.Null, errDataAndString(h)
	}
	if p[1] != object.Null {
		if _, err := h.Truth(p[1]); err != nil {
			return object.Null, err
		}
	}
	return k.of(h, f.name, f.make(), p[0], p[2])
}

func errDataAndString(h *object.Heap) error {
	return h.Raise(object.TypeErrorType,
		"'data' and 'string' are mutually exclusive and support for 'string' keyword parameter is slated for removal in a future version.")
}

// of makes an object of what has been hashed and of data, which may be missing.
func (k *hashes) of(h *object.Heap, name string, x hash.Hash, data ...object.Value) (object.Value, error) {
	for _, v := range data {
		if v != object.Null {
			if err := hashUpdate(h, x, v); err != nil {
				return object.Null, err
			}
		}
	}
	return h.NewHandleObject(k.types[name].ID, &hashState{x, name}), nil
}

// hashUpdate hashes the bytes of an object.
func hashUpdate(h *object.Heap, x hash.Hash, v object.Value) error {
	switch {
	case h.IsInstance(v, object.StrType):
		return h.Raise(object.TypeErrorType, "Strings must be encoded before hashing")
	case !h.IsBuffer(v):
		return h.Raise(object.TypeErrorType, "object supporting the buffer API required")
	}
	data, err := h.BufferData(v)
	if err == nil {
		x.Write(data) // never fails
	}
	return err
}

// hashMethods are those of a hash function's objects; how long a digest is, the caller says where it is not sized.
func hashMethods(sized bool) []object.Builtin {
	methods := []object.Builtin{
		{Name: "update", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return object.None, hashUpdate(h, hashOf(h, v), a[0])
		}},
		{Name: "copy", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			s := h.HandleOf(v).(*hashState)
			next, err := s.Hash.(hash.Cloner).Clone()
			if err != nil {
				return object.Null, h.Raise(object.RuntimeErrorType, "%s", err)
			}
			return h.NewHandleObject(h.TypeOf(v).ID, &hashState{next, s.name}), nil
		}},
	}
	return append(methods,
		digestMethod(sized, "digest", func(h *object.Heap, b []byte) object.Value { return h.NewBytes(b) }),
		digestMethod(sized, "hexdigest", func(h *object.Heap, b []byte) object.Value { return h.NewStr(hex.EncodeToString(b)) }))
}

// hashAttrs are the attributes of a hash function's objects.
func hashAttrs() []object.GetSet {
	get := func(name string, x func(h *object.Heap, s *hashState) object.Value) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return x(h, h.HandleOf(v).(*hashState)), nil
		}}
	}
	return []object.GetSet{
		get("name", func(h *object.Heap, s *hashState) object.Value { return h.Intern(s.name) }),
		get("digest_size", func(_ *object.Heap, s *hashState) object.Value { return object.SmallInt(int64(s.Size())) }),
		get("block_size", func(_ *object.Heap, s *hashState) object.Value { return object.SmallInt(int64(s.BlockSize())) }),
	}
}

// noInstances is the __new__ of types whose objects functions make.
func noInstances(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
	return object.Null, h.Raise(object.TypeErrorType, "cannot create '%s' instances", t.FullName())
}

// digestMethod makes digest or hexdigest.
func digestMethod(sized bool, name string, value func(h *object.Heap, b []byte) object.Value) object.Builtin {
	if sized {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return value(h, hashOf(h, v).Sum(nil)), nil
		}}
	}
	sig := object.NewSignature(name, 0, 1, 0, "length")
	return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [1]object.Value
		if err := bind(h, sig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		n, err := h.Index(p[0])
		switch {
		case err != nil:
			return object.Null, err
		case n < 0:
			return object.Null, h.Raise(object.ValueErrorType, "Cannot convert negative int")
		case uintptr(n) > h.Limit():
			return object.Null, h.RaiseWith(object.MemoryErrorType)
		}
		return value(h, hashDigest(hashOf(h, v), int(n))), nil
	}}
}
