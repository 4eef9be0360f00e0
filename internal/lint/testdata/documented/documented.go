// Package documented has documents, and names without.
package documented

// T has one.
type T struct{ Field int }

type U int // so has U

type (
	W int // W too

	x int
)

// M has one.
func (T) M() {}

func (T) N() {} // want `N has no document`

func (*G[K]) N() {} // want `N has no document`

// G is generic.
type G[K any] struct{ k K }

type unexported struct{}

func (unexported) Exported() {}

func F() {} // want `F has no document`

// The constants.
const (
	A = iota
	B
)

const (
	C = iota // heads a list
	D

	E = 1 + // want `E has no document`
		1
)

var (
	// H has one.
	H int
	I int

	local int
)
