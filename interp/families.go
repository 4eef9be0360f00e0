package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// family is an adaptive base instruction with its specialized members. All members
// have the base's inline cache, whose first unit is the counter.
type family uint8

// The families, in the order of the table.
const (
	famBinaryOp family = iota
	famCompareOp
	famContainsOp
	famToBool
	famUnpack
	famStoreSubscr
	famLoadGlobal
	famLoadAttr
	famStoreAttr
	famLoadSuperAttr
	famCall
	famCallKw
	famForIter
	famSend
	famJumpBackward
	famResume
	numFamilies
)

// Why specializing is refused. Each family uses some.
const (
	failNone = iota
	failTypes
	failBigInt
	failOutOfVersions
	failNotFound
	failArguments
	failKind
	failExpectedError
	failSize
	failDescriptor
	failOverridden
	failMethod
	failShadowed
	failVarying
	numFails
)

var failNames = [numFails]string{
	"", "types", "big_int", "out_of_versions", "not_found", "arguments", "kind", "expected_error", "size",
	"descriptor", "overridden", "method", "shadowed", "varying",
}

// familyBases are the bases of the families.
var familyBases = [numFamilies]pycode.Op{
	famBinaryOp:      pycode.BINARY_OP,
	famCompareOp:     pycode.COMPARE_OP,
	famContainsOp:    pycode.CONTAINS_OP,
	famToBool:        pycode.TO_BOOL,
	famUnpack:        pycode.UNPACK_SEQUENCE,
	famStoreSubscr:   pycode.STORE_SUBSCR,
	famLoadGlobal:    pycode.LOAD_GLOBAL,
	famLoadAttr:      pycode.LOAD_ATTR,
	famStoreAttr:     pycode.STORE_ATTR,
	famLoadSuperAttr: pycode.LOAD_SUPER_ATTR,
	famCall:          pycode.CALL,
	famCallKw:        pycode.CALL_KW,
	famForIter:       pycode.FOR_ITER,
	famSend:          pycode.SEND,
	famJumpBackward:  pycode.JUMP_BACKWARD,
	famResume:        pycode.RESUME,
}

// families has the members of each base, as CPython's metadata names them.
var families = func() (t [numFamilies]pycode.Family) {
	for _, f := range pycode.Families() {
		for i, base := range familyBases {
			if f.Base == base {
				t[i] = f
			}
		}
	}
	return t
}()

// familyCounts are a family's statistics. Hits are derived: executions of its
// members less misses.
type familyCounts struct {
	miss, deferred, success, failure uint64
	kinds                            [numFails]uint64
}

// memberCounts are the statistics of one member, as far as nothing else has them.
type memberCounts struct{ miss, success uint64 }

const counterStep = adaptive.CounterStep

// defer_ counts an execution of a base instruction that does not try to
// specialize yet. ip is at the inline cache.
func (vm *VM) defer_(ip unsafe.Pointer, f family) {
	if vm.plain {
		return
	}
	*(*uint16)(ip) -= counterStep
	if vm.counts != nil {
		vm.fams[f].deferred++
	}
}

// miss counts a failed check of a member; when it has used up its budget, the
// instruction becomes adaptive again.
func (vm *VM) miss(ip unsafe.Pointer, f family) {
	if vm.counts != nil {
		vm.fams[f].miss++
		vm.members[*(*byte)(unsafe.Add(ip, -2))].miss++
	}
	c := (*uint16)(ip)
	if *c >= counterStep {
		*c -= counterStep
		return
	}
	vm.rewrite(ip, families[f].Base)
	*c = adaptive.Backoff(*c)
}

// rewrite replaces the opcode of the instruction whose inline cache is at ip.
func (vm *VM) rewrite(ip unsafe.Pointer, op pycode.Op) {
	*(*byte)(unsafe.Add(ip, -2)) = byte(op)
}

// specialized ends a successful attempt: the instruction becomes op.
func (vm *VM) specialized(ip unsafe.Pointer, f family, op pycode.Op) {
	vm.rewrite(ip, op)
	*(*uint16)(ip) = adaptive.Cooldown
	if vm.counts != nil {
		vm.fams[f].success++
		vm.members[op].success++
	}
}

// refused ends an attempt that failed for a reason.
func (vm *VM) refused(ip unsafe.Pointer, f family, why int) {
	*(*uint16)(ip) = adaptive.Backoff(*(*uint16)(ip))
	if vm.counts != nil {
		vm.fams[f].failure++
		vm.fams[f].kinds[why]++
	}
}

// quicken prepares a code object's inline caches: adaptive counters begin at
// their warm-up, branch histories in the middle, and what a file has there is nothing.
func (vm *VM) quicken(c *Code) {
	for i := 0; i < len(c.Live); {
		op := pycode.Op(c.Live[i])
		n := op.Caches()
		if n > 0 {
			clear(c.Live[i+1 : i+1+n])
			switch op {
			case pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
				c.Live[i+1] = adaptive.Balanced // neither way is likely yet
			default:
				c.Live[i+1] = adaptive.Warmup
			}
		}
		i += 1 + n
	}
}
