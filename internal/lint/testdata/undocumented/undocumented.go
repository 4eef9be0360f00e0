package undocumented // want `package undocumented has no document`

import "fmt"

type T struct { // want `T has no document`
	fmt.Stringer
}

var V, w = []int{ // want `V has no document`
	1,
}, 2
