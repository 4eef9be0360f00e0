package lib

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// Addresses of sockets: tuples of a host and a port, or names of files.

// maxUnixPath is one more than the length of the name of a socket.
const maxUnixPath = 108

// addressValue is an address as a program sees it.
func addressValue(h *object.Heap, a grant.Address) (object.Value, error) {
	switch a.Family {
	case grant.FamilyIPv4:
		return h.NewTuple(h.NewStr(a.IP.String()), object.SmallInt(int64(a.Port))), nil
	case grant.FamilyIPv6:
		return h.NewTuple(h.NewStr(addressText(a.IP.AsSlice())), object.SmallInt(int64(a.Port)), object.SmallInt(int64(a.Flow)), object.SmallInt(int64(a.Scope))), nil
	case grant.FamilyUnix:
		if strings.HasPrefix(a.Path, "\x00") {
			return h.NewBytes([]byte(a.Path)), nil
		}
		return fsText(h, a.Path, false)
	}
	return object.None, nil
}

// addressOf converts an address for a socket; name is the method's.
func (l *Lib) addressOf(v, x object.Value, name string) (a grant.Address, err error) {
	h := l.h
	a.Family = int(h.Field(v, offSocketFamily).Small())
	tuple := map[int]string{grant.FamilyIPv4: "AF_INET", grant.FamilyIPv6: "AF_INET6"}[a.Family]
	switch {
	case a.Family == grant.FamilyUnix:
		a.Path, err = l.unixPath(x)
		return a, err
	case tuple == "":
		return a, h.Raise(object.OSErrorType, "%s(): bad family", name)
	case !h.IsInstance(x, object.TupleType):
		return a, h.Raise(object.TypeErrorType, "%s(): %s address must be tuple, not %s", name, tuple, h.TypeName(x))
	}
	items := h.TupleItems(x)
	switch {
	case a.Family == grant.FamilyIPv4 && len(items) != 2:
		return a, h.Raise(object.TypeErrorType, "AF_INET address must be a pair (host, port)")
	case a.Family == grant.FamilyIPv6 && (len(items) < 2 || len(items) > 4):
		return a, h.Raise(object.TypeErrorType, "AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])")
	}
	host, err := hostName(h, items[0])
	if err != nil {
		return a, err
	}
	badPort := func() error { return h.Raise(object.OverflowErrorType, "%s(): port must be 0-65535.", name) }
	if a.Port, err = h.CInt(items[1]); err != nil {
		if h.RaisedIs(err, object.OverflowErrorType) {
			err = badPort()
		}
		return a, err
	}
	var flow, scope int
	if err := cInts(h, items[2:], []*int{&flow, &scope}[:len(items)-2]...); err != nil {
		return a, err
	}
	if a.IP, scope, err = l.hostAddress(host, a.Family, scope); err != nil {
		return a, err
	}
	switch {
	case a.Port < 0 || a.Port > 0xffff:
		return a, badPort()
	case flow < 0 || flow > 0xfffff:
		return a, h.Raise(object.OverflowErrorType, "%s(): flowinfo must be 0-1048575.", name)
	}
	a.Flow, a.Scope = uint32(flow), uint32(scope)
	return a, nil
}

// unixPath converts the name of a socket that is a file, or no file. Where the program has changed its working directory, which is
// not the process's, the name of the file has that in front.
func (l *Lib) unixPath(x object.Value) (string, error) {
	h := l.h
	var path string
	if h.IsInstance(x, object.StrType) {
		b, err := h.Encode(x, "utf-8", "surrogateescape")
		if err != nil {
			return "", err
		}
		path = string(h.BytesData(b))
	} else {
		b, err := packedAddress(h, x)
		if err != nil {
			return "", err
		}
		path = string(b)
	}
	abstract := strings.HasPrefix(path, "\x00")
	if !abstract {
		path = l.Moved(path)
	}
	if len(path) > maxUnixPath || !abstract && len(path) == maxUnixPath {
		return "", h.Raise(object.OSErrorType, "AF_UNIX path too long")
	}
	return path, nil
}

// hostName converts a host: a str, or bytes.
func hostName(h *object.Heap, x object.Value) (string, error) {
	var b []byte
	switch {
	case h.IsInstance(x, object.StrType):
		if data, ascii := h.ASCIIData(x); ascii {
			b = data
			break
		}
		e, err := h.Encode(x, "idna", "strict")
		if err != nil {
			return "", err
		}
		b = h.BytesData(e)
	case h.IsInstance(x, object.BytesType), h.IsInstance(x, object.ByteArrayType):
		var err error
		if b, err = h.BufferData(x); err != nil {
			return "", err
		}
	default:
		return "", h.Raise(object.TypeErrorType, "str, bytes or bytearray expected, not %s", h.TypeName(x))
	}
	if strings.IndexByte(string(b), 0) >= 0 {
		return "", h.Raise(object.TypeErrorType, "host name must not contain null character")
	}
	return string(b), nil
}

// numericHost converts an address that is written in numbers: as inet_aton(3) does, or of IPv6, with a zone that is a number.
func numericHost(text string) (ip netip.Addr, scope int, ok bool) {
	if b, ok := inetAton(text); ok {
		return netip.AddrFrom4(b), 0, true
	}
	text, zone, zoned := strings.Cut(text, "%")
	ip, err := netip.ParseAddr(text)
	if err != nil || ip.Is4() {
		return ip, 0, false
	}
	if zoned {
		n, err := strconv.ParseUint(zone, 10, 31)
		if err != nil {
			return ip, 0, false
		}
		scope = int(n)
	}
	return ip, scope, true
}

// inetAton is inet_aton(3): up to four numbers, of which the last has the bytes that are left.
func inetAton(text string) (b [4]byte, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) > 4 {
		return b, false
	}
	var all uint64
	for i, p := range parts {
		if p == "" || p[0] < '0' || p[0] > '9' || strings.Contains(p, "_") || len(p) > 1 && strings.ContainsAny(p[1:2], "bBoO") {
			return b, false
		}
		n, err := strconv.ParseUint(p, 0, 32)
		if err != nil {
			return b, false
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (4 - i)
		}
		if n>>bits != 0 {
			return b, false
		}
		all = all<<bits | n
	}
	return [4]byte{byte(all >> 24), byte(all >> 16), byte(all >> 8), byte(all)}, true
}
