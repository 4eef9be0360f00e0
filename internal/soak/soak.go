// Package soak says how much work a test does. The same test runs at three sizes: a
// short one with -short, the usual one in go test, and the full one in .ci/soak, which
// sets TIER2_SOAK=1:
//
//	for i := range soak.Of(10, 100, 100_000) {
//		check(t, rand.New(rand.NewPCG(1, uint64(i))))
//	}
//
// A test that only repeats at scale, and whose usual size finds the same faults, takes
// its number from here. The package knows no tests.
package soak

import (
	"flag"
	"hash/crc32"
	"os"
	"runtime/debug"
	"testing"
)

// Env is the environment variable that asks for the full size. The cache of go test
// knows which variables a test has read, so that results of different sizes never stand
// for each other.
const Env = "TIER2_SOAK"

// On reports whether tests run at full size.
func On() bool { return os.Getenv(Env) == "1" }

// Of returns short with -short, full in .ci/soak and usual otherwise. -short counts for
// more than TIER2_SOAK.
func Of[T any](short, usual, full T) T {
	switch {
	case testing.Short():
		return short
	case On():
		return full
	}
	return usual
}

// Some reports whether a case is among those that the usual size has: one in n, which the
// key says, so that another text is another chance. At full size it is each, with -short none.
func Some(n uint32, key string) bool {
	return Of(false, crc32.ChecksumIEEE([]byte(key))%n == 0, true)
}

// Main is the body of a TestMain: Go's collector runs less often than in programs. Most tests make machines, functions
// or VMs that are garbage soon, and collecting them took from a tenth to three quarters of a package's time. At full
// size and in benchmarks the collector runs as it does in programs.
func Main(m *testing.M) {
	flag.Parse()
	if !On() && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
