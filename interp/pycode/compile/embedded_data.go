//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

package compile

import "github.com/kluctl/go-embed-python/python"

// embeddedUnpack unpacks the embedded CPython into a folder that does not exist.
// The library takes a file of the right size that it finds there for one of its
// own, so an unpack that was interrupted cannot be taken up again.
var embeddedUnpack = func(dir string) error {
	_, err := python.NewEmbeddedPythonWithTmpDir(dir, false)
	return err
}
