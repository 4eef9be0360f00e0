//go:build !unix

package lib

// noFollow is nothing where no memory is shared by name.
const noFollow = 0
