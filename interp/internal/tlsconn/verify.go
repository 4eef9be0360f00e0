package tlsconn

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"time"
)

// VerifyError says why a peer's certificate is refused, as OpenSSL does (crypto/x509/x509_txt.c).
type VerifyError struct {
	Code int
	Text string
}

// Error implements error.
func (e *VerifyError) Error() string { return e.Text }

// Check says which certificates are good.
type Check struct {
	Roots *x509.CertPool
	Now   time.Time
	Usage x509.ExtKeyUsage
	Host  string // "": any
	// Subject: a certificate that names no host but in its subject is for that one.
	Subject bool
}

// Verify verifies a chain, whose first is the peer's own.
func (k *Check) Verify(chain []*x509.Certificate) ([]*x509.Certificate, error) {
	if len(chain) == 0 {
		return nil, &VerifyError{1, "peer did not return a certificate"}
	}
	leaf, between := chain[0], x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	chains, err := leaf.Verify(x509.VerifyOptions{Roots: k.Roots, Intermediates: between, CurrentTime: k.Now, KeyUsages: []x509.ExtKeyUsage{k.Usage}})
	if err != nil {
		return nil, refusal(chain, k.Now, err)
	}
	return chains[0], k.host(leaf)
}

// host verifies that a certificate is for the host.
func (k *Check) host(leaf *x509.Certificate) error {
	if k.Host == "" || leaf.VerifyHostname(k.Host) == nil {
		return nil
	}
	if _, err := netip.ParseAddr(k.Host); err == nil {
		return &VerifyError{64, fmt.Sprintf("IP address mismatch, certificate is not valid for '%s'.", k.Host)}
	}
	if k.Subject && len(leaf.DNSNames) == 0 && leaf.Subject.CommonName != "" {
		c := *leaf
		c.DNSNames = []string{leaf.Subject.CommonName}
		if c.VerifyHostname(k.Host) == nil {
			return nil
		}
	}
	return &VerifyError{62, fmt.Sprintf("Hostname mismatch, certificate is not valid for '%s'.", k.Host)}
}

func selfSigned(c *x509.Certificate) bool { return string(c.RawIssuer) == string(c.RawSubject) }

// refusal says what crypto/x509 has found.
func refusal(chain []*x509.Certificate, now time.Time, err error) error {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &unknown) && len(chain) == 1 && selfSigned(chain[0]):
		return &VerifyError{18, "self-signed certificate"}
	case errors.As(err, &unknown) && selfSigned(chain[len(chain)-1]):
		return &VerifyError{19, "self-signed certificate in certificate chain"}
	case errors.As(err, &unknown):
		return &VerifyError{20, "unable to get local issuer certificate"}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && now.Before(invalid.Cert.NotBefore):
		return &VerifyError{9, "certificate is not yet valid"}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return &VerifyError{10, "certificate has expired"}
	case errors.As(err, &invalid) && invalid.Reason == x509.IncompatibleUsage:
		return &VerifyError{26, "unsuitable certificate purpose"}
	case errors.As(err, &invalid) && invalid.Reason == x509.NotAuthorizedToSign:
		return &VerifyError{79, "invalid CA certificate"}
	case errors.As(err, &invalid) && invalid.Reason == x509.TooManyIntermediates:
		return &VerifyError{25, "path length constraint exceeded"}
	}
	return &VerifyError{1, err.Error()}
}
