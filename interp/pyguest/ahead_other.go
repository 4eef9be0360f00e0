//go:build !amd64 && !arm64

package pyguest

import "github.com/tier2go/tier2/lower"

var (
	aheadFile   []byte
	aheadTarget *lower.Target
)
