package pycode

import (
	"encoding/binary"
	"fmt"
)

// pycHeader is the size of what precedes the code object in a .pyc file: magic,
// flags, and eight bytes that say which source it was made from (PEP 552).
const pycHeader = 16

// The bits of a .pyc file's flags.
const (
	pycHashed      = 1 // by the hash of the source, not by its time and size
	pycCheckSource = 2
)

// ReadPyc reads a .pyc file of magic 3627, CPython 3.14's, and verifies the shape of
// its code (Code.VerifyShape). Whether it is older than its source is not looked at, as when CPython
// is given a .pyc file to run. The error is one line: a *MagicError, a
// *FormatError or a *VerifyError.
func ReadPyc(data []byte) (*Code, error) {
	if len(data) < 4 {
		return nil, fmt.Errorf("pyc: file of %d bytes: no magic number", len(data))
	}
	magic := int(binary.LittleEndian.Uint16(data))
	if data[2] != '\r' || data[3] != '\n' {
		return nil, fmt.Errorf("pyc: not a .pyc file: begins with %q", data[:4])
	}
	if magic != Magic {
		return nil, &MagicError{magic}
	}
	if len(data) < pycHeader {
		return nil, fmt.Errorf("pyc: file of %d bytes: the header is cut off", len(data))
	}
	if flags := binary.LittleEndian.Uint32(data[4:]); flags&^(pycHashed|pycCheckSource) != 0 {
		return nil, fmt.Errorf("pyc: unknown flags 0x%x in the header", flags)
	}
	c, err := unmarshalAt(string(data), pycHeader)
	if err != nil {
		return nil, fmt.Errorf("pyc: %w", err)
	}
	if err := c.VerifyShape(); err != nil {
		return nil, fmt.Errorf("pyc: %w", err)
	}
	return c, nil
}

// MagicError reports a .pyc file of another Python.
type MagicError struct{ Magic int }

// Error implements error.
func (e *MagicError) Error() string {
	return fmt.Sprintf("pyc: magic %d is %s; this reads %d (CPython 3.14)", e.Magic, whose(e.Magic), Magic)
}

// magics gives the magic numbers up to the last one that each release series
// used, its pre-releases included (Include/internal/pycore_magic_number.h). A
// series begins above the end of the one before it.
var magics = []struct {
	first, last int
	version     string
}{
	{3000, 3131, "3.0"}, {3140, 3151, "3.1"}, {3160, 3180, "3.2"}, {3190, 3230, "3.3"}, {3250, 3310, "3.4"},
	{3320, 3351, "3.5"}, {3360, 3379, "3.6"}, {3390, 3394, "3.7"}, {3400, 3413, "3.8"}, {3420, 3425, "3.9"},
	{3430, 3439, "3.10"}, {3450, 3495, "3.11"}, {3500, 3531, "3.12"}, {3550, 3571, "3.13"}, {3650, 3699, "3.15"},
	{20121, 62211, "1 or 2"},
}

// whose says which Python has the magic number.
func whose(magic int) string {
	if magic >= 3600 && magic < Magic {
		return "a pre-release of CPython 3.14's"
	}
	for _, m := range magics {
		if magic >= m.first && magic <= m.last {
			return "CPython " + m.version + "'s"
		}
	}
	return "not one of CPython's known"
}
