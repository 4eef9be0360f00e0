package lib

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// Names of hosts, by Grants.Network, and of services and protocols, by the tables in /etc that Grants.FS has, as in libc.

// failure is an error of getaddrinfo(3).
type failure struct {
	n    int64
	text string
}

var (
	failNoName   = failure{-2, "Name or service not known"}
	failAgain    = failure{-3, "Temporary failure in name resolution"}
	failFamily   = failure{-6, "ai_family not supported"}
	failType     = failure{-7, "ai_socktype not supported"}
	failService  = failure{-8, "Servname not supported for ai_socktype"}
	failNoFamily = failure{-9, "Address family for hostname not supported"}
)

// raise is gaierror.
func (l *Lib) raiseFailure(f failure) error { return l.raiseName(l.sockets.failed, f) }

func (l *Lib) raiseName(t *object.Type, f failure) error {
	exc, err := l.h.Call(t.Object, []object.Value{object.SmallInt(f.n), l.h.NewStr(f.text)}, object.Null)
	if err != nil {
		return err
	}
	return l.h.RaiseValue(exc)
}

// answers waits for what is looked up, and lets other threads go on.
func answers[T any](l *Lib, look func(ctx context.Context) (T, error)) (answer T, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan struct{})
	var found T
	var failed error
	go func() {
		defer close(done)
		found, failed = look(ctx)
	}()
	clock := l.host.Grants.Clock
	over := func() bool {
		select {
		case <-done:
			return true
		default:
			return false
		}
	}
	for pause := 100 * time.Microsecond; !over(); pause = min(2*pause, waitSlice) {
		wait := func() { clock.Sleep(pause) }
		if clock == nil {
			wait = func() { <-done }
		}
		if l.threadsWait() {
			l.host.Threads.Outside(wait)
		} else {
			wait()
		}
		if err := l.waits(); err != nil {
			return answer, err
		}
	}
	switch {
	case failed == nil:
		return found, nil
	case errors.Is(failed, grant.ErrNoName):
		return answer, l.raiseFailure(failNoName)
	case grant.Errno(failed) != 0:
		return answer, osError(l.h, failed, object.Null)
	}
	return answer, l.raiseFailure(failAgain)
}

// addresses are those of a name, of one family or of any (0).
func (l *Lib) addresses(name string, family int) ([]netip.Addr, error) {
	net, err := l.network()
	if err != nil {
		return nil, err
	}
	list, err := answers(l, func(ctx context.Context) ([]netip.Addr, error) { return net.Addresses(ctx, name) })
	if err != nil {
		return nil, err
	}
	if family != 0 {
		list = slices.DeleteFunc(list, func(ip netip.Addr) bool { return familyOf(ip) != family })
	}
	if len(list) == 0 {
		return nil, l.raiseFailure(failNoName)
	}
	return list, nil
}

func familyOf(ip netip.Addr) int {
	if ip.Is4() {
		return grant.FamilyIPv4
	}
	return grant.FamilyIPv6
}

// hostAddress is the address of a host for a socket; scope is what else has been said of it.
func (l *Lib) hostAddress(host string, family, scope int) (netip.Addr, int, error) {
	switch {
	case host == "" && family == grant.FamilyIPv4:
		return netip.IPv4Unspecified(), scope, nil
	case host == "":
		return netip.IPv6Unspecified(), scope, nil
	case host == "<broadcast>" && family == grant.FamilyIPv4:
		return netip.AddrFrom4([4]byte{255, 255, 255, 255}), scope, nil
	}
	if ip, zone, ok := numericHost(host); ok {
		if familyOf(ip) != family {
			return ip, 0, l.raiseFailure(failNoFamily)
		}
		if zone != 0 {
			scope = zone
		}
		return ip, scope, nil
	}
	list, err := l.addresses(host, family)
	if err != nil {
		return netip.Addr{}, 0, err
	}
	return list[0], scope, nil
}

// namesOf are the names of an address.
func (l *Lib) namesOf(ip netip.Addr) ([]string, error) {
	net, err := l.network()
	if err != nil {
		return nil, err
	}
	return answers(l, func(ctx context.Context) ([]string, error) { return net.Names(ctx, ip) })
}

// nameFunctions are the functions for names.
func (l *Lib) nameFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "getaddrinfo", Arity: object.Varied, FnKw: l.getAddrInfo},
		{Name: "getnameinfo", Min: 2, Max: 2, Fn: l.getNameInfo},
		{Name: "gethostbyname", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			ip, err := l.hostByName(h, a[0])
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(ip.String()), nil
		}},
		{Name: "gethostbyname_ex", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			ip, err := l.hostByName(h, a[0])
			if err != nil {
				return object.Null, err
			}
			host, err := hostName(h, a[0])
			if err != nil {
				return object.Null, err
			}
			return hostEntry(h, []string{host}, []netip.Addr{ip}), nil
		}},
		{Name: "gethostbyaddr", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			host, err := hostName(h, a[0])
			if err == nil {
				err = l.Audit("socket.gethostbyaddr", a[0])
			}
			if err != nil {
				return object.Null, err
			}
			ip, _, ok := numericHost(host)
			if !ok {
				list, err := l.addresses(host, 0)
				if err != nil {
					return object.Null, err
				}
				ip = list[0]
			}
			names, err := l.namesOf(ip)
			if err != nil {
				if h.RaisedIs(err, l.sockets.failed.ID) {
					err = l.raiseName(l.sockets.host, failure{1, "Unknown host"})
				}
				return object.Null, err
			}
			return hostEntry(h, names, []netip.Addr{ip}), nil
		}},
		{Name: "getservbyname", Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			name, protocol, err := twoTexts(h, "getservbyname", a)
			if err != nil {
				return object.Null, err
			}
			if port, err := l.service(name, protocol); err != nil || port >= 0 {
				return object.SmallInt(int64(port)), err
			}
			return object.Null, h.Raise(object.OSErrorType, "service/proto not found")
		}},
		{Name: "getservbyport", Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			port, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			if port < 0 || port > 0xffff {
				return object.Null, h.Raise(object.OverflowErrorType, "getservbyport: port must be 0-65535.")
			}
			protocol := ""
			if len(a) > 1 {
				if protocol, _, err = twoTexts(h, "getservbyport", a[1:]); err != nil {
					return object.Null, err
				}
			}
			if name, err := l.serviceAt(port, protocol); err != nil || name != "" {
				return h.NewStr(name), err
			}
			return object.Null, h.Raise(object.OSErrorType, "port/proto not found")
		}},
		{Name: "getprotobyname", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			name, _, err := twoTexts(h, "getprotobyname", a)
			if err != nil {
				return object.Null, err
			}
			n := 0
			fields, err := l.row("/etc/protocols", func(fields []string) (ok bool) {
				n, err = strconv.Atoi(fields[1])
				return err == nil && named(fields, name)
			})
			if fields != nil || err != nil {
				return object.SmallInt(int64(n)), err
			}
			return object.Null, h.Raise(object.OSErrorType, "protocol not found")
		}},
	}
}

func twoTexts(h *object.Heap, function string, a []object.Value) (x, y string, err error) {
	for i, v := range a {
		if !h.IsInstance(v, object.StrType) {
			return "", "", h.Raise(object.TypeErrorType, "%s() argument %d must be str, not %s", function, i+1, argTypeName(h, v))
		}
	}
	if len(a) > 1 {
		y = h.GoString(a[1])
	}
	return h.GoString(a[0]), y, nil
}

// hostEntry is what gethostbyaddr returns.
func hostEntry(h *object.Heap, names []string, ips []netip.Addr) object.Value {
	m := h.Mark()
	defer h.Release(m)
	list := func(texts []string) object.Value {
		v := h.NewList()
		h.Push(v)
		for _, text := range texts {
			h.ListAppend(v, h.NewStr(text))
		}
		return v
	}
	var shown []string
	for _, ip := range ips {
		shown = append(shown, ip.String())
	}
	others, addresses := list(names[1:]), list(shown)
	name := h.NewStr(names[0])
	h.Push(name)
	return h.NewTuple(name, others, addresses)
}

// hostByName is the address of IPv4 of a host.
func (l *Lib) hostByName(h *object.Heap, v object.Value) (netip.Addr, error) {
	host, err := hostName(h, v)
	if err == nil {
		err = l.Audit("socket.gethostbyname", v)
	}
	if err != nil {
		return netip.Addr{}, err
	}
	ip, _, err := l.hostAddress(host, grant.FamilyIPv4, 0)
	return ip, err
}

// row returns the first line of a file of fields that match takes; a comment begins with #. nil: there is none.
func (l *Lib) row(name string, match func(fields []string) bool) ([]string, error) {
	data, err := grant.ReadFile(l.host.Grants.FS, name)
	if err != nil {
		return nil, nil // as where there is none
	}
	for line := range strings.Lines(string(data)) {
		if err := l.h.Poll(); err != nil {
			return nil, err
		}
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) >= 2 && match(fields) {
			return fields, nil
		}
	}
	return nil, nil
}

// named reports whether a line has a name, its first field or one behind the second.
func named(fields []string, name string) bool {
	return fields[0] == name || slices.Contains(fields[2:], name)
}

// service is the port of a service, of any protocol if that is ""; −1: there is no such.
func (l *Lib) service(name, protocol string) (int, error) {
	port := -1
	_, err := l.row("/etc/services", func(fields []string) bool {
		text, proto, _ := strings.Cut(fields[1], "/")
		n, err := strconv.Atoi(text)
		if err != nil || protocol != "" && protocol != proto || !named(fields, name) {
			return false
		}
		port = n
		return true
	})
	return port, err
}

// serviceAt is the name of the service at a port; "": there is none.
func (l *Lib) serviceAt(port int, protocol string) (string, error) {
	fields, err := l.row("/etc/services", func(fields []string) bool {
		n, proto, _ := strings.Cut(fields[1], "/")
		return n == strconv.Itoa(port) && (protocol == "" || protocol == proto)
	})
	if fields == nil {
		return "", err
	}
	return fields[0], err
}

var addrInfoSig = object.NewSignature("getaddrinfo", 0, 2, 0, "host", "port", "family", "type", "proto", "flags")

// Flags of getaddrinfo.
const (
	flagPassive, flagCanonical, flagNumericHost, flagNumericPort = 1, 2, 4, 0x400
)

// kindsOf are the kinds of sockets that getaddrinfo(3) knows, in its order.
var kindsOf = []struct {
	kind, protocol int
	name           string
}{{kindStream, 6, "tcp"}, {kindDatagram, 17, "udp"}, {kindRaw, 0, ""}}

// getAddrInfo is getaddrinfo.
func (l *Lib) getAddrInfo(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [6]object.Value{object.Null, object.Null, object.Null, object.Null, object.Null, object.Null}
	if err := bind(h, addrInfoSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	var family, kind, protocol, flags int
	if err := cInts(h, p[2:], &family, &kind, &protocol, &flags); err != nil {
		return object.Null, err
	}
	host, known := "", p[0] != object.None
	if known {
		if !h.IsInstance(p[0], object.StrType) && !h.IsInstance(p[0], object.BytesType) {
			return object.Null, h.Raise(object.TypeErrorType, "getaddrinfo() argument 1 must be string or None")
		}
		var err error
		if host, err = hostName(h, p[0]); err != nil {
			return object.Null, err
		}
	}
	port, service, err := portOf(h, p[1])
	if err != nil {
		return object.Null, err
	}
	number := func(n int) object.Value { return object.SmallInt(int64(n)) }
	if err := l.Audit("socket.getaddrinfo", p[0], p[1], number(family), number(kind), number(protocol)); err != nil {
		return object.Null, err
	}
	if !known && p[1] == object.None || known && host == "" {
		return object.Null, l.raiseFailure(failNoName)
	}
	if family != 0 && family != grant.FamilyIPv4 && family != grant.FamilyIPv6 {
		return object.Null, l.raiseFailure(failFamily)
	}
	type row struct{ kind, protocol, port int }
	var rows []row
	fits := false
	for _, k := range kindsOf {
		if kind != 0 && kind != k.kind || protocol != 0 && k.kind != kindRaw && protocol != k.protocol {
			continue
		}
		fits = true
		r := row{k.kind, k.protocol, port}
		if k.kind == kindRaw {
			r.protocol = protocol
		}
		if service != "" {
			r.port = -1
			if flags&flagNumericPort == 0 && k.name != "" {
				if r.port, err = l.service(service, k.name); err != nil {
					return object.Null, err
				}
			}
			if r.port < 0 {
				continue
			}
		}
		if rows = append(rows, r); service == "" && (kind != 0 || protocol != 0) {
			break
		}
	}
	switch {
	case !fits && kind != 0:
		return object.Null, l.raiseFailure(failType)
	case len(rows) == 0 && service != "" && flags&flagNumericPort != 0:
		return object.Null, l.raiseFailure(failNoName)
	case len(rows) == 0:
		return object.Null, l.raiseFailure(failService)
	}
	ips, scope, err := l.hostsOf(host, known, family, flags)
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	list := h.NewList()
	h.Push(list)
	canonical := h.NewStr("")
	h.Push(canonical)
	for i, ip := range ips {
		for k, r := range rows {
			name := canonical
			if i == 0 && k == 0 && flags&flagCanonical != 0 && known {
				name = h.NewStr(host)
			}
			inner := h.Mark()
			h.Push(name)
			address, err := addressValue(h, grant.Address{Family: familyOf(ip), IP: ip, Port: r.port, Scope: uint32(scope)})
			if err != nil {
				return object.Null, err
			}
			h.Push(address)
			h.ListAppend(list, h.NewTuple(number(familyOf(ip)), number(r.kind), number(r.protocol), name, address))
			h.Release(inner)
		}
	}
	return list, nil
}

// portOf converts the argument port of getaddrinfo: a number, or the name of a service.
func portOf(h *object.Heap, v object.Value) (port int, service string, err error) {
	var text string
	switch {
	case v == object.None:
		return 0, "", nil
	case h.IsInstance(v, object.IntType):
		text = h.BigInt(v).String()
	case h.IsInstance(v, object.StrType):
		text = h.GoString(v)
	case h.IsInstance(v, object.BytesType):
		text = string(h.BytesData(v))
	default:
		return 0, "", h.Raise(object.OSErrorType, "Int or String expected")
	}
	if text == "" || text == "*" {
		return 0, "", nil
	}
	if n := portNumber(text); n >= 0 {
		return int(n & 0xffff), "", nil
	}
	return 0, text, nil
}

// portNumber is the number that a text is, as glibc's getaddrinfo has it: strtoul(3) in an int of C. It is negative where the text is
// another one, which names a service then.
func portNumber(text string) int32 {
	digits := strings.TrimLeft(text, " \t\n\v\f\r")
	negative := strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return -1
	}
	if negative && err == nil {
		n = -n
	}
	return int32(n)
}

// hostsOf are the addresses of a host for getaddrinfo; known is false where there is none.
func (l *Lib) hostsOf(host string, known bool, family, flags int) (ips []netip.Addr, scope int, err error) {
	if !known {
		ips = []netip.Addr{netip.IPv6Loopback(), netip.AddrFrom4([4]byte{127, 0, 0, 1})}
		if flags&flagPassive != 0 {
			ips = []netip.Addr{netip.IPv4Unspecified(), netip.IPv6Unspecified()}
		}
		if family != 0 {
			ips = slices.DeleteFunc(ips, func(ip netip.Addr) bool { return familyOf(ip) != family })
		}
		return ips, 0, nil
	}
	if ip, scope, ok := numericHost(host); ok {
		if family != 0 && familyOf(ip) != family {
			return nil, 0, l.raiseFailure(failNoFamily)
		}
		return []netip.Addr{ip}, scope, nil
	}
	if flags&flagNumericHost != 0 {
		return nil, 0, l.raiseFailure(failNoName)
	}
	ips, err = l.addresses(host, family)
	return ips, 0, err
}

// Flags of getnameinfo.
const (
	nameNumericHost, nameNumericPort, nameRequired, nameDatagram = 1, 2, 8, 16
)

// getNameInfo is getnameinfo(sockaddr, flags).
func (l *Lib) getNameInfo(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	flags, err := h.CInt(a[1])
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(a[0], object.TupleType) {
		return object.Null, h.Raise(object.TypeErrorType, "getnameinfo() argument 1 must be a tuple")
	}
	items := h.TupleItems(a[0])
	if len(items) < 2 || len(items) > 4 || !h.IsInstance(items[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "getnameinfo(): illegal sockaddr argument")
	}
	port, flow, scope := 0, 0, 0
	if err := cInts(h, items[1:], []*int{&port, &flow, &scope}[:len(items)-1]...); err != nil {
		return object.Null, err
	}
	if flow < 0 || flow > 0xfffff {
		return object.Null, h.Raise(object.OverflowErrorType, "getnameinfo(): flowinfo must be 0-1048575.")
	}
	ip, _, ok := numericHost(h.GoString(items[0]))
	switch {
	case !ok:
		return object.Null, l.raiseFailure(failNoName)
	case ip.Is4() && len(items) != 2:
		return object.Null, h.Raise(object.OSErrorType, "IPv4 sockaddr must be 2 tuple")
	}
	host, service := addressText(ip.AsSlice()), strconv.Itoa(port&0xffff)
	if flags&nameNumericHost == 0 {
		names, err := l.namesOf(ip)
		switch {
		case err == nil:
			host = names[0]
		case !h.RaisedIs(err, l.sockets.failed.ID) || flags&nameRequired != 0:
			return object.Null, err
		}
	}
	if flags&nameNumericPort == 0 {
		protocol := "tcp"
		if flags&nameDatagram != 0 {
			protocol = "udp"
		}
		name, err := l.serviceAt(port&0xffff, protocol)
		if err != nil {
			return object.Null, err
		}
		if name != "" {
			service = name
		}
	}
	m := h.Mark()
	defer h.Release(m)
	x := h.NewStr(host)
	h.Push(x)
	y := h.NewStr(service)
	h.Push(y)
	return h.NewTuple(x, y), nil
}
