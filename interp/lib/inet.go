package lib

import (
	"fmt"
	"math/bits"
	"net/netip"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// What the module _socket says of addresses without asking the system.

var inetFunctions = []object.Builtin{
	{Name: "inet_pton", Min: 2, Max: 2, Fn: inetPton},
	{Name: "inet_ntop", Min: 2, Max: 2, Fn: inetNtop},
	{Name: "inet_ntoa", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		data, err := packedAddress(h, a[0])
		if err == nil && len(data) != 4 {
			err = h.Raise(object.OSErrorType, "packed IP wrong length for inet_ntoa")
		}
		if err != nil {
			return object.Null, err
		}
		return h.NewStr(addressText(data)), nil
	}},
	{Name: "inet_aton", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !h.IsInstance(a[0], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "inet_aton() argument must be str, not %s", argTypeName(h, a[0]))
		}
		b, ok := inetAton(h.GoString(a[0]))
		if !ok {
			return object.Null, h.Raise(object.OSErrorType, "illegal IP address string passed to inet_aton")
		}
		return h.NewBytes(b[:]), nil
	}},
	turned("ntohs", 16), turned("htons", 16), turned("ntohl", 32), turned("htonl", 32),
}

// turned is a function that turns the bytes of a number of so many bits: the order of networks is that of big machines.
func turned(name string, width uint) object.Builtin {
	return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		v, err := h.ToIndex(a[0])
		if err != nil {
			return object.Null, err
		}
		n, ok := h.AsInt64(v)
		switch {
		case ok && n < 0, !ok && h.IntSign(v) < 0:
			return object.Null, h.Raise(object.ValueErrorType, "Cannot convert negative int")
		case !ok || n>>width != 0:
			return object.Null, h.Raise(object.OverflowErrorType, "Python int too large for C uint%d_t", width)
		case width == 16:
			return object.SmallInt(int64(bits.ReverseBytes16(uint16(n)))), nil
		}
		return object.SmallInt(int64(bits.ReverseBytes32(uint32(n)))), nil
	}}
}

// inetPton packs an address.
func inetPton(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	family, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(a[1], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "inet_pton() argument 2 must be str, not %s", argTypeName(h, a[1]))
	}
	if family != grant.FamilyIPv4 && family != grant.FamilyIPv6 {
		return object.Null, osError(h, syscall.EAFNOSUPPORT, object.Null)
	}
	ip, err := netip.ParseAddr(h.GoString(a[1]))
	if err != nil || ip.Zone() != "" || ip.Is4() != (family == grant.FamilyIPv4) {
		return object.Null, h.Raise(object.OSErrorType, "illegal IP address string passed to inet_pton")
	}
	return h.NewBytes(ip.AsSlice()), nil
}

// inetNtop is the text of a packed address.
func inetNtop(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	family, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	data, err := packedAddress(h, a[1])
	if err != nil {
		return object.Null, err
	}
	want, known := map[int]int{grant.FamilyIPv4: 4, grant.FamilyIPv6: 16}[family]
	switch {
	case !known:
		return object.Null, h.Raise(object.ValueErrorType, "unknown address family %d", family)
	case len(data) != want:
		return object.Null, h.Raise(object.ValueErrorType, "invalid length of packed IP address string")
	}
	return h.NewStr(addressText(data)), nil
}

func packedAddress(h *object.Heap, v object.Value) ([]byte, error) {
	if !h.IsBuffer(v) {
		return nil, h.Raise(object.TypeErrorType, "a bytes-like object is required, not '%s'", h.TypeName(v))
	}
	return h.BufferData(v)
}

// addressText is inet_ntop of glibc, which shows the end of an IPv6 address as one of IPv4 where
// six words before it are 0, and no others.
func addressText(data []byte) string {
	ip, _ := netip.AddrFromSlice(data)
	if len(data) == 16 && ip.Compare(netip.MustParseAddr("::1:0")) >= 0 && ip.Compare(netip.MustParseAddr("::ffff:ffff")) <= 0 {
		return fmt.Sprintf("::%d.%d.%d.%d", data[12], data[13], data[14], data[15])
	}
	return ip.String()
}
