//go:build !amd64 && !arm64

package native

var coldStub []byte

func pollStub() []byte { return nil }

// probeCode is never called: openView fails before.
func probeCode(uint32) []byte { return nil }
