package lib

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/tlsconn"
	"github.com/tier2go/tier2/interp/object"
)

// What a context does: certificates, and what a connection is made with.

// secureContext is what is behind a context besides its settings.
type secureContext struct {
	heap.Account
	own     []tls.Certificate
	roots   []*x509.Certificate
	folders []string // of certificates, which are read when a peer is verified
	alpn    []string
	suites  []uint16 // nil: those of crypto/tls
}

// HandleWeight is what the heap counts for it without the certificates.
func (c *secureContext) HandleWeight() int { return int(unsafe.Sizeof(*c)) }

func (k *sslKit) contextOf(v object.Value) *secureContext {
	return k.l.h.HandleOf(k.l.h.Field(v, tlsField(tlsSettings))).(*secureContext)
}

// Options that take versions away.
var noVersion = []struct {
	option  int64
	version uint16
}{{67108864, tls.VersionTLS10}, {268435456, tls.VersionTLS11}, {134217728, tls.VersionTLS12}, {536870912, tls.VersionTLS13}}

// versions are the lowest and the highest that a context allows.
func (k *sslKit) versions(v object.Value) (least, most uint16) {
	get := func(i int) int64 { return k.l.h.Field(v, tlsField(i)).Small() }
	least, most = tls.VersionTLS10, tls.VersionTLS13
	if n := get(tlsLeast); n > 0 {
		least = max(least, uint16(n))
	}
	if n := get(tlsMost); n > 0 {
		most = uint16(n)
	}
	allowed := func(version uint16) bool {
		return !slices.ContainsFunc(noVersion, func(x struct {
			option  int64
			version uint16
		}) bool {
			return x.version == version && get(tlsOptions)&x.option != 0
		})
	}
	for least < most && !allowed(least) {
		least++
	}
	for most > least && !allowed(most) {
		most--
	}
	return least, most
}

// config is what crypto/tls makes a connection with.
func (k *sslKit) config(v object.Value, server bool, host string) (*tls.Config, error) {
	h, c := k.l.h, k.contextOf(v)
	now, err := k.l.now()
	if err != nil {
		return nil, err
	}
	if k.l.host.Grants.Random == nil {
		return nil, k.l.denied(theRandom, object.Null)
	}
	config := &tls.Config{
		Certificates: slices.Clone(c.own), NextProtos: slices.Clone(c.alpn), CipherSuites: slices.Clone(c.suites), Time: func() time.Time { return now },
		InsecureSkipVerify:          true, // VerifyConnection does
		DynamicRecordSizingDisabled: true, SessionTicketsDisabled: true,
	}
	config.MinVersion, config.MaxVersion = k.versions(v)
	if _, err := netip.ParseAddr(host); err != nil {
		config.ServerName = host
	}
	mode := h.Field(v, tlsField(tlsVerifyMode)).Small()
	check := &tlsconn.Check{Now: now, Usage: x509.ExtKeyUsageServerAuth, Subject: true}
	if mode != certNone {
		list, err := k.trusted(c)
		if err != nil {
			return nil, err
		}
		check.Roots = rootsOf(list)
		config.VerifyConnection = verified(check, mode == certRequired || !server)
	}
	if server {
		check.Usage = x509.ExtKeyUsageClientAuth
		config.ClientCAs = check.Roots
		config.ClientAuth = [...]tls.ClientAuthType{tls.NoClientCert, tls.RequestClientCert, tls.RequireAnyClientCert}[mode]
		return config, nil
	}
	if h.Field(v, tlsField(tlsCheckHost)) != object.SmallInt(0) {
		check.Host = host // "": nothing is compared, as in OpenSSL; a socket is not wrapped without one (Lib/ssl.py)
	}
	if len(c.own) > 0 { // whatever the server says whose it takes
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &config.Certificates[0], nil }
	}
	return config, nil
}

// trusted are the certificates that a context trusts, with those of its folders.
func (k *sslKit) trusted(c *secureContext) ([]*x509.Certificate, error) {
	if len(c.folders) == 0 {
		return c.roots, nil
	}
	fs, err := k.l.fs(object.Null)
	if err != nil {
		return nil, err
	}
	for _, folder := range c.folders {
		entries, err := fs.ReadDir(k.l.Path(folder))
		if err != nil {
			continue // as OpenSSL, which looks for the files that it wants
		}
		for _, e := range entries {
			name := e.Name() // as c_rehash makes them
			if len(name) < 10 || name[8] != '.' || name[9] < '0' || name[9] > '9' {
				continue
			}
			if data, err := grant.ReadFile(fs, k.l.Path(folder+"/"+name)); err == nil {
				k.trust(c, certificates(data))
			}
		}
	}
	c.folders = nil
	return c.roots, nil
}

// certificates are those of a text in PEM that can be read.
func certificates(data []byte) (list []*x509.Certificate) {
	for {
		var b *pem.Block
		if b, data = pem.Decode(data); b == nil {
			return list
		}
		if b.Type != "CERTIFICATE" && b.Type != "TRUSTED CERTIFICATE" {
			continue
		}
		if c, err := x509.ParseCertificate(b.Bytes); err == nil {
			list = append(list, c)
		}
	}
}

// trust adds certificates to those that a context trusts.
func (k *sslKit) trust(c *secureContext, list []*x509.Certificate) {
	for _, x := range list {
		if slices.ContainsFunc(c.roots, x.Equal) {
			continue
		}
		c.Add(&k.l.h.Heap, 4*len(x.Raw)+1024)
		c.roots = append(c.roots, x)
	}
}

// file reads a file that a program has named.
func (k *sslKit) file(v object.Value) ([]byte, error) {
	p, err := k.l.fsPath("load_cert_chain", v)
	if err != nil {
		return nil, err
	}
	fs, err := k.l.fs(p.v)
	if err != nil {
		return nil, err
	}
	data, err := grant.ReadFile(fs, k.l.Path(p.name))
	if err != nil {
		return nil, osError(k.l.h, err, object.Null)
	}
	return data, nil
}

var (
	certChainSig   = object.NewSignature("load_cert_chain", 0, 1, 0, "certfile", "keyfile", "password")
	verifyFilesSig = object.NewSignature("load_verify_locations", 0, 0, 0, "cafile", "capath", "cadata")
	wrapBIOSig     = object.NewSignature("_wrap_bio", 0, 3, 2, "incoming", "outgoing", "server_side", "server_hostname", "owner", "session")
	wrapSocketSig  = object.NewSignature("_wrap_socket", 0, 2, 2, "sock", "server_side", "server_hostname", "owner", "session")
)

// loadChain is load_cert_chain(certfile, keyfile=None, password=None).
func (k *sslKit) loadChain(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, certChainSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	chain, err := k.file(p[0])
	if err != nil {
		return object.Null, err
	}
	key := chain
	if given(p[1]) != object.Null {
		if key, err = k.file(p[1]); err != nil {
			return object.Null, err
		}
	}
	const pemLibrary = 524297
	if len(certificates(chain)) == 0 {
		return object.Null, k.raise(k.errSSL, pemLibrary, "[SSL] PEM lib (_ssl.c:4163)", "", "SSL")
	}
	if bytes.Contains(key, []byte("ENCRYPTED")) {
		return object.Null, h.Unsupported("keys with a password in ssl.SSLContext.load_cert_chain")
	}
	own, err := tls.X509KeyPair(chain, key)
	switch {
	case err != nil && strings.Contains(err.Error(), "does not match"):
		return object.Null, k.raise(k.errSSL, 185073780, "[X509: KEY_VALUES_MISMATCH] key values mismatch (_ssl.c:4184)", "KEY_VALUES_MISMATCH", "X509")
	case err != nil:
		return object.Null, k.raise(k.errSSL, pemLibrary, "[SSL] PEM lib (_ssl.c:4184)", "", "SSL")
	}
	c := k.contextOf(v)
	c.Add(&h.Heap, 2*(len(chain)+len(key)))
	c.own = []tls.Certificate{own}
	return object.None, nil
}

// loadTrusted is load_verify_locations(cafile=None, capath=None, cadata=None).
func (k *sslKit) loadTrusted(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, verifyFilesSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if given(p[0]) == object.Null && given(p[1]) == object.Null && given(p[2]) == object.Null {
		return object.Null, h.Raise(object.TypeErrorType, "cafile, capath and cadata cannot be all omitted")
	}
	c := k.contextOf(v)
	if given(p[2]) != object.Null {
		if err := k.loadData(h, c, p[2]); err != nil {
			return object.Null, err
		}
	}
	if given(p[0]) != object.Null {
		data, err := k.file(p[0])
		if err != nil {
			return object.Null, err
		}
		list := certificates(data)
		if len(list) == 0 {
			return object.Null, k.raise(k.errSSL, 136, "[X509: NO_CERTIFICATE_OR_CRL_FOUND] no certificate or crl found (_ssl.c:4416)", "NO_CERTIFICATE_OR_CRL_FOUND", "X509")
		}
		k.trust(c, list)
	}
	if given(p[1]) != object.Null {
		folder, err := k.l.fsPath("load_verify_locations", p[1])
		if err != nil {
			return object.Null, err
		}
		c.folders = append(c.folders, folder.name)
	}
	return object.None, nil
}

// loadData takes certificates in PEM, a str, or in DER.
func (k *sslKit) loadData(h *object.Heap, c *secureContext, v object.Value) error {
	if h.IsInstance(v, object.StrType) {
		list := certificates([]byte(h.GoString(v)))
		if len(list) == 0 {
			return k.plain(k.errSSL, 0, "no start line: cadata does not contain a certificate", 4282)
		}
		k.trust(c, list)
		return nil
	}
	if !h.IsBuffer(v) {
		return h.Raise(object.TypeErrorType, "cadata should be an ASCII string or a bytes-like object")
	}
	data, err := h.BufferData(v)
	if err != nil {
		return err
	}
	list, err := x509.ParseCertificates(data)
	if err != nil || len(list) == 0 {
		return k.plain(k.errSSL, 0, "not enough data: cadata does not contain a certificate", 4289)
	}
	k.trust(c, list)
	return nil
}

// Where OpenSSL looks for certificates.
const defaultCertFile, defaultCertFolder = "/etc/ssl/cert.pem", "/etc/ssl/certs"

// loadDefault is set_default_verify_paths(): what is not there is not missed.
func (k *sslKit) loadDefault(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	c := k.contextOf(v)
	file, folder := defaultCertFile, defaultCertFolder
	for _, x := range k.l.place.environ {
		if name, ok := strings.CutPrefix(x, "SSL_CERT_FILE="); ok {
			file = name
		}
		if name, ok := strings.CutPrefix(x, "SSL_CERT_DIR="); ok {
			folder = name
		}
	}
	if fs := k.l.host.Grants.FS; fs != nil {
		if data, err := grant.ReadFile(fs, k.l.Path(file)); err == nil {
			k.trust(c, certificates(data))
		}
		c.folders = append(c.folders, folder)
	}
	return object.None, nil
}

// setALPN is _set_alpn_protocols(protos): each with its length in front.
func (k *sslKit) setALPN(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	var list []string
	for len(data) > 0 {
		n := int(data[0])
		if n == 0 || n > len(data)-1 {
			return object.Null, osError(h, syscall.EINVAL, object.Null)
		}
		list, data = append(list, string(data[1:1+n])), data[1+n:]
	}
	c := k.contextOf(v)
	c.Add(&h.Heap, h.BytesLen(a[0]))
	c.alpn = list
	return object.None, nil
}

// setCiphers is set_ciphers(ciphers), of suites by their names.
func (k *sslKit) setCiphers(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "set_ciphers() argument must be str, not %s", h.TypeName(a[0]))
	}
	var list []uint16
	for name := range strings.FieldsFuncSeq(h.GoString(a[0]), func(r rune) bool { return strings.ContainsRune(":, ", r) }) {
		found := false
		for _, id := range suiteOrder {
			if suites[id].name == name {
				list, found = append(list, id), true
			}
		}
		if !found {
			return object.Null, h.Unsupported(fmt.Sprintf("ssl.SSLContext.set_ciphers with %q: only names of suites are known", name))
		}
	}
	if len(list) == 0 {
		return object.Null, k.raise(k.errSSL, tlsErrorSSL, "('No cipher can be selected.',)", "", "")
	}
	c := k.contextOf(v)
	c.Add(&h.Heap, 2*len(list))
	c.suites = list
	return object.None, nil
}

// suiteOrder are the suites that a program can choose, which are those below TLS 1.3.
var suiteOrder = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, tls.TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA, tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA,
}

// caCerts is get_ca_certs(binary_form=False): of certificates of authorities.
func (k *sslKit) caCerts(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	binary := false
	if len(a) > 0 {
		var err error
		if binary, err = h.Truth(a[0]); err != nil {
			return object.Null, err
		}
	}
	list := h.NewList()
	h.Push(list)
	for _, c := range k.contextOf(v).roots {
		if !c.IsCA {
			continue
		}
		x := object.Null
		if binary {
			x = h.NewBytes(c.Raw)
		} else {
			var err error
			if x, err = certDict(h, c); err != nil {
				return object.Null, err
			}
		}
		h.ListAppend(list, x)
	}
	return list, nil
}

// storeStats is cert_store_stats().
func (k *sslKit) storeStats(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	all, authorities := 0, 0
	for _, c := range k.contextOf(v).roots {
		if all++; c.IsCA {
			authorities++
		}
	}
	d := h.NewDict()
	h.Push(d)
	h.DictSetStr(d, h.Intern("x509"), object.SmallInt(int64(all)))
	h.DictSetStr(d, h.Intern("crl"), object.SmallInt(0))
	h.DictSetStr(d, h.Intern("x509_ca"), object.SmallInt(int64(authorities)))
	return d, nil
}

// wrapBIO is _wrap_bio(incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None).
func (k *sslKit) wrapBIO(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [6]object.Value
	if err := bind(h, wrapBIOSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	for i := range 2 {
		if !h.Is(p[i], k.bio.ID) {
			return object.Null, h.Raise(object.TypeErrorType, "_wrap_bio() argument %d must be _ssl.MemoryBIO, not %s", i+1, h.TypeName(p[i]))
		}
	}
	return k.wrapped(v, object.Null, p[0], p[1], p[2:])
}

// wrapSocket is _wrap_socket(sock, server_side, server_hostname=None, *, owner=None, session=None).
func (k *sslKit) wrapSocket(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [5]object.Value
	if err := bind(h, wrapSocketSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if k.l.sockets == nil || !h.IsInstance(p[0], k.l.sockets.t.ID) {
		return object.Null, h.Raise(object.TypeErrorType, "_wrap_socket() argument 1 must be _socket.socket, not %s", h.TypeName(p[0]))
	}
	in := h.NewHandleObject(k.bio.ID, &memoryBIO{})
	h.Push(in)
	out := h.NewHandleObject(k.bio.ID, &memoryBIO{})
	h.Push(out)
	return k.wrapped(v, p[0], in, out, p[1:])
}

// wrapped makes a connection; p are server_side, server_hostname, owner and session.
func (k *sslKit) wrapped(v, sock, in, out object.Value, p []object.Value) (object.Value, error) {
	server, err := k.l.h.Truth(p[0])
	if err != nil {
		return object.Null, err
	}
	for i := range p[1:] {
		if p[1+i] == object.Null {
			p[1+i] = object.None
		}
	}
	if p[3] != object.None {
		return object.Null, k.l.h.Unsupported("sessions of ssl")
	}
	return k.wrap(v, sock, in, out, server, p[1], p[2])
}

// contextMethods are those of a context.
func (k *sslKit) contextMethods() []object.Builtin {
	list := []object.Builtin{
		{Name: "_wrap_bio", Arity: object.Varied, FnKw: k.wrapBIO}, {Name: "_wrap_socket", Arity: object.Varied, FnKw: k.wrapSocket},
		{Name: "load_cert_chain", Arity: object.Varied, FnKw: k.loadChain}, {Name: "load_verify_locations", Arity: object.Varied, FnKw: k.loadTrusted},
		{Name: "set_default_verify_paths", Arity: object.NoArgs, Fn: k.loadDefault}, {Name: "_set_alpn_protocols", Arity: object.O, Fn: k.setALPN},
		{Name: "set_ciphers", Arity: object.O, Fn: k.setCiphers}, {Name: "get_ca_certs", Arity: object.Fast, Min: 0, Max: 1, Fn: k.caCerts},
		{Name: "cert_store_stats", Arity: object.NoArgs, Fn: k.storeStats},
	}
	for _, name := range tlsRefused {
		b := *missing("method", "_ssl._SSLContext."+name)
		b.Name = name
		list = append(list, b)
	}
	return list
}
