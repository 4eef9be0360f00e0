package interp

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// A Family is an adaptive base instruction with its specialized members. All
// members have the base's inline cache, whose first unit is the counter.
type Family struct {
	Base    pycode.Op
	Members []pycode.Op
	// Kinds names the reasons for which specializing is refused, for the
	// histogram; index 0 is unused.
	Kinds []string
}

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

var families = [numFamilies]Family{
	famBinaryOp: {Base: pycode.BINARY_OP, Members: []pycode.Op{
		pycode.BINARY_OP_ADD_INT, pycode.BINARY_OP_SUBTRACT_INT, pycode.BINARY_OP_MULTIPLY_INT,
		pycode.BINARY_OP_ADD_FLOAT, pycode.BINARY_OP_SUBTRACT_FLOAT, pycode.BINARY_OP_MULTIPLY_FLOAT,
		pycode.BINARY_OP_ADD_UNICODE, pycode.BINARY_OP_INPLACE_ADD_UNICODE, pycode.BINARY_OP_EXTEND,
		pycode.BINARY_OP_SUBSCR_LIST_INT, pycode.BINARY_OP_SUBSCR_LIST_SLICE, pycode.BINARY_OP_SUBSCR_TUPLE_INT,
		pycode.BINARY_OP_SUBSCR_STR_INT, pycode.BINARY_OP_SUBSCR_DICT, pycode.BINARY_OP_SUBSCR_GETITEM,
	}},
	famCompareOp:  {Base: pycode.COMPARE_OP, Members: []pycode.Op{pycode.COMPARE_OP_INT, pycode.COMPARE_OP_FLOAT, pycode.COMPARE_OP_STR}},
	famContainsOp: {Base: pycode.CONTAINS_OP, Members: []pycode.Op{pycode.CONTAINS_OP_DICT, pycode.CONTAINS_OP_SET}},
	famToBool: {Base: pycode.TO_BOOL, Members: []pycode.Op{
		pycode.TO_BOOL_BOOL, pycode.TO_BOOL_INT, pycode.TO_BOOL_NONE, pycode.TO_BOOL_LIST, pycode.TO_BOOL_STR, pycode.TO_BOOL_ALWAYS_TRUE,
	}},
	famUnpack: {Base: pycode.UNPACK_SEQUENCE, Members: []pycode.Op{
		pycode.UNPACK_SEQUENCE_TWO_TUPLE, pycode.UNPACK_SEQUENCE_TUPLE, pycode.UNPACK_SEQUENCE_LIST,
	}},
	famStoreSubscr: {Base: pycode.STORE_SUBSCR, Members: []pycode.Op{pycode.STORE_SUBSCR_LIST_INT, pycode.STORE_SUBSCR_DICT}},
	famLoadGlobal:  {Base: pycode.LOAD_GLOBAL, Members: []pycode.Op{pycode.LOAD_GLOBAL_MODULE, pycode.LOAD_GLOBAL_BUILTIN}},
	famLoadAttr: {Base: pycode.LOAD_ATTR, Members: []pycode.Op{
		pycode.LOAD_ATTR_MODULE, pycode.LOAD_ATTR_INSTANCE_VALUE, pycode.LOAD_ATTR_WITH_HINT, pycode.LOAD_ATTR_SLOT,
		pycode.LOAD_ATTR_CLASS, pycode.LOAD_ATTR_CLASS_WITH_METACLASS_CHECK, pycode.LOAD_ATTR_PROPERTY,
		pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN, pycode.LOAD_ATTR_METHOD_WITH_VALUES, pycode.LOAD_ATTR_METHOD_NO_DICT,
		pycode.LOAD_ATTR_METHOD_LAZY_DICT, pycode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES, pycode.LOAD_ATTR_NONDESCRIPTOR_NO_DICT,
	}},
	famStoreAttr: {Base: pycode.STORE_ATTR, Members: []pycode.Op{
		pycode.STORE_ATTR_INSTANCE_VALUE, pycode.STORE_ATTR_SLOT, pycode.STORE_ATTR_WITH_HINT,
	}},
	famLoadSuperAttr: {Base: pycode.LOAD_SUPER_ATTR, Members: []pycode.Op{pycode.LOAD_SUPER_ATTR_ATTR, pycode.LOAD_SUPER_ATTR_METHOD}},
	famCall: {Base: pycode.CALL, Members: []pycode.Op{
		pycode.CALL_PY_EXACT_ARGS, pycode.CALL_PY_GENERAL, pycode.CALL_BOUND_METHOD_EXACT_ARGS, pycode.CALL_BOUND_METHOD_GENERAL,
		pycode.CALL_BUILTIN_O, pycode.CALL_BUILTIN_FAST, pycode.CALL_BUILTIN_FAST_WITH_KEYWORDS, pycode.CALL_BUILTIN_CLASS,
		pycode.CALL_LEN, pycode.CALL_ISINSTANCE, pycode.CALL_LIST_APPEND, pycode.CALL_TYPE_1, pycode.CALL_STR_1, pycode.CALL_TUPLE_1,
		pycode.CALL_METHOD_DESCRIPTOR_O, pycode.CALL_METHOD_DESCRIPTOR_FAST, pycode.CALL_METHOD_DESCRIPTOR_NOARGS,
		pycode.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS, pycode.CALL_NON_PY_GENERAL, pycode.CALL_ALLOC_AND_ENTER_INIT,
	}},
	famCallKw: {Base: pycode.CALL_KW, Members: []pycode.Op{pycode.CALL_KW_PY, pycode.CALL_KW_BOUND_METHOD, pycode.CALL_KW_NON_PY}},
	famForIter: {Base: pycode.FOR_ITER, Members: []pycode.Op{
		pycode.FOR_ITER_RANGE, pycode.FOR_ITER_LIST, pycode.FOR_ITER_TUPLE, pycode.FOR_ITER_GEN,
	}},
	famSend:         {Base: pycode.SEND, Members: []pycode.Op{pycode.SEND_GEN}},
	famJumpBackward: {Base: pycode.JUMP_BACKWARD, Members: []pycode.Op{pycode.JUMP_BACKWARD_JIT, pycode.JUMP_BACKWARD_NO_JIT}},
	famResume:       {Base: pycode.RESUME, Members: []pycode.Op{pycode.RESUME_CHECK}},
}

// CheckFamilies holds the table of families against the rules: names begin with
// the base's, cache sizes are equal, and no member stands in two families.
func CheckFamilies() error {
	seen := map[pycode.Op]bool{}
	for _, f := range families {
		for _, m := range f.Members {
			switch {
			case !strings.HasPrefix(m.String(), f.Base.String()+"_"):
				return fmt.Errorf("interp: family %v: member %v does not begin with its name", f.Base, m)
			case m.Caches() != f.Base.Caches():
				return fmt.Errorf("interp: family %v: the inline cache of %v has another size", f.Base, m)
			case m.Base() != f.Base:
				return fmt.Errorf("interp: family %v: %v belongs to %v", f.Base, m, m.Base())
			case seen[m]:
				return fmt.Errorf("interp: %v is in two families", m)
			}
			seen[m] = true
		}
	}
	return nil
}

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
