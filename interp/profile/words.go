package profile

import (
	"strings"

	"github.com/tier2go/tier2/uop"
)

// The words of Why. Everything that is said of a guard, a helper, an end or a
// refusal stands in a table here.

// guardWords says what a guard checks and what would make it needless. %s is the
// value that is checked.
type guardWords struct{ what, fact string }

// byUop are the guards that the micro-op tells, by its name or the longest of its
// beginnings.
var byUop = map[string]guardWords{
	"_GUARD_NOT_EXHAUSTED":    {loopEnd, ""},
	"_FOR_ITER":               {loopEnd, ""},
	"_GUARD_IS_":              {branch, ""},
	"_BINARY_OP_SUBSCR_":      {"that the index %s is in range", "it came from range(len(…)) of what it is an index of, and nothing in the loop changed that length"},
	"_STORE_SUBSCR_LIST_INT":  {"that the index %s is in range", "it came from range(len(…)) of what it is an index of, and nothing in the loop changed that length"},
	"_CHECK_FUNCTION":         {"that %s is the function it was", "the name were that of a global which is never rebound"},
	"_CHECK_METHOD":           {"that %s is the method it was", "its type were known"},
	"_CHECK_STACK_SPACE":      {"that there is room for a frame", "the call were inlined"},
	"_CHECK_RECURSION":        {"that there is room for a frame", "the call were inlined"},
	"_INIT_CALL":              {"that there is room for a frame", "the call were inlined"},
	"_PUSH_FRAME":             {"that there is room for a frame", "the call were inlined"},
	"_GUARD_TYPE_VERSION":     {"that %s has the type it had", "its type were known"},
	"_GUARD_GLOBALS_VERSION":  {"that the module has the globals it had", "the dict of globals did not change"},
	"_STORE_GLOBAL_MODULE":    {"that the module has the globals it had", "the dict of globals did not change"},
	"_GUARD_NOS_NOT_NULL":     {"how the call passes self", "what is called were known"},
	"_GUARD_KEYS":             {"that %s has the keys it had", "the dict did not change"},
	"_GUARD_NOS_NULL":         {"how the call passes self", "what is called were known"},
	"_GUARD_THIRD_NULL":       {"how the call passes self", "what is called were known"},
	"_GUARD_CALLABLE":         {"that %s is the builtin it was", "the name were that of a builtin which is never rebound"},
	"_CHECK_VALIDITY":         {"that nothing the code relies on has changed, behind a call that may run anything", "what is called were known to change nothing"},
	"_LOAD_GLOBAL":            {"that a global is what it was", "it were never rebound"},
	"_UNPACK_SEQUENCE":        {"how many elements %s has", "the tuple were made where it is taken apart"},
	"_ITER_CHECK":             {"that %s is the kind of iterator it was", "it were made in the same trace"},
	"_LOAD_FAST_CHECK":        {"that %s has a value", "it were assigned on every way here"},
	"_TO_BOOL":                {"that %s is of the type it was", "its type were known"},
	"_GUARD_BINARY_OP_EXTEND": {"that the operands of %s are of the types they were", "they were known"},
	"_CALL_METHOD_DESCRIPTOR": {"that %s is of the type whose method it was", "its type were known"},
	"_CALL_LIST_APPEND":       {"that there is room behind the last element", "the list had been made with room"},
	"_CALL_BUILTIN":           {"that the function has a result for this argument, and raises nothing", "the argument had bounds"},
	"_LOAD_ATTR":              {"that the instance has no dict of its own", "it were made in the same executor, or had been checked there"},
	"_LOAD_ATTR_INSTANCE":     {"that the attribute %s is set", "it had been set or read before in the same executor"},
	"_LOAD_ATTR_SLOT":         {"that the attribute %s is set", "it had been set or read before in the same executor"},
	"_STORE_ATTR_INSTANCE":    {"that the attribute has its place: it is set, or the next in order", "the instance were made in the same executor, or the attribute known to be set"},
	"_GUARD_DORV_VALUES":      {"that the instance has no dict of its own", "it were made in the same executor, or had been checked there"},
	"_LOAD_DEREF":             {"that the variable of the enclosing function has a value", "it were assigned on every way here"},
	"_LOAD_SUPER_ATTR":        {"that super() finds what it found", "the class of self were known"},
	"_SUBSCR_FOUND":           {"that the dict has the key", "it were always there: another way leads on where it is not"},
	"_SUBSCR_MISSED":          {"that the dict does not have the key", "it were never there: another way leads on where it is"},
	"_CALL_FOUND":             {"that the result of the call is kept", "it always were: another way leads on where it is not"},
	"_CALL_EX_FOUND":          {"that the result of the call is kept", "it always were: another way leads on where it is not"},
	"_CALL_EX_MISSED":         {"that the result of the call is not kept", "it never were: another way leads on where it is"},
	"_CALL_WEAK":              {"that %s is a weak reference of the class it was", "its type were known"},
	"_CALL_MISSED":            {"that the result of the call is not kept", "it never were: another way leads on where it is"},
	"_OPERATOR_INIT_CALL":     {"that the operands are of the classes they were", "they were known"},
	"_BINARY_OP_EXTEND":       {"that the operands are in range: a divisor that is not 0, a shift by less than 64, an int that is exact as a float", "they were constants, or bounded"},
	"_COMPARE_OP":             {"that the int is exact as a float", "it were bounded"},
	"_BINARY_OP_ADD_INT":      {"that the sum has at most 64 bits", boundFact},
	"_BINARY_OP_SUBTRACT_INT": {"that the difference has at most 64 bits", boundFact},
	"_BINARY_OP_MULTIPLY_INT": {"that the product has at most 64 bits", boundFact},
}

// What is no overhead: the program's own decisions.
const (
	branch  = "branch"
	loopEnd = "loop end"
)

// byOp are the guards that the operation of the IR tells.
var byOp = map[string]guardWords{
	"add.ov":    {"that the sum has at most 64 bits", boundFact},
	"sub.ov":    {"that the difference has at most 64 bits", boundFact},
	"mul.ov":    {"that the product has at most 64 bits", boundFact},
	"neg.ov":    {"that the negative has at most 64 bits", boundFact},
	"shl.ov":    {"that the shift loses no bits", boundFact},
	"div.ov":    {"that the divisor is not 0", "it were a constant, or known not to be 0"},
	"mod.ov":    {"that the divisor is not 0", "it were a constant, or known not to be 0"},
	"f2i.ov":    {"that the float fits an int of 64 bits", "the float had bounds"},
	"guard.i64": {"that %s has at most 64 bits", "it were bounded (by a range, a mask, an earlier check): Python's ints have no limit"},
	"guard.u64": {"that %s is from 0 to 2^64−1", "it were bounded by a mask: Python's ints have no limit"},
	"py.room":   {"that there is room for a frame", "the call were inlined"},

	"guard.valid": {"that nothing the code relies on has changed, behind a call that may run anything", "what is called were known to change nothing"},
}

const boundFact = "the operands were bounded, as the index of a range or the result of & is: Python's ints have no limit"

// typeFacts say what would make a check of a type needless, by where the value comes
// from: the operation that has made it.
var typeFacts = []struct{ op, fact string }{
	{"slot", "the function knew it before: it is checked when the executor is entered"},
	{"entry", "the executor before this one had known it"},
	{"param", "it had the same type on every way around the loop"},
	{"load", "what it is read from said what it holds: lists, tuples, cells and iterators may hold anything"},
	{"py.call", "calls gave one type only: what a function returns is known where it is inlined"},
	{"dict.", "what it is read from said what it holds: dicts may hold anything"},
	{"method.", "the method were known to give one type only"},
	{"py.", "Go functions said what they return"},
	{"", "its type were known where it is made"},
}

// helperWords say why an operation runs in Go, by the beginning of its name.
var helperWords = []struct{ op, why string }{
	{"method.", "a method of a builtin type is a Go function, which machine code leaves for"},
	{"builtin.", "a builtin function is a Go function, which machine code leaves for"},
	{"py.call", "what is called has no code that could be inlined: a builtin, a class, or a callee that changes"},
	{"py.method", "what is called has no code that could be inlined"},
	{"py.binary", "there is no machine code for this operator with operands of the types that it has seen"},
	{"wide.", "the int may have more than 64 bits, and no mask says that the low ones are enough"},
	{"py.holds", "there is machine code for comparing ints of up to 64 bits, floats and strs; these operands have been others"},
	{"py.compare", "there is machine code for comparing ints of up to 64 bits, floats and strs; these operands have been others"},
	{"py.len", "the length of this type is Go's, or a method's"},
	{"dict.", "Go looks up the key: it was not found in this dict just before, or there is none"},
	{"py.contains", "searching a container is Go's"},
	{"py.getitem", "looking up a key is Go's"},
	{"py.setitem", "storing under a key is Go's"},
	{"py.delitem", "deleting a key is Go's"},
	{"py.getslice", "slices are made by Go"},
	{"py.setslice", "slices are stored by Go"},
	{"py.format", "values are formatted by Go"},
	{"py.convert", "values are formatted by Go"},
	{"py.string", "the pieces of an f-string are joined by Go"},
	{"py.tuple", "it allocates, which is Go's"},
	{"py.list", "it allocates, which is Go's"},
	{"py.dict", "it allocates, which is Go's"},
	{"py.newset", "it allocates, which is Go's"},
	{"py.set", "sets grow in Go where they are large, or their elements are compared by Python"},
	{"py.newslice", "it allocates, which is Go's"},
	{"py.newcell", "it allocates, which is Go's"},
	{"py.iter", "iterators are made by Go"},
	{"py.next", "this kind of iterator is advanced by Go: ranges, lists and tuples have machine code"},
	{"py.raise", "exceptions are made and raised by Go"},
	{"exc.new", "exceptions are made and raised by Go"},
	{"exc.is", "whether an exception is of a class is asked of Go"},
	{"py.excmatch", "whether an exception is of a class is asked of Go"},
	{"py.unwind", "exceptions are made and raised by Go"},
	{"py.unary", "there is machine code for ints and floats; the operand's type is not known to be one"},
	{"py.truth", "the truth of this type is a method's"},
	{"py.typeof", "the types of values are told by Go"},
	{"py.instance", "isinstance is Go's, where the type is not known"},
	{"py.getattr", "looking up a name is Go's"},
	{"py.load", "looking up a name is Go's"},
	{"py.import", "looking up a name is Go's"},
	{"py.delattr", "deleting an attribute is Go's"},
	{"py.special", "looking up a name is Go's"},
	{"py.supermethod", "looking up a name is Go's: the class of self is not known"},
	{"py.storeglobal", "storing a global is Go's: what relies on it becomes invalid"},
	{"py.delglobal", "storing a global is Go's: what relies on it becomes invalid"},
	{"py.newmethod", "it allocates, which is Go's"},
	{"py.makefunction", "it allocates, which is Go's: the namespaces of the function at hand are not known"},
	{"py.function", "it allocates, which is Go's"},
	{"py.range", "it allocates, which is Go's: the step is neither 1 nor -1, or the numbers are large"},
	{"range.iter", "iterators are made by Go"},
	{"gen.", "it allocates, which is Go's"},
	{"py.mapadd", "storing under a key is Go's"},
	{"py.match", "patterns are matched by Go"},
	{"py.unpack", "this kind of iterable is unpacked by Go: tuples and lists have machine code"},
	{"py.operator", "what the method has returned is looked at by Go"},
	{"py.interpret", "where it leads is only known when it runs: Go does what the interpreter does"},
	{"py.yieldfrom", "where it leads is only known when it runs: Go does what the interpreter does"},
	{"py.unbound", "the variable may have no value, and Go raises"},
	{"list.totuple", "it allocates, which is Go's"},
	{"list.append", "appending to a list is Go's"},
	{"list.", "this method of lists is Go's"},
	{"tuple.", "this method of tuples is Go's"},
	{"str.share", "the function appends to a str in place; handing it to others is Go's"},
	{"str.append", "appending to a str in place is Go's"},
	{"str.", "strs are made and compared by Go"},
	{"int.box", "the int is too large for a word, and Go allocates it"},
	{"float.", "this function of floats is Go's"},
	{"int.", "this operation on ints is Go's"},
	{"", "machine code has no form of it"},
}

// themes name what Go functions do, where the name of an operation does not: by the
// beginning of the name of a function on the stack. A function that small values reach
// too, as the addition of ints of any size, is none.
var themes = []struct{ fn, theme string }{
	{"interp/object.(*Heap).percentFormat", "% formats in Go"},
	{"math/big.", bigInts},
	{"interp/object.(*Heap).IntFrom128", bigInts},
	{"interp/object.(*Heap).intFromLimbs", bigInts},
	{"interp/object.(*Heap).magLimbs", bigInts},
	{"interp/object.(*Heap).operand", bigInts},
	{"interp/object.(*Heap).result", bigInts},
	{"interp/object.(*Heap).shiftLeft", bigInts},
	{"interp/object.(*Heap).shiftRight", bigInts},
	{"interp/object.(*Heap).bitwise", bigInts},
	{"interp/object.(*Heap).bigDivMod", bigInts},
	{"interp/object.strBinary", "this operator of strs is Go's"},
}

const bigInts = "ints of more than 64 bits are objects, whose arithmetic is Go's: every step allocates one"

// prefixed returns the entry of the table whose key is the longest beginning of a
// name.
func prefixed(name string) (w guardWords, ok bool) {
	best := -1
	for k, v := range byUop {
		if len(k) > best && strings.HasPrefix(name, k) {
			best, w, ok = len(k), v, true
		}
	}
	return w, ok
}

// stopWords say why a trace ends; %s is the place where it does.
var stopWords = [uop.NumStops]string{
	uop.StopLoop:          "it closes its loop",
	uop.StopEnterExecutor: "another executor stands at %s, and it goes on there",
	uop.StopConfidence:    "behind its branches it has become unlikely, at %s, that the program still goes this way",
	uop.StopTooLong:       "it is as long as a trace may be, at %s",
	uop.StopFrames:        "calls nest deeper than a trace follows them, at %s",
	uop.StopRecursion:     "the function calls itself, at %s: its own executor takes over",
	uop.StopReturn:        "it returns from its function to whoever called",
	uop.StopUnknownCallee: "the callee at %s is not known: the function that it has seen is gone",
	uop.StopUnsupported:   "what comes next, at %s, cannot be compiled",
	uop.StopInnerLoop:     "an inner loop closes at %s, which gets an executor of its own",
	uop.StopRegion:        "it is a region: each of its ways closes the loop, leaves it, or ends where it becomes unlikely or cannot be compiled",
	uop.StopInterpret:     "where it goes on is only known when it runs",
	uop.StopColdCode:      "the code at %s has never run",
	uop.StopGenerator:     "a generator begins at %s: its frame lives on when it yields",
}

// refusalWords say why there is no executor, by the refusal's reason.
var refusalWords = map[string]string{
	uop.AbortTooShort.String():    "the trace would be too short to be worth an executor",
	uop.AbortNoProgress.String():  "the trace would end before it has executed an instruction: what comes first cannot be compiled, or is an executor already",
	uop.AbortUnsupported.String(): "its first instruction cannot be compiled",
	uop.AbortNoRegion.String():    "no region is selected there",
	uop.AbortStack.String():       "the VM's state does not allow it there",
	"no_rule":                     "a micro-op cannot be compiled",
	"no_progress":                 "it would begin where the executor before it has just left, and leave there again",
	"chain_too_deep":              "the chain of executors that lead here is as long as it may be: the code has too many ways",
	"too_many_exits":              "the code would have too many exits",
	"too_many_slots":              "too many values are alive at once",
	"no_code_memory":              "there is no memory left for code",
	"no_lowering":                 "an operation has no machine code",
	"pass_failed":                 "a pass failed",
	"internal":                    "the compiler failed",
	"panic":                       "the optimizer panicked",
	"wrong_place":                 "the optimizer made an executor for another place",
	"unusable":                    "the optimizer made an executor that cannot be run there",
	"executes_nothing":            "its executor came back to where it was entered, again and again, and had executed nothing",
	"underflow":                   "a micro-op takes more than the stack holds",
	"overflow":                    "a micro-op leaves more than its frame has room for",
	"stack_effect":                "a micro-op's rule does something else to the stack than its row says",
	"bad_slot":                    "a micro-op's rule names a local that its frame does not have",
	"bad_rule":                    "what a micro-op's rule builds breaks a rule of the IR",
	"bad_trace":                   "the trace is malformed",
	"other_table":                 "the trace's micro-ops are not the guest's",
	"bad_frame":                   "a frame is not what its code's description says",
	"no_registers":                "register allocation failed",
	"entry_state":                 "the state at the exit cannot be taken over",
	"region_cold":                 "has not seen the place often enough",
	"region_covered":              "has a region there already, and nothing to add",
	"region_too_large":            "found the first block alone to be too large",
	"region_no_cycle":             "recorded nothing that comes back to the place",
	"region_recording":            "was recording another one",
	"region_invalid":              "selected what is no region of the place",
}
