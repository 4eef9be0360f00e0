//go:build !linux || !(amd64 || arm64)

package native

import "unsafe"

// Where there is no machine code, nothing can be made that could lead to it.

func supported() bool { return false }

func openView(mode Mode, limit int, fault Fault) (view, error) {
	return nil, &Error{OpMap, limit, ErrUnsupported}
}

func mapData(size int, near bool, fault Fault) ([]byte, error) {
	return nil, &Error{OpMap, size, ErrUnsupported}
}

func unmapData(mem []byte, fault Fault) error { return &Error{OpMap, len(mem), ErrUnsupported} }

func address(mem []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(mem))) }

func enter(s *Stack, act *Activation, entry uintptr) Status {
	panic("native: Enter: " + ErrUnsupported.Error())
}

func callCode(entry uintptr) uint32 {
	panic("native: callCode: " + ErrUnsupported.Error())
}
