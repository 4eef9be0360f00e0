package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

func TestMain(m *testing.M) { soak.Main(m) }
