// Package more has a function that routines of package good call.
package more

// Scatter mixes the bits of x.
func Scatter(x uint64) uint64 {
	x *= 0x9E3779B97F4A7C15
	return x<<31 | x>>33
}
