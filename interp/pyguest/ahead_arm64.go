package pyguest

import (
	_ "embed"

	"github.com/tier2go/tier2/lower/arm64"
)

//go:embed ahead/arm64
var aheadFile []byte

var aheadTarget = arm64.Target
