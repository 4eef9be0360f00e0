package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// certificate writes a certificate for localhost that is signed by itself, and its key, and returns the folder.
func certificate(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	year := func(n int) time.Time { return time.Date(n, 2, 3, 4, 5, 6, 0, time.UTC) }
	c := &x509.Certificate{
		SerialNumber: big.NewInt(0x123456789), NotBefore: year(2020), NotAfter: year(2090), DNSNames: []string{"localhost"},
		Subject:  pkix.Name{Country: []string{"XY"}, Organization: []string{"tier2"}, CommonName: "localhost"},
		KeyUsage: x509.KeyUsageDigitalSignature, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, b := range map[string]*pem.Block{"ssl_cert.pem": {Type: "CERTIFICATE", Bytes: der}, "ssl_key.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTLS: what the modules above _ssl do. testdata/tls.out is what CPython prints.
func TestTLS(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the network is that of linux")
	}
	want, err := os.ReadFile("testdata/tls.out")
	if err != nil {
		t.Fatal(err)
	}
	dir := certificate(t)
	if keep := os.Getenv("TIER2_KEEP"); keep != "" {
		_ = os.CopyFS(keep, os.DirFS(dir))
	}
	if out, errs, status := run(t, "", "run", "testdata/tls.py", dir); out != string(want) || errs != "" || status != 0 {
		t.Errorf("status %d\n%s\n%s", status, out, errs)
	}
}
