// Package hostless has what a VM may do and what it may not.
package hostless

import (
	crand "crypto/rand"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"
)

var denied = syscall.EPERM

func harmless(t time.Time, n syscall.Errno) string {
	const flags = os.O_RDONLY | syscall.O_CREAT
	_ = flags
	_ = netip.MustParseAddr("::1")
	return t.UTC().String() + n.Error()
}

func asks() {
	_, _ = os.ReadFile("x")            // want `os.ReadFile asks the host`
	_ = os.Args                        // want `os.Args asks the host`
	_ = time.Now().Local()             // want `time.Now asks the host` `\(time.Time\).Local asks the host`
	time.Sleep(1)                      // want `time.Sleep asks the host`
	_ = time.Unix(0, 0).In(time.Local) // want `time.Local asks the host`
	_, _ = crand.Read(nil)             // want `crypto/rand.Read asks the host`
	_, _ = net.LookupHost("x")         // want `net.LookupHost asks the host`
	read := syscall.Getpid             // want `syscall.Getpid asks the host`
	_ = read()
	var f *os.File // want `os.File asks the host`
	_ = f
}
