package pyguest

import (
	_ "embed"

	"github.com/tier2go/tier2/lower/amd64"
)

//go:embed ahead/amd64
var aheadFile []byte

var aheadTarget = amd64.Target
