//go:build !((linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64))

package compile

// embeddedUnpack is nil: go-embed-python has nothing for this platform and does
// not compile for it.
var embeddedUnpack func(dir string) error
