package pycode

// Place is an instruction of the program. Code is nil where it is not known.
type Place struct {
	Code *Code
	Unit int // its code unit
}

// Line returns the source line of a place, −1 if that is not known. Instructions that
// CPython's compiler has added, at the end of an exception's handler for example, have
// none: they count for the line of those before them, or behind.
func (p Place) Line() int {
	if p.Code == nil {
		return -1
	}
	return p.Code.NearestLine(p.Unit)
}
