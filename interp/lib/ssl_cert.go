package lib

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// Certificates as getpeercert and get_ca_certs show them.

// subjectNames are OpenSSL's long names of what a subject has.
var subjectNames = map[string]string{
	"2.5.4.3": "commonName", "2.5.4.4": "surname", "2.5.4.5": "serialNumber", "2.5.4.6": "countryName", "2.5.4.7": "localityName", "2.5.4.8": "stateOrProvinceName",
	"2.5.4.9": "streetAddress", "2.5.4.10": "organizationName", "2.5.4.11": "organizationalUnitName", "2.5.4.12": "title", "2.5.4.15": "businessCategory",
	"2.5.4.17": "postalCode", "2.5.4.42": "givenName", "2.5.4.43": "initials", "2.5.4.97": "organizationIdentifier", "1.2.840.113549.1.9.1": "emailAddress",
	"0.9.2342.19200300.100.1.1": "userId", "0.9.2342.19200300.100.1.25": "domainComponent", "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionCountryName",
	"1.3.6.1.4.1.311.60.2.1.2": "jurisdictionStateOrProvinceName", "1.3.6.1.4.1.311.60.2.1.1": "jurisdictionLocalityName",
}

// pairs makes a tuple of tuples of two texts.
func pairs(h *object.Heap, list [][2]string) object.Value {
	m := h.Mark()
	defer h.Release(m)
	var out []object.Value
	for _, p := range list {
		a := h.NewStr(p[0])
		h.Push(a)
		b := h.NewStr(p[1])
		h.Push(b)
		t := h.NewTuple(a, b)
		h.Push(t)
		out = append(out, t)
	}
	return h.NewTuple(out...)
}

// distinguished is a name: a tuple of tuples of pairs.
func distinguished(h *object.Heap, raw []byte) (object.Value, error) {
	var seq pkix.RDNSequence
	if _, err := asn1.Unmarshal(raw, &seq); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	var out []object.Value
	for _, set := range seq {
		var list [][2]string
		for _, a := range set {
			name := a.Type.String()
			if long, ok := subjectNames[name]; ok {
				name = long
			}
			list = append(list, [2]string{name, fmt.Sprint(a.Value)})
		}
		t := pairs(h, list)
		h.Push(t)
		out = append(out, t)
	}
	return h.NewTuple(out...), nil
}

// texts makes a tuple of texts.
func texts(h *object.Heap, list []string) object.Value {
	m := h.Mark()
	defer h.Release(m)
	var out []object.Value
	for _, s := range list {
		v := h.NewStr(s)
		h.Push(v)
		out = append(out, v)
	}
	return h.NewTuple(out...)
}

const certTime = "Jan _2 15:04:05 2006 GMT"

// certDict is a certificate as a dict.
func certDict(h *object.Heap, c *x509.Certificate) (object.Value, error) {
	d := h.NewDict()
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	set := func(name string, v object.Value) { h.DictSetStr(d, h.Intern(name), v) }
	for _, x := range [...]struct {
		name string
		raw  []byte
	}{{"subject", c.RawSubject}, {"issuer", c.RawIssuer}} {
		v, err := distinguished(h, x.raw)
		if err != nil {
			return object.Null, h.Unsupported("a certificate whose " + x.name + " cannot be read: " + err.Error())
		}
		set(x.name, v)
	}
	set("version", object.SmallInt(int64(c.Version)))
	serial := fmt.Sprintf("%X", c.SerialNumber)
	if len(serial)%2 == 1 {
		serial = "0" + serial
	}
	set("serialNumber", h.NewStr(serial))
	set("notBefore", h.NewStr(c.NotBefore.UTC().Format(certTime)))
	set("notAfter", h.NewStr(c.NotAfter.UTC().Format(certTime)))
	var names [][2]string
	for _, n := range c.DNSNames {
		names = append(names, [2]string{"DNS", n})
	}
	for _, n := range c.EmailAddresses {
		names = append(names, [2]string{"email", n})
	}
	for _, n := range c.URIs {
		names = append(names, [2]string{"URI", n.String()})
	}
	for _, n := range c.IPAddresses {
		names = append(names, [2]string{"IP Address", n.String()})
	}
	if len(names) > 0 {
		set("subjectAltName", pairs(h, names))
	}
	for _, x := range [...]struct {
		name string
		list []string
	}{{"OCSP", c.OCSPServer}, {"caIssuers", c.IssuingCertificateURL}, {"crlDistributionPoints", c.CRLDistributionPoints}} {
		if len(x.list) > 0 {
			set(x.name, texts(h, x.list))
		}
	}
	return d, nil
}
