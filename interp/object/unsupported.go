package object

// Unsupported is an error that says what this VM does not implement.
type Unsupported struct{ What string }

// Error implements error.
func (u *Unsupported) Error() string { return "unsupported " + u.What }

// Unsupported returns an error that names what is not implemented.
func (h *Heap) Unsupported(what string) error { return &Unsupported{what} }
