package tlsconn

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"runtime"
	"testing"
	"time"
)

// sides makes both sides of a connection.
func sides(t *testing.T) (client, server *Conn, toServer, toClient *Buffer) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	toServer, toClient = &Buffer{}, &Buffer{}
	client = New(tls.Client, &tls.Config{InsecureSkipVerify: true}, toClient, toServer)
	server = New(func(c net.Conn, config *tls.Config) *tls.Conn { return tls.Server(c, config) },
		&tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, toServer, toClient)
	return client, server, toServer, toClient
}

func shake(t *testing.T, client, server *Conn) {
	t.Helper()
	for range 10 {
		a, b := client.Handshake(), server.Handshake()
		if a == nil && b == nil {
			return
		}
		if a != nil && a != ErrWant || b != nil && b != ErrWant {
			t.Fatal(a, b)
		}
	}
	t.Fatal("the handshake does not end")
}

// TestConversation: what one side writes the other reads, also of a record that comes in pieces; the end is that of both.
func TestConversation(t *testing.T) {
	client, server, toServer, _ := sides(t)
	shake(t, client, server)
	if _, err := server.Read(10); err != ErrWant {
		t.Errorf("nothing has been written: %v", err)
	}
	if _, err := client.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	whole := append([]byte(nil), toServer.Take(-1)...)
	for i, b := range whole {
		toServer.Write([]byte{b})
		p, err := server.Read(3)
		if i < len(whole)-1 && err != ErrWant || i == len(whole)-1 && (err != nil || string(p) != "hel") {
			t.Fatalf("behind byte %d of %d: %q, %v", i, len(whole), p, err)
		}
	}
	if p, err := server.Read(9); string(p) != "lo" || err != nil {
		t.Errorf("%q, %v", p, err)
	}
	if _, err := client.Shutdown(); err != ErrWant {
		t.Errorf("shutdown of one side: %v", err)
	}
	if _, err := server.Read(1); err != io.EOF || server.Closed() {
		t.Errorf("behind the shutdown: %v, closed %t", err, server.Closed())
	}
	if _, err := server.Shutdown(); err != nil || !server.Closed() {
		t.Errorf("shutdown of the other side: %v", err)
	}
	if _, err := client.Shutdown(); err != nil || !client.Closed() {
		t.Errorf("shutdown again: %v", err)
	}
}

// TestTornOff: bytes that end without close_notify are no end of a connection.
func TestTornOff(t *testing.T) {
	client, server, _, toClient := sides(t)
	shake(t, client, server)
	if _, err := client.Read(1); err != ErrWant {
		t.Fatal(err)
	}
	toClient.EOF = true
	if _, err := client.Read(1); err != ErrEOF {
		t.Errorf("%v", err)
	}
	client, _, _, toClient = sides(t)
	toClient.EOF = true
	if err := client.Handshake(); err != ErrEOF {
		t.Errorf("in the handshake: %v", err)
	}
}

// TestAbandoned: a handshake that nobody goes on with leaves no goroutine behind Close.
func TestAbandoned(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		client, server, _, _ := sides(t)
		if err := client.Handshake(); err != ErrWant {
			t.Fatal(err)
		}
		client.Close()
		server.Close()
		if err := client.Handshake(); !errors.Is(err, ErrClosed) {
			t.Errorf("behind Close: %v", err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
