package specialize

import "github.com/tier2go/tier2/interp/pycode"

// Family is an adaptive base instruction with its specialized members. All members
// have the base's inline cache, whose first unit is the counter.
type Family uint8

// The families, in the order of the table.
const (
	BinaryOp Family = iota
	CompareOp
	ContainsOp
	ToBool
	Unpack
	StoreSubscr
	LoadGlobal
	LoadAttr
	StoreAttr
	LoadSuperAttr
	Call
	CallKw
	ForIter
	Send
	JumpBackward
	Resume
	NumFamilies
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
var familyBases = [NumFamilies]pycode.Op{
	BinaryOp:      pycode.BINARY_OP,
	CompareOp:     pycode.COMPARE_OP,
	ContainsOp:    pycode.CONTAINS_OP,
	ToBool:        pycode.TO_BOOL,
	Unpack:        pycode.UNPACK_SEQUENCE,
	StoreSubscr:   pycode.STORE_SUBSCR,
	LoadGlobal:    pycode.LOAD_GLOBAL,
	LoadAttr:      pycode.LOAD_ATTR,
	StoreAttr:     pycode.STORE_ATTR,
	LoadSuperAttr: pycode.LOAD_SUPER_ATTR,
	Call:          pycode.CALL,
	CallKw:        pycode.CALL_KW,
	ForIter:       pycode.FOR_ITER,
	Send:          pycode.SEND,
	JumpBackward:  pycode.JUMP_BACKWARD,
	Resume:        pycode.RESUME,
}

// families has the members of each base, as CPython's metadata names them.
var families = func() (t [NumFamilies]pycode.Family) {
	if err := pycode.CheckFamilies(pycode.Families(), pycode.CacheLayout); err != nil {
		panic(err) // Defer and Miss write the first unit
	}
	for _, f := range pycode.Families() {
		for i, base := range familyBases {
			if f.Base == base {
				t[i] = f
			}
		}
	}
	return t
}()

// Families returns the families.
func Families() []pycode.Family { return families[:] }

// familyCounts are a family's statistics. Hits are derived: executions of its
// members less misses.
type familyCounts struct {
	miss, deferred, success, failure uint64
	kinds                            [numFails]uint64
}

// memberCounts are the statistics of one member, as far as nothing else has them.
type memberCounts struct{ miss, success uint64 }
