//go:build linux && (amd64 || arm64)

package native

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"unsafe"
)

func addressOf(act *Activation) uintptr { return uintptr(unsafe.Pointer(act)) }

// Push and Pop: order, alignment, init once, the named error at the end.
func TestStackDepth(t *testing.T) {
	inits := 0
	st, err := NewStack(StackOptions{Depth: 5, Helper: resume, Init: func(act *Activation) {
		inits++
		act.Base = 0xb
		act.User[3] = uint64(inits)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for range 3 {
		prev := uint64(0)
		for i := range 5 {
			act, err := st.Push()
			if err != nil {
				t.Fatal(err)
			}
			if addressOf(act)%Stride != 0 || act.Prev != prev || act.Base != 0xb || act.User[3] != uint64(i+1) {
				t.Errorf("activation %d: at %#x, previous %#x, base %#x, user %d", i, addressOf(act), act.Prev, act.Base, act.User[3])
			}
			if act.Status != StatusIdle || act.Slots != 0 || st.Top() != act {
				t.Errorf("activation %d: %v, %d slots", i, act.Status, act.Slots)
			}
			act.Status, act.Slots = StatusExit, 7
			act.Spill[MaxSlots-1] = 1 // the last word is the activation's own
			prev = uint64(addressOf(act))
		}
		if _, err := st.Push(); !errors.Is(err, ErrDepth) {
			t.Errorf("push of the sixth: %v", err)
		}
		for range 5 {
			st.Pop()
		}
	}
	if inits != 5 || st.Depth() != 0 || st.HighWater() != 5 || st.Top() != nil {
		t.Errorf("%d inits, depth %d, high water %d", inits, st.Depth(), st.HighWater())
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Pop of an empty stack did not panic")
			}
		}()
		st.Pop()
	}()
}

// Errors of NewStack and of a closed stack are named.
func TestStackErrors(t *testing.T) {
	for _, c := range []struct {
		o    StackOptions
		want error
	}{
		{StackOptions{}, ErrNoHelper},
		{StackOptions{Helper: resume, Depth: -1}, ErrSize},
		{StackOptions{Helper: resume, Depth: MaxDepth + 1}, ErrSize},
		{StackOptions{Helper: resume, Fault: func(Op, int) error { return errTest }}, errTest},
	} {
		if _, err := NewStack(c.o); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.o, err, c.want)
		}
	}
	pushes := 0
	st, err := NewStack(StackOptions{Helper: resume, Fault: func(op Op, n int) error {
		if op == OpPush {
			if pushes++; pushes == 3 {
				return errTest
			}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if _, err := st.Push(); (i == 2) != errors.Is(err, errTest) {
			t.Errorf("push %d: %v", i, err)
		}
	}
	if st.Depth() != 4 {
		t.Errorf("depth %d", st.Depth())
	}
	if err := errors.Join(st.Close(), st.Close()); err != nil {
		t.Error(err)
	}
	if _, err := st.Push(); !errors.Is(err, ErrDepth) {
		t.Errorf("push on a closed stack: %v", err)
	}
}

var errTest = errors.New("test")

// Words shows the words of the live activations and no others, also while
// they wait in a helper, and what the callback writes is what code reads.
func TestStackWords(t *testing.T) {
	var entry uintptr
	var m *machine
	m = newMachine(t, func(act *Activation, helper uint32) bool {
		if n := act.Args[0]; n > 1 {
			inner := m.push()
			inner.Args[0] = n - 1
			m.enter(inner, entry)
			m.st.Pop()
			return true
		}
		var got []string
		m.st.Words(func(words []uint64) {
			for i, w := range words {
				if w>>32 == 0x5107 {
					got = append(got, fmt.Sprintf("%d:%d", i, uint32(w)))
					words[i] += 100
				}
			}
		})
		// Each level has two used slots with its number, the third is unused.
		if want := "[0:3 1:3 0:2 1:2 0:1 1:1]"; fmt.Sprint(got) != want {
			t.Errorf("words %v, want %v", got, want)
		}
		runtime.GC()
		return true
	})
	var p prog
	p.load(t2, actReg, OffArgs)
	p.imm(t1, 0x5107<<32)
	p.add(t1, t2)
	for i := range int32(3) {
		p.store(actReg, SlotOffset+8*i, t1)
	}
	p.imm(t1, 2)
	p.store(actReg, OffSlots, t1)
	p.leave(LeaveCode(0))
	p.load(t0, actReg, SlotOffset)
	p.load(t1, actReg, SlotOffset+16)
	p.exit(m.row)
	entry = m.install(p.code)
	act := m.push()
	act.Args[0] = 3
	m.enter(act, entry)
	if uint32(act.Regs[t0]) != 103 || uint32(act.Regs[t1]) != 3 {
		t.Errorf("slots after the walk: %d %d", uint32(act.Regs[t0]), uint32(act.Regs[t1]))
	}
	// All four pieces, with their sizes; more slots than there are is no overrun.
	act.Slots = 1 << 40
	sizes := ""
	m.st.Words(func(words []uint64) { sizes += fmt.Sprint(len(words), " ") })
	if want := fmt.Sprint(NumArgs, " ", 1, " ", NumRegs, " ", MaxSlots, " "); sizes != want {
		t.Errorf("sizes %q, want %q", sizes, want)
	}
	live := 0
	m.st.Each(func(a *Activation) {
		if live++; a != act {
			t.Error("Each shows another activation")
		}
	})
	if live != 1 {
		t.Errorf("%d live activations", live)
	}
}

// Hot fields are in reach of one displacement byte, and the header ends where
// the slots begin.
func TestLayout(t *testing.T) {
	for name, off := range map[string]int{
		"row": OffRow, "resume": OffResume, "frame": OffFrame, "base": OffBase, "ret": OffRet,
		"status": OffStatus, "helper": OffHelper, "the first ten arguments": OffArgs + 8*9,
	} {
		if off >= 128 {
			t.Errorf("%s lies at %d", name, off)
		}
	}
	if SlotOffset%64 != 0 || SlotAt(MaxSlots) != OffPoll || offBack+8 != Stride {
		t.Errorf("slots from %d, %d of them", SlotOffset, MaxSlots)
	}
}

// The example of the package comment.
func Example() {
	if runtime.GOARCH != "amd64" {
		fmt.Println("exit true 42") // its machine code is for amd64
		return
	}
	mem, _ := NewMemory(MemoryOptions{})
	data, _ := NewData(DataOptions{})
	st, _ := NewStack(StackOptions{
		Helper: func(act *Activation, helper uint32) bool { return true },
	})
	stub, _ := mem.Install(ColdStub())
	row, _ := data.AllocRows(1)
	data.Words(row, 2)[0] = uint64(stub.Addr) // an exit that nothing is bound to
	code := []byte{
		0x49, 0x8b, 0x47, OffArgs, // mov rax, [r15+OffArgs]
		0x49, 0x03, 0x47, OffArgs + 8, // add rax, [r15+OffArgs+8]
		0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, // mov r11, row
		0x41, 0xff, 0x23, // jmp [r11]
	}
	binary.LittleEndian.PutUint64(code[10:], uint64(row))
	chunk, _ := mem.Install(code)

	act, _ := st.Push()
	act.Args[0], act.Args[1] = 40, 2
	status := st.Enter(act, chunk.Addr)
	fmt.Println(status, act.Row == uint64(row), act.Regs[0])
	st.Pop()
	// Output: exit true 42
}

// DropRegs forgets what exits have stored in the activations that are live.
func TestStackDropRegs(t *testing.T) {
	m := newMachine(t, func(*Activation, uint32) bool { return true })
	act := m.push()
	act.Regs[3], act.FRegs[5], act.Spill[0] = 1, 2, 3
	m.st.DropRegs()
	if act.Regs[3] != 0 || act.FRegs[5] != 0 || act.Spill[0] != 3 {
		t.Errorf("registers %d, %d, slot %d", act.Regs[3], act.FRegs[5], act.Spill[0])
	}
}
