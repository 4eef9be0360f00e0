package lib

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/tier2go/tier2/interp/internal/tlsconn"
	"github.com/tier2go/tier2/interp/object"
)

// Exceptions of ssl, in OpenSSL's words where crypto/tls says the same in its own.

// Where CPython 3.14's _ssl.c raises what OpenSSL says.
const (
	lineHandshake = 1082
	lineWrite     = 2556
	lineRead      = 2713
	lineShutdown  = 2841
)

// Numbers of SSLError.
const (
	tlsErrorSSL, tlsWantRead, tlsWantWrite, tlsZeroReturn, tlsErrorEOF = 1, 2, 3, 6, 8
)

// tlsAlerts are what a peer says, by the number of the alert: reason and text.
var tlsAlerts = map[tls.AlertError][2]string{
	10: {"SSLV3_ALERT_UNEXPECTED_MESSAGE", "ssl/tls alert unexpected message"}, 20: {"SSLV3_ALERT_BAD_RECORD_MAC", "ssl/tls alert bad record mac"},
	22: {"TLSV1_ALERT_RECORD_OVERFLOW", "tlsv1 alert record overflow"}, 40: {"SSLV3_ALERT_HANDSHAKE_FAILURE", "ssl/tls alert handshake failure"},
	42: {"SSLV3_ALERT_BAD_CERTIFICATE", "ssl/tls alert bad certificate"}, 43: {"SSLV3_ALERT_UNSUPPORTED_CERTIFICATE", "ssl/tls alert unsupported certificate"},
	44: {"SSLV3_ALERT_CERTIFICATE_REVOKED", "ssl/tls alert certificate revoked"}, 45: {"SSLV3_ALERT_CERTIFICATE_EXPIRED", "ssl/tls alert certificate expired"},
	46: {"SSLV3_ALERT_CERTIFICATE_UNKNOWN", "ssl/tls alert certificate unknown"}, 47: {"SSLV3_ALERT_ILLEGAL_PARAMETER", "ssl/tls alert illegal parameter"},
	48: {"TLSV1_ALERT_UNKNOWN_CA", "tlsv1 alert unknown ca"}, 49: {"TLSV1_ALERT_ACCESS_DENIED", "tlsv1 alert access denied"},
	50: {"TLSV1_ALERT_DECODE_ERROR", "tlsv1 alert decode error"}, 51: {"TLSV1_ALERT_DECRYPT_ERROR", "tlsv1 alert decrypt error"},
	70: {"TLSV1_ALERT_PROTOCOL_VERSION", "tlsv1 alert protocol version"}, 71: {"TLSV1_ALERT_INSUFFICIENT_SECURITY", "tlsv1 alert insufficient security"},
	80: {"TLSV1_ALERT_INTERNAL_ERROR", "tlsv1 alert internal error"}, 90: {"TLSV1_ALERT_USER_CANCELLED", "tlsv1 alert user cancelled"},
	109: {"TLSV13_ALERT_MISSING_EXTENSION", "tlsv13 alert missing extension"}, 112: {"TLSV1_UNRECOGNIZED_NAME", "tlsv1 unrecognized name"},
	116: {"TLSV13_ALERT_CERTIFICATE_REQUIRED", "tlsv13 alert certificate required"}, 120: {"TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "tlsv1 alert no application protocol"},
}

// tlsReasons are what crypto/tls says itself, by what its text has.
var tlsReasons = []struct{ has, reason, text string }{
	{"unsupported versions", "UNSUPPORTED_PROTOCOL", "unsupported protocol"},
	{"no cipher suite supported", "NO_SHARED_CIPHER", "no shared cipher"},
	{"no certificates configured", "NO_SHARED_CIPHER", "no shared cipher"},
	{"didn't provide a certificate", "PEER_DID_NOT_RETURN_A_CERTIFICATE", "peer did not return a certificate"},
	{"unsupported application protocols", "NO_APPLICATION_PROTOCOL", "no application protocol"},
	{"bad record MAC", "DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "decryption failed or bad record mac"},
	{"protocol is shutdown", "PROTOCOL_IS_SHUTDOWN", "protocol is shutdown"},
	{"oversized record", "PACKET_LENGTH_TOO_LONG", "packet length too long"},
	{"selected unsupported protocol version", "UNSUPPORTED_PROTOCOL", "unsupported protocol"},
}

// raise makes an exception of ssl; reason and library are Null for None.
func (k *sslKit) raise(class object.Value, number int, text, reason, library string) error {
	h := k.l.h
	m := h.Mark()
	defer h.Release(m)
	s := h.NewStr(text)
	h.Push(s)
	exc, err := h.Call(class, []object.Value{object.SmallInt(int64(number)), s}, object.Null)
	if err != nil {
		return err
	}
	h.Push(exc)
	if err := k.describe(exc, reason, library); err != nil {
		return err
	}
	return h.RaiseValue(exc)
}

// describe sets the attributes that all exceptions of ssl have.
func (k *sslKit) describe(exc object.Value, reason, library string) error {
	h := k.l.h
	for _, a := range [...]struct{ name, text string }{{"reason", reason}, {"library", library}} {
		v := object.None
		if a.text != "" {
			v = h.NewStr(a.text)
		}
		if err := h.SetAttr(exc, h.Intern(a.name), v); err != nil {
			return err
		}
	}
	return nil
}

// fail makes an exception of SSLError with a reason of OpenSSL's.
func (k *sslKit) fail(line int, reason, text string) error {
	return k.raise(k.errSSL, tlsErrorSSL, fmt.Sprintf("[SSL: %s] %s (_ssl.c:%d)", reason, text, line), reason, "SSL")
}

// plain makes an exception of SSLError that is none of OpenSSL's.
func (k *sslKit) plain(class object.Value, number int, text string, line int) error {
	return k.raise(class, number, fmt.Sprintf("%s (_ssl.c:%d)", text, line), "", "")
}

// wants is the exception of what has to be done again.
func (k *sslKit) wants(write bool, line int) error {
	if write {
		return k.plain(k.errWantWrite, tlsWantWrite, "The operation did not complete (write)", line)
	}
	return k.plain(k.errWantRead, tlsWantRead, "The operation did not complete (read)", line)
}

// remoteAlert finds the alert that a peer has sent.
func remoteAlert(err error) (tls.AlertError, bool) {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "remote error" {
		return 0, false
	}
	for n := range 256 {
		if a := tls.AlertError(n); a.Error() == op.Err.Error() {
			return a, true
		}
	}
	return 0, false
}

// failure makes an exception of an error of a connection's.
func (k *sslKit) failure(err error, line int) error {
	var refused *tlsconn.VerifyError
	var header tls.RecordHeaderError
	if errors.As(err, &refused) {
		return k.unverified(refused, line)
	}
	if err == tlsconn.ErrEOF {
		return k.raise(k.errEOF, tlsErrorEOF, fmt.Sprintf("[SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred in violation of protocol (_ssl.c:%d)", line), "UNEXPECTED_EOF_WHILE_READING", "SSL")
	}
	if errors.As(err, &header) {
		for _, method := range [...]string{"GET ", "POST ", "HEAD ", "PUT "} {
			if strings.HasPrefix(method, string(header.RecordHeader[:min(len(method), 5)])) || strings.HasPrefix(string(header.RecordHeader[:]), method) {
				return k.fail(line, "HTTP_REQUEST", "http request")
			}
		}
		return k.fail(line, "WRONG_VERSION_NUMBER", "wrong version number")
	}
	if a, ok := remoteAlert(err); ok {
		if x, ok := tlsAlerts[a]; ok {
			return k.fail(line, x[0], x[1])
		}
	}
	for _, r := range tlsReasons {
		if strings.Contains(err.Error(), r.has) {
			return k.fail(line, r.reason, r.text)
		}
	}
	return k.raise(k.errSSL, tlsErrorSSL, fmt.Sprintf("[SSL] %s (_ssl.c:%d)", strings.TrimPrefix(err.Error(), "tls: "), line), "", "SSL")
}

// unverified makes the exception of a certificate that is refused.
func (k *sslKit) unverified(e *tlsconn.VerifyError, line int) error {
	h := k.l.h
	if strings.HasPrefix(e.Text, "peer did not return") {
		return k.fail(line, "PEER_DID_NOT_RETURN_A_CERTIFICATE", e.Text)
	}
	err := k.raise(k.errUnverified, tlsErrorSSL, fmt.Sprintf("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: %s (_ssl.c:%d)", e.Text, line), "CERTIFICATE_VERIFY_FAILED", "SSL")
	r, ok := err.(*object.Raised)
	if !ok {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(r.Exc)
	if err := h.SetAttr(r.Exc, h.Intern("verify_code"), object.SmallInt(int64(e.Code))); err != nil {
		return err
	}
	if err := h.SetAttr(r.Exc, h.Intern("verify_message"), h.NewStr(e.Text)); err != nil {
		return err
	}
	return err
}

// registerErrors gives the exceptions what they have in CPython: str of one is its text.
func (k *sslKit) registerErrors() error {
	h := k.l.h
	shown := func(h *object.Heap, v object.Value) (object.Value, error) {
		text, err := h.GetAttr(v, h.Intern("strerror"))
		if err != nil {
			return object.Null, err
		}
		if h.IsInstance(text, object.StrType) {
			return text, nil
		}
		args, err := h.GetAttr(v, h.Intern("args"))
		if err != nil {
			return object.Null, err
		}
		return h.Str(args)
	}
	for _, v := range []object.Value{k.errSSL, k.errEOF, k.errWantRead, k.errWantWrite, k.errZeroReturn} {
		t := h.TypeFromObject(v)
		t.Slots.Str = shown
	}
	return nil
}
