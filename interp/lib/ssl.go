package lib

import (
	"math"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/tlsconn"
	"github.com/tier2go/tier2/interp/object"
)

// The module _ssl (Modules/_ssl.c) upon crypto/tls (internal/tlsconn): contexts are here and in ssl_context.go, connections in
// ssl_object.go, certificates in ssl_cert.go, MemoryBIO in ssl_bio.go, exceptions in ssl_error.go. What crypto/tls has not is
// unsupported by name: sessions, chains, keys with a password, ciphers by classes, callbacks, channel bindings.

// sslKit is what the module has.
type sslKit struct {
	l                                                                       *Lib
	context, bio, conn                                                      *object.Type
	content                                                                 object.TypeID // of what stands for a secureConn
	state                                                                   object.TypeID // … and for a secureContext
	errSSL, errEOF, errWantRead, errWantWrite, errZeroReturn, errUnverified object.Value
	live                                                                    tlsconn.Open
	received                                                                [64 << 10]byte
}

// close ends what connections have going on.
func (k *sslKit) close() {
	if k == nil {
		return
	}
	k.live.Close()
}

// tlsField is where a setting of a context lies; that of tlsSettings is what stands for the secureContext.
func tlsField(i int) uintptr { return 8 + 8*uintptr(i) }

// settings of a context that are numbers, in the order of its fields from offset 8.
const (
	tlsProtocol = iota
	tlsOptions
	tlsVerifyFlags
	tlsVerifyMode
	tlsCheckHost
	tlsLeast
	tlsMost
	tlsTickets
	tlsHostFlags
	tlsHandshake
	tlsSettings
)

var tlsNames = [tlsSettings]string{"protocol", "options", "verify_flags", "verify_mode", "check_hostname", "minimum_version", "maximum_version", "num_tickets", "_host_flags", "post_handshake_auth"}

// Protocols of a context, and modes of verify_mode.
const (
	tlsEither, tlsClient, tlsServer = 2, 16, 17
	certNone, certRequired          = 0, 2
)

// tlsRefused are the methods of a context that would do something.
var tlsRefused = []string{"load_dh_params", "set_ecdh_curve", "get_ciphers", "session_stats", "set_psk_client_callback", "set_psk_server_callback"}

// tlsPurposes are the objects that ssl asks for when it is imported.
var tlsPurposes = map[string]struct {
	nid         int64
	short, long string
}{
	"1.3.6.1.5.5.7.3.1": {129, "serverAuth", "TLS Web Server Authentication"},
	"1.3.6.1.5.5.7.3.2": {130, "clientAuth", "TLS Web Client Authentication"},
}

var txt2objSig = object.NewSignature("txt2obj", 0, 1, 0, "txt", "name")

// newSSL makes the module _ssl.
func (l *Lib) newSSL() (object.Value, error) {
	h, m := l.h, l.refusedModule("_ssl")
	version := h.NewTuple(object.SmallInt(3), object.SmallInt(5), object.SmallInt(0), object.SmallInt(7), object.SmallInt(0))
	m.set("OPENSSL_VERSION_INFO", version)
	m.set("_OPENSSL_API_VERSION", version)
	m.set("OPENSSL_VERSION", h.NewStr("OpenSSL 3.5.7 9 Jun 2026"))
	m.set("_DEFAULT_CIPHERS", h.NewStr("@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM"))
	for _, c := range refusedModules["_ssl"].ints {
		if strings.HasPrefix(c.name, "HAS_") {
			m.set(c.name, object.Bool(c.n != 0))
		}
	}
	k := &sslKit{l: l, live: tlsconn.Open{}, errUnverified: object.Null}
	l.ssl = k
	h.AddRoots(func(m *heap.Marker) { m.Value(k.errUnverified) })
	for name, v := range map[string]*object.Value{"SSLError": &k.errSSL, "SSLEOFError": &k.errEOF, "SSLWantReadError": &k.errWantRead, "SSLWantWriteError": &k.errWantWrite, "SSLZeroReturnError": &k.errZeroReturn} {
		*v = h.DictGetStr(m.d, h.Intern(name))
	}
	if err := k.registerErrors(); err != nil {
		return object.Null, err
	}
	// Of its two bases the table has one.
	names := h.NewDict()
	h.Push(names) // until the module is made (Import)
	if err := h.DictSet(names, h.Intern("__module__"), h.Intern("ssl")); err != nil {
		return object.Null, err
	}
	bases := h.NewTuple(h.DictGetStr(m.d, h.Intern("SSLError")), h.Type(object.ValueErrorType).Object)
	h.Push(bases)
	unverified, err := h.Call(h.Type(object.TypeType).Object, []object.Value{h.Intern("SSLCertVerificationError"), bases, names}, object.Null)
	if err != nil {
		return object.Null, err
	}
	m.set("SSLCertVerificationError", unverified)
	k.errUnverified = unverified
	k.bio, k.conn = k.registerBIO(), k.registerConn()
	k.context = k.registerContext()
	m.set("_SSLContext", k.context.Object)
	m.set("MemoryBIO", k.bio.Object)
	m.set("_SSLSocket", k.conn.Object)
	m.functions([]object.Builtin{
		{Name: "txt2obj", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [2]object.Value{object.Null, object.Null}
			if err := bind(h, txt2objSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			if h.IsInstance(p[0], object.StrType) {
				if x, ok := tlsPurposes[h.GoString(p[0])]; ok {
					r := h.NewTuple(object.SmallInt(x.nid), object.None, object.None, p[0])
					mark := h.Mark()
					defer h.Release(mark)
					h.Push(r)
					h.TupleItems(r)[1] = h.NewStr(x.short)
					h.TupleItems(r)[2] = h.NewStr(x.long)
					return r, nil
				}
			}
			return object.Null, h.Unsupported("function _ssl.txt2obj of other objects than those of ssl.Purpose")
		}},
		{Name: "get_default_verify_paths", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			r := h.NewTuple(object.None, object.None, object.None, object.None)
			mark := h.Mark()
			defer h.Release(mark)
			h.Push(r)
			for i, text := range [...]string{"SSL_CERT_FILE", defaultCertFile, "SSL_CERT_DIR", defaultCertFolder} {
				h.TupleItems(r)[i] = h.NewStr(text)
			}
			return r, nil
		}},
		{Name: "RAND_status", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.Bool(l.host.Grants.Random != nil), nil
		}},
		{Name: "RAND_bytes", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			if n < 0 {
				return object.Null, h.Raise(object.ValueErrorType, "num must be positive")
			}
			if err := within(h, n, 1); err != nil {
				return object.Null, err
			}
			b := make([]byte, n)
			if err := l.random(b); err != nil {
				return object.Null, err
			}
			return h.NewBytes(b), nil
		}},
	})
	return m.v, nil
}

// registerContext makes the type _SSLContext.
func (k *sslKit) registerContext() *object.Type {
	h := k.l.h
	get := func(v object.Value, i int) object.Value { return h.Field(v, tlsField(i)) }
	set := func(v object.Value, i int, x int64) { h.SetField(v, tlsField(i), object.SmallInt(x)) }
	k.state = h.RegisterType(&object.Type{Name: "context", Module: "_ssl", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	t := h.RegisterType(&object.Type{Name: "_SSLContext", Module: "_ssl", Size: tlsField(tlsSettings + 1), Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) != 1 {
				return object.Null, h.Raise(object.TypeErrorType, "_SSLContext expected 1 argument, got %d", len(args))
			}
			protocol, err := h.CInt(args[0])
			if err != nil {
				return object.Null, err
			}
			if protocol != tlsEither && protocol != tlsClient && protocol != tlsServer {
				return object.Null, h.Unsupported("protocols of ssl.SSLContext that have a version")
			}
			state := h.NewHandleObject(k.state, &secureContext{})
			h.Push(state)
			v := h.NewEmpty(t)
			for i := range tlsSettings {
				h.SetField(v, tlsField(i), object.SmallInt(0))
			}
			h.SetField(v, tlsField(tlsSettings), state)
			for i, x := range map[int]int64{tlsProtocol: int64(protocol), tlsOptions: 2186412112, tlsVerifyFlags: 32768, tlsLeast: 771, tlsMost: -1, tlsTickets: 2, tlsHostFlags: 4} {
				set(v, i, x)
			}
			if protocol == tlsClient {
				set(v, tlsVerifyMode, certRequired)
				set(v, tlsCheckHost, 1)
			}
			return v, nil
		},
	}})
	var list []object.GetSet
	for i, name := range tlsNames {
		g := object.GetSet{Name: name, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			if i == tlsCheckHost || i == tlsHandshake {
				return object.Bool(get(v, i) != object.SmallInt(0)), nil
			}
			return get(v, i), nil
		}}
		if i != tlsProtocol {
			g.Set = func(h *object.Heap, v, x object.Value) error {
				if x == object.Null {
					return h.Raise(object.AttributeErrorType, "cannot delete attribute")
				}
				if i == tlsCheckHost || i == tlsHandshake {
					yes, err := h.Truth(x)
					if err != nil {
						return err
					}
					n := int64(0)
					if yes {
						n = 1
					}
					if set(v, i, n); i == tlsCheckHost && yes && get(v, tlsVerifyMode) == object.SmallInt(certNone) {
						set(v, tlsVerifyMode, certRequired)
					}
					return nil
				}
				x, err := h.ToIndex(x)
				if err != nil {
					return err
				}
				n, ok := h.AsInt64(x)
				switch {
				case !ok || n > math.MaxUint32 || n < math.MinInt32:
					return h.Raise(object.OverflowErrorType, "Python int too large to convert to C int")
				case i == tlsVerifyMode && (n < certNone || n > certRequired):
					return h.Raise(object.ValueErrorType, "invalid value for verify_mode")
				case i == tlsVerifyMode && n == certNone && get(v, tlsCheckHost) != object.SmallInt(0):
					return h.Raise(object.ValueErrorType, "Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
				}
				set(v, i, n)
				return nil
			}
		}
		list = append(list, g)
	}
	for _, name := range [...]string{"sni_callback", "keylog_filename", "_msg_callback"} {
		list = append(list, object.GetSet{Name: name,
			Get: func(*object.Heap, object.Value) (object.Value, error) { return object.None, nil },
			Set: func(h *object.Heap, _, x object.Value) error {
				if x == object.None {
					return nil
				}
				return h.Unsupported("attribute " + name + " of ssl.SSLContext")
			}})
	}
	h.AddGetSets(t, list)
	h.AddMethods(t, k.contextMethods())
	return t
}
