package lib

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"hash"
	"math"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// The module _hashlib (Modules/_hashopenssl.c), which Lib/hashlib.py and Lib/hmac.py stand on: hash functions by name,
// HMAC and PBKDF2. CPython has them of OpenSSL, here they are those of Go's standard library and of _blake2. Of what
// OpenSSL has, ripemd160 and sm3 are unknown, and scrypt is refused.

// opensslFunc is a hash function that has a name.
type opensslFunc struct {
	hashFunc
	names string // OpenSSL's, without case, separated by spaces
	own   bool   // the module has a function openssl_ of it
}

var opensslFuncs = []opensslFunc{
	{hashFunc{name: "md5", make: md5.New}, "md5 ssl3-md5", true},
	{hashFunc{name: "md5-sha1", make: func() hash.Hash { return md5SHA1{md5.New(), sha1.New()} }}, "md5-sha1", false},
	{hashFunc{name: "sha1", make: sha1.New}, "sha1 sha-1 ssl3-sha1", true},
	{hashFunc{name: "sha224", make: sha256.New224}, "sha224 sha-224 sha2-224", true},
	{hashFunc{name: "sha256", make: sha256.New}, "sha256 sha-256 sha2-256", true},
	{hashFunc{name: "sha384", make: sha512.New384}, "sha384 sha-384 sha2-384", true},
	{hashFunc{name: "sha512", make: sha512.New}, "sha512 sha-512 sha2-512", true},
	{hashFunc{name: "sha512_224", make: sha512.New512_224}, "sha512-224 sha-512/224 sha2-512/224", false},
	{hashFunc{name: "sha512_256", make: sha512.New512_256}, "sha512-256 sha-512/256 sha2-512/256", false},
	{hashFunc{name: "sha3_224", make: func() hash.Hash { return sha3.New224() }}, "sha3-224", true},
	{hashFunc{name: "sha3_256", make: func() hash.Hash { return sha3.New256() }}, "sha3-256", true},
	{hashFunc{name: "sha3_384", make: func() hash.Hash { return sha3.New384() }}, "sha3-384", true},
	{hashFunc{name: "sha3_512", make: func() hash.Hash { return sha3.New512() }}, "sha3-512", true},
	{hashFunc{name: "shake_128", make: func() hash.Hash { return shake{sha3.NewSHAKE128()} }}, "shake128 shake-128", true},
	{hashFunc{name: "shake_256", make: func() hash.Hash { return shake{sha3.NewSHAKE256()} }}, "shake256 shake-256", true},
	{hashFunc{name: "blake2s", make: blakes[1].plain}, "blake2s256 blake2s-256", false},
	{hashFunc{name: "blake2b", make: blakes[0].plain}, "blake2b512 blake2b-512", false},
}

// md5SHA1 is both digests, one behind the other. It implements hash.Cloner.
type md5SHA1 struct{ md5, sha1 hash.Hash }

func (s md5SHA1) Write(p []byte) (int, error) {
	s.md5.Write(p) // never fails
	return s.sha1.Write(p)
}
func (s md5SHA1) Sum(b []byte) []byte { return s.sha1.Sum(s.md5.Sum(b)) }
func (s md5SHA1) Size() int           { return s.md5.Size() + s.sha1.Size() }
func (s md5SHA1) BlockSize() int      { return s.md5.BlockSize() }
func (s md5SHA1) Reset() {
	s.md5.Reset()
	s.sha1.Reset()
}

// Clone implements hash.Cloner.
func (s md5SHA1) Clone() (hash.Cloner, error) {
	a, err := s.md5.(hash.Cloner).Clone()
	if err != nil {
		return nil, err
	}
	b, err := s.sha1.(hash.Cloner).Clone()
	return md5SHA1{a, b}, err
}

// openssl is the module's state.
type openssl struct {
	l                 *Lib
	plain, xof, hmac  *object.Type
	constructors      object.Value // dict: names of hash functions by the module's functions
	unknown           object.TypeID
	newSig, pbkdf2Sig *object.Signature
	hmacSig, onceSig  *object.Signature
}

// newHashlib makes the module.
func (l *Lib) newHashlib() (object.Value, error) {
	h, m := l.h, l.newModule("_hashlib")
	k := &openssl{l: l, constructors: h.NewDict(),
		newSig:    object.NewSignature("new", 0, 1, 2, "name", "data", "usedforsecurity", "string"),
		pbkdf2Sig: object.NewSignature("pbkdf2_hmac", 0, 4, 0, "hash_name", "password", "salt", "iterations", "dklen"),
		hmacSig:   object.NewSignature("hmac_new", 0, 1, 0, "key", "msg", "digestmod"),
		onceSig:   object.NewSignature("hmac_digest", 0, 3, 0, "key", "msg", "digest"),
	}
	m.set("_constructors", h.NewProxy(k.constructors)) // which keeps the dict
	k.registerTypes(m)
	names := h.NewFrozenSet()
	for _, f := range opensslFuncs {
		if err := h.SetAdd(names, h.Intern(f.name)); err != nil {
			return object.Null, err
		}
		if !f.own {
			continue
		}
		sig := hashSig("openssl_" + f.name)
		m.functions([]object.Builtin{{Name: "openssl_" + f.name, Arity: object.Varied,
			FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
				var p [3]object.Value
				if err := bind(h, sig, args, kwnames, p[:]); err != nil {
					return object.Null, err
				}
				return k.hash(f, p[0], p[1], p[2])
			}}})
		if err := h.DictSet(k.constructors, h.DictGetStr(m.d, h.Intern("openssl_"+f.name)), h.Intern(f.name)); err != nil {
			return object.Null, err
		}
	}
	m.set("openssl_md_meth_names", names)
	m.set("_GIL_MINSIZE", object.SmallInt(2048))
	compare := test("compare_digest", 2, compareDigest)
	m.functions([]object.Builtin{
		{Name: "new", Arity: object.Varied, FnKw: k.byName}, {Name: "pbkdf2_hmac", Arity: object.Varied, FnKw: k.pbkdf2},
		{Name: "hmac_new", Arity: object.Varied, FnKw: k.newHMAC}, {Name: "hmac_digest", Arity: object.Varied, FnKw: k.hmacDigest},
		{Name: "get_fips_mode", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(0), nil
		}},
		compare,
	})
	scrypt := *missing("function", "_hashlib.scrypt")
	scrypt.Name = "scrypt"
	m.functions([]object.Builtin{scrypt})
	return m.v, nil
}

// registerTypes makes the types of hashes, of those with digests of any length, and of HMACs.
func (k *openssl) registerTypes(m *module) {
	h := k.l.h
	shown := func(what func(t *object.Type) string) func(h *object.Heap, v object.Value) (object.Value, error) {
		return func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.NewStr("<" + h.HandleOf(v).(*hashState).name + " " + what(h.TypeOf(v)) + " object @ " + h.Address(v) + ">"), nil
		}
	}
	slots := object.Slots{New: noInstances, Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
		Repr: shown((*object.Type).FullName)}
	k.plain = h.RegisterType(&object.Type{Name: "HASH", Module: "_hashlib", Slots: slots})
	h.AddGetSets(k.plain, hashAttrs())
	h.AddMethods(k.plain, hashMethods(true))
	k.xof = h.RegisterType(&object.Type{Name: "HASHXOF", Module: "_hashlib", Base: k.plain, Slots: slots})
	h.AddMethods(k.xof, hashMethods(false)[2:]) // update and copy are the base's
	slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		name := strings.TrimPrefix(h.HandleOf(v).(*hashState).name, "hmac-")
		return h.NewStr("<" + name + " HMAC object @ " + h.Address(v) + ">"), nil
	}
	k.hmac = h.RegisterType(&object.Type{Name: "HMAC", Module: "_hashlib", Final: true, Slots: slots})
	h.AddGetSets(k.hmac, hashAttrs())
	updateSig := object.NewSignature("update", 0, 1, 0, "msg")
	methods := hashMethods(true)
	methods[0] = object.Builtin{Name: "update", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [1]object.Value
		if err := bind(h, updateSig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		return object.None, hashUpdate(h, hashOf(h, v), p[0])
	}}
	h.AddMethods(k.hmac, methods)
	base := h.Type(object.ValueErrorType)
	unknown := h.RegisterType(&object.Type{Name: "UnsupportedDigestmodError", Module: "_hashlib", Base: base, IsException: true, Slots: base.Slots})
	k.unknown = unknown.ID
	for _, t := range []*object.Type{k.plain, k.xof, k.hmac, unknown} {
		m.set(t.Name, t.Object)
	}
}

// named returns the hash function of a name: this module's, or one of OpenSSL's in any case.
func (k *openssl) named(name object.Value) (opensslFunc, error) {
	text := k.l.h.GoString(name)
	for _, f := range opensslFuncs {
		if f.name == text {
			return f, nil
		}
		for one := range strings.FieldsSeq(f.names) {
			if strings.EqualFold(one, text) {
				return f, nil
			}
		}
	}
	return opensslFunc{}, k.l.h.Raise(k.unknown, "[digital envelope routines] unsupported")
}

// hash makes an object of a hash function.
func (k *openssl) hash(f opensslFunc, data, security, text object.Value) (object.Value, error) {
	h := k.l.h
	if security != object.Null {
		if _, err := h.Truth(security); err != nil {
			return object.Null, err
		}
	}
	if data != object.Null && text != object.Null {
		return object.Null, errDataAndString(h)
	}
	if data == object.Null {
		data = text
	}
	x := f.make()
	if data != object.Null {
		if err := hashUpdate(h, x, data); err != nil {
			return object.Null, err
		}
	}
	t := k.plain
	if x.Size() == 0 {
		t = k.xof
	}
	return h.NewHandleObject(t.ID, &hashState{x, f.name}), nil
}

// byName is _hashlib.new.
func (k *openssl) byName(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [4]object.Value
	if err := bind(h, k.newSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "new() argument 'name' must be str, not %s", argTypeName(h, p[0]))
	}
	f, err := k.named(p[0])
	if err != nil {
		return object.Null, err
	}
	return k.hash(f, p[1], p[2], p[3])
}

// ofDigestmod returns the hash function that an argument names or makes.
func (k *openssl) ofDigestmod(v object.Value) (opensslFunc, error) {
	h := k.l.h
	if h.IsInstance(v, object.StrType) {
		return k.named(v)
	}
	name, err := h.DictGet(k.constructors, v)
	if err == nil && name != object.Null {
		return k.named(name)
	}
	if err == nil {
		var text object.Value
		if text, err = h.Repr(v); err == nil {
			err = h.Raise(k.unknown, "Unsupported digestmod %s", h.GoString(text))
		}
	}
	return opensslFunc{}, err
}

// hmacOf begins an HMAC; OpenSSL has none of functions without a size.
func (k *openssl) hmacOf(f opensslFunc, key []byte) (hash.Hash, error) {
	if f.make().Size() == 0 {
		return nil, k.l.h.Raise(object.ValueErrorType, "no reason supplied")
	}
	return hmac.New(f.make, key), nil
}

func (k *openssl) newHMAC(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, k.hmacSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if _, err := packedAddress(h, p[0]); err != nil {
		return object.Null, err
	}
	if p[2] == object.Null {
		return object.Null, h.Raise(object.TypeErrorType, "Missing required parameter 'digestmod'.")
	}
	f, err := k.ofDigestmod(p[2])
	if err != nil {
		return object.Null, err
	}
	key, err := packedAddress(h, p[0]) // looking digestmod up may have run the program's code
	if err != nil {
		return object.Null, err
	}
	x, err := k.hmacOf(f, key)
	if err != nil {
		return object.Null, err
	}
	if p[1] != object.Null && p[1] != object.None {
		if err := hashUpdate(h, x, p[1]); err != nil {
			return object.Null, err
		}
	}
	return h.NewHandleObject(k.hmac.ID, &hashState{x, "hmac-" + f.name}), nil
}

func (k *openssl) hmacDigest(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, k.onceSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	for _, v := range p[:2] {
		if _, err := packedAddress(h, v); err != nil {
			return object.Null, err
		}
	}
	f, err := k.ofDigestmod(p[2])
	if err != nil {
		return object.Null, err
	}
	key, err := packedAddress(h, p[0])
	if err != nil {
		return object.Null, err
	}
	x, err := k.hmacOf(f, key)
	if err == nil {
		err = hashUpdate(h, x, p[1])
	}
	if err != nil {
		return object.Null, err
	}
	return h.NewBytes(x.Sum(nil)), nil
}

// pbkdf2 is PBKDF2 of RFC 8018 with HMAC. Go's crypto/pbkdf2 does not ask whether it is to end.
func (k *openssl) pbkdf2(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [5]object.Value
	if err := bind(h, k.pbkdf2Sig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "pbkdf2_hmac() argument 'hash_name' must be str, not %s", argTypeName(h, p[0]))
	}
	for _, v := range p[1:3] {
		if _, err := packedAddress(h, v); err != nil {
			return object.Null, err
		}
	}
	iterations, err := cLong(h, p[3])
	if err != nil {
		return object.Null, err
	}
	f, err := k.named(p[0])
	switch {
	case err != nil:
		return object.Null, err
	case iterations < 1:
		return object.Null, h.Raise(object.ValueErrorType, "iteration value must be greater than 0.")
	case iterations > math.MaxInt32:
		return object.Null, h.Raise(object.OverflowErrorType, "iteration value is too great.")
	}
	n := f.make().Size()
	if p[4] != object.Null && p[4] != object.None {
		if n, err = cLong(h, p[4]); err != nil {
			return object.Null, err
		}
	}
	switch {
	case n < 1:
		return object.Null, h.Raise(object.ValueErrorType, "key length must be greater than 0.")
	case n > math.MaxInt32:
		return object.Null, h.Raise(object.OverflowErrorType, "key length is too great.")
	}
	var data [2][]byte
	for i := range data { // taken last: __index__ may have changed them
		if data[i], err = packedAddress(h, p[1+i]); err != nil {
			return object.Null, err
		}
	}
	x, err := k.hmacOf(f, data[0])
	if err != nil {
		return object.Null, err
	}
	h.RoomFor(2 * 8 * float64(n)) // the key in Go's memory, and the bytes
	return h.NewBytes(k.derive(x, data[1], iterations, n)), nil
}

// iterationsBetween is how many iterations are done between two looks at whether it is to end: below 1 ms.
const iterationsBetween = 512

// derive makes a key of n bytes.
func (k *openssl) derive(prf hash.Hash, salt []byte, iterations, n int) []byte {
	key := make([]byte, 0, n+prf.Size())
	sum, block := make([]byte, 0, prf.Size()), make([]byte, prf.Size())
	for i := uint32(1); len(key) < n; i++ {
		k.l.h.CheckStop()
		prf.Reset()
		prf.Write(salt) // never fails, nor below
		prf.Write(binary.BigEndian.AppendUint32(nil, i))
		sum = prf.Sum(sum[:0])
		copy(block, sum)
		for done := range iterations - 1 {
			if done%iterationsBetween == 0 {
				k.l.h.CheckStop()
			}
			prf.Reset()
			prf.Write(sum)
			sum = prf.Sum(sum[:0])
			for j, b := range sum {
				block[j] ^= b
			}
		}
		key = append(key, block...)
	}
	return key[:n]
}

// cLong is an argument of C's type long.
func cLong(h *object.Heap, v object.Value) (int, error) {
	i, err := h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	n, err := h.Ssize(i)
	if err != nil {
		return 0, h.Raise(object.OverflowErrorType, "Python int too large to convert to C long")
	}
	return n, nil
}
