// Package embed is what a Go program sees of Python: handles to its values, conversions both
// ways, Go functions that Python calls, and the errors in which Python ends.
//
// A [Value] is a handle to a value of one VM; its document has the tables of what is
// converted to what. A [Bridge] belongs to each VM: it makes Values, keeps what they stand
// for alive (refs.go), makes Go functions builtins (gofunc.go) and turns errors of Go into
// exceptions and back (raise.go). What runs Python is the VM itself, behind the interface
// [VM]: every entry from Go stands between its Begin and its End.
//
//	f := bridge.Wrap(word)       // the Value of an object
//	r, err := f.Call(1, "two")   // Begin; arguments converted; VM.Call; End
//	n, err := embed.As[int](r)
//
// Programs use these names from package interp. The package must not know how a VM runs.
package embed

import (
	"github.com/tier2go/tier2/interp/object"
)

// VM is what values of Python ask of the machine that they live in.
type VM interface {
	// Begin is called before the guest is entered from Go, or an error says why it is not.
	Begin() error
	// End is deferred behind Begin. It leaves the machine as Begin has found it, and makes
	// a panic an error, and an exception a *GuestError.
	End(err *error)
	// Call calls what can be called.
	Call(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error)
	// Traceback formats the traceback of an exception.
	Traceback(exc object.Value) string
}

// Bridge is where the Values of one VM and the Go functions that it calls come across.
type Bridge struct {
	heap     *object.Heap
	vm       VM
	builtins object.Value // dict
	closed   bool
	refs     refs
	args     []Value       // of the Go functions that are running
	goError  object.TypeID // of the objects that stand for a Go error
}

// New makes the Bridge of a VM. It converts numbers and strings at once; Start comes
// before all else.
func New(h *object.Heap, vm VM) *Bridge { return &Bridge{heap: h, vm: vm} }

// Start tells the Bridge the dict of the builtins, and makes the type of the objects by
// which an exception keeps the Go error that it comes from. The guest never sees one.
func (br *Bridge) Start(builtins object.Value) {
	br.builtins = builtins
	br.goError = br.heap.RegisterType(&object.Type{Name: "go_error", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
}

// Close makes what is asked of a Value ErrClosed.
func (br *Bridge) Close() { br.closed = true }

// Closed reports whether the Bridge has been closed.
func (br *Bridge) Closed() bool { return br.closed }

// Args returns how many arguments the Go functions that are running have.
func (br *Bridge) Args() int { return len(br.args) }

// DropArgs forgets the arguments behind the first n: of Go functions that have ended.
func (br *Bridge) DropArgs(n int) {
	clear(br.args[n:])
	br.args = br.args[:n]
}

// SwapArgs makes args those of the Go functions that the thread has called which runs now, and returns what they were.
func (br *Bridge) SwapArgs(args []Value) []Value {
	args, br.args = br.args, args
	return args
}

// Wrap makes a Value.
func (br *Bridge) Wrap(v object.Value) Value {
	if !needsRef(v) {
		return Value{in: br, word: v}
	}
	return Value{in: br, word: v, ref: br.refs.add(&ref{word: v})}
}
