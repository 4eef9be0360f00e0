package ir

// What one executor leaves and the next one takes over. Register allocation says of each
// exit where the values of its state lie (package exitdata), the guest's frames are rebuilt
// from that, package build begins the exit's own executor with it, and package lower puts
// values where an executor expects them. All mean the same slots.

// Snapshot says where the guest's values are while none of its frames is up to date.
type Snapshot struct {
	Frames []FrameSnapshot // outermost first
	// Objects are those that no memory holds yet, each behind what it consists of.
	Objects []SnapshotObject
	Clock   int // bytecodes executed that the clock has not counted yet
}

// FrameSnapshot is one guest frame of a Snapshot.
type FrameSnapshot struct {
	Frame *Frame // without its caller
	PC    uint32 // code unit to go on at; for outer frames, behind their call
	SP    int    // slots in use
	Slots []Slot // those whose memory is not right, by Index
}

// SnapshotObject is a new object: what an operation of the guest would make of its operands.
type SnapshotObject struct {
	Op   Op
	Args []Slot // in the representations that the operation asks for, once boxed; Index is the operand
}

// Slot is where the value of one slot is.
type Slot struct {
	Index int
	Word  uint64 // SlotConst: the guest word, or the bits of an unboxed constant; SlotObject: the number
	Fact  Fact   // what is known of the value
	At    Loc    // SlotPlace
	Kind  SlotKind
	Type  Type // its representation
	Raw   bool // stays unboxed; otherwise what is no Ref is boxed where the frame is rebuilt
}

// SlotKind says where a slot's value is.
type SlotKind uint8

// The kinds.
const (
	SlotMemory SlotKind = iota // in the frame's memory
	SlotPlace                  // in a register or a slot of the native frame
	SlotConst                  // a constant, which is nowhere
	SlotObject                 // it is one of the snapshot's objects
)

// Loc is a location: a register or a slot of the native frame; which, package lower knows (lower.Loc).
type Loc struct {
	Kind uint8
	N    uint16
}
