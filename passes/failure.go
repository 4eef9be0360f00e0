package passes

import "fmt"

// Where says where a pipeline has stopped and what reproduces it.
type Where struct {
	Pass string // the pass, or the word of the pipeline
	Func string // the function's name
	// Before is what Context.Snapshot returned for the function before the
	// pass, "" without one.
	Before string
	// Rest is the text of what was left of the pipeline, this pass included.
	Rest string
}

// Error says that a pass, or what an observer checks after it, failed on a
// function.
type Error struct {
	Where
	Err error
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("passes: %s on %s: %v", e.Pass, e.Func, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Panic says that a pass panicked. The function is in no defined state; the
// pipeline and the context can be used again.
type Panic struct {
	Where
	Value any
	Stack []byte // of the goroutine, as debug.Stack prints it
}

// Error implements error. It does not print the stack.
func (e *Panic) Error() string {
	return fmt.Sprintf("passes: %s on %s: panic: %v", e.Pass, e.Func, e.Value)
}

// Unwrap returns the panic's value if it is an error.
func (e *Panic) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// where returns the place in an error of the pipeline, nil if it has none.
func where(err error) *Where {
	switch e := err.(type) {
	case *Error:
		return &e.Where
	case *Panic:
		return &e.Where
	}
	return nil
}
