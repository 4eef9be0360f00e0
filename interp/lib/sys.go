package lib

import (
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// The release of CPython whose behaviour this VM has.
const (
	pythonVersion    = "3.14.6 (tier2) [Go]"
	pythonHexVersion = 0x030e06f0
)

// SetArgv makes arguments sys.argv.
func (l *Lib) SetArgv(argv []string) {
	l.host.Argv = argv
	if l.sys != object.Null {
		l.h.DictSetStr(l.sys, l.h.Intern("argv"), l.argv())
	}
}

func (l *Lib) argv() object.Value {
	argv := l.h.NewList()
	for _, a := range l.host.Argv {
		l.h.ListAppend(argv, l.h.NewStr(a))
	}
	return argv
}

// newSys makes the module sys.
func (l *Lib) newSys() (object.Value, error) {
	m := l.newModule("sys")
	h := l.h
	l.sys = m.d
	if l.host.LazySys != nil {
		h.KnowLazily("sys", l.host.LazySys)
	}
	m.set("argv", l.argv())
	for i, name := range [...]string{"stdin", "stdout", "stderr"} {
		m.set(name, l.stream(i))
		m.set("__"+name+"__", l.stream(i))
	}
	m.set("modules", l.host.Modules)
	m.set("path", l.host.Path)
	m.set("maxsize", h.Int(math.MaxInt64))
	m.set("maxunicode", object.SmallInt(0x10FFFF))
	m.set("byteorder", h.NewStr("little"))
	m.set("platform", h.NewStr(platform()))
	m.set("version", h.NewStr(pythonVersion))
	m.set("hexversion", object.SmallInt(pythonHexVersion))
	m.set("api_version", object.SmallInt(1013))
	m.set("float_repr_style", h.NewStr("short"))
	m.set("dont_write_bytecode", object.True)
	m.set("executable", object.None)
	if p := l.host.Grants.Process; p != nil {
		m.set("executable", h.NewStr(p.Executable))
	}
	for _, name := range [...]string{"prefix", "exec_prefix", "base_prefix", "base_exec_prefix"} {
		m.set(name, h.NewStr(l.host.Prefix))
	}
	m.set("platlibdir", h.Intern("lib"))
	m.set("abiflags", h.Intern(""))
	monitoring, err := l.newMonitoring()
	if err != nil {
		return object.Null, err
	}
	m.set("monitoring", monitoring)
	m.set("_jit", l.newJIT())
	m.set("pycache_prefix", object.None)
	l.setOptions(m)
	names := h.NewList()
	for _, n := range stdlibNames {
		h.ListAppend(names, h.Intern(n))
	}
	set, err := h.FrozenSetFromIter(names)
	if err != nil {
		return object.Null, err
	}
	m.set("stdlib_module_names", set)
	builtin := h.NewList()
	for _, n := range slices.Sorted(maps.Keys(l.modules)) {
		h.ListAppend(builtin, h.Intern(n))
	}
	m.set("builtin_module_names", h.ListToTuple(builtin))
	l.setSysInfo(m)
	l.sysMore(m)
	m.functions(l.sysFunctions())
	m.functions(traceFunctions)
	m.functions(objectFacts)
	m.functions([]object.Builtin{{Name: "breakpointhook", Module: "sys", Arity: object.Varied, FnKw: l.breakpointHook}})
	m.functions(l.asyncFunctions())
	m.functions(l.switchInterval())
	m.functions(l.auditFunctions())
	for _, name := range [...]string{"excepthook", "unraisablehook", "displayhook", "breakpointhook"} {
		m.set("__"+name+"__", h.DictGetStr(m.d, h.Intern(name)))
	}
	return m.v, nil
}

// setOptions adds what the values of -W and -X say.
func (l *Lib) setOptions(m *module) {
	h := l.h
	warn := h.NewList()
	m.set("warnoptions", warn)
	for _, w := range l.host.Flags.Warn {
		h.ListAppend(warn, h.NewStr(w))
	}
	options := h.NewDict()
	m.set("_xoptions", options)
	for _, x := range l.host.Flags.X {
		v := object.True
		name, value, ok := strings.Cut(x, "=")
		if ok {
			v = h.NewStr(value)
		}
		h.DictSetStr(options, h.Intern(name), v)
	}
}

// oneIf is 1 for true.
func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Sys returns a name of sys; Null where there is none, or where sys has not been imported.
func (l *Lib) Sys(name string) object.Value {
	if l.sys == object.Null {
		return object.Null
	}
	return l.h.DictGetStr(l.sys, l.h.Intern(name))
}

// SetSys sets a name of sys, which has been imported.
func (l *Lib) SetSys(name string, v object.Value) { l.h.DictSetStr(l.sys, l.h.Intern(name), v) }

// OwnExceptHook reports whether the program has set sys.excepthook.
func (l *Lib) OwnExceptHook() bool {
	if l.sys == object.Null {
		return false
	}
	get := func(name string) object.Value { return l.h.DictGetStr(l.sys, l.h.Intern(name)) }
	return get("excepthook") != get("__excepthook__")
}

// exceptHook is sys.excepthook: it prints an exception as Lib/traceback.py does.
func exceptHook(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	m, err := h.ImportModule("traceback")
	if err != nil {
		return object.Null, err
	}
	f, err := h.GetAttr(m, h.Intern("print_exception"))
	if err != nil {
		return object.Null, err
	}
	return h.Call(f, a, object.Null)
}

// platform is what CPython calls the operating system.
func platform() string {
	if runtime.GOOS == "windows" {
		return "win32"
	}
	return runtime.GOOS
}

// setSysInfo adds the attributes that are tuples with names.
func (l *Lib) setSysInfo(m *module) {
	h := l.h
	integer := func(i int64) object.Value {
		v := h.Int(i)
		h.Push(v) // the Go heap may hold the only reference
		return v
	}
	float := object.FloatValue
	m.set("float_info", newStruct(h, "float_info", []field{
		{"max", float(math.MaxFloat64)}, {"max_exp", integer(1024)}, {"max_10_exp", integer(308)},
		{"min", float(0x1p-1022)}, {"min_exp", integer(-1021)}, {"min_10_exp", integer(-307)},
		{"dig", integer(15)}, {"mant_dig", integer(53)}, {"epsilon", float(0x1p-52)},
		{"radix", integer(2)}, {"rounds", integer(1)},
	}))
	m.set("int_info", newStruct(h, "int_info", []field{
		{"bits_per_digit", integer(30)}, {"sizeof_digit", integer(4)}, {"default_max_str_digits", integer(4300)},
		{"str_digits_check_threshold", integer(640)},
	}))
	m.set("hash_info", newStruct(h, "hash_info", []field{
		{"width", integer(64)}, {"modulus", integer(1<<61 - 1)}, {"inf", integer(314159)}, {"nan", integer(0)},
		{"imag", integer(1000003)}, {"algorithm", h.Intern("siphash13")}, {"hash_bits", integer(64)},
		{"seed_bits", integer(128)}, {"cutoff", integer(0)},
	}))
	flags := []field{}
	for _, name := range strings.Fields(`debug inspect interactive optimize dont_write_bytecode no_user_site no_site
		ignore_environment verbose bytes_warning quiet hash_randomization isolated dev_mode utf8_mode warn_default_encoding
		safe_path int_max_str_digits`) {
		v := object.SmallInt(0)
		switch name {
		case "no_user_site", "no_site":
			v = object.SmallInt(1)
		case "ignore_environment":
			v = object.SmallInt(oneIf(l.host.Flags.IgnoreEnvironment))
		case "verbose":
			v = object.SmallInt(int64(l.host.Flags.Verbose))
		case "isolated":
			v = object.SmallInt(oneIf(l.host.Flags.Isolated))
		case "dev_mode":
			v = object.False
		case "safe_path":
			v = object.True
		case "int_max_str_digits":
			v = object.SmallInt(int64(h.IntMaxStrDigits))
		}
		flags = append(flags, field{name, v})
	}
	m.set("flags", newStruct(h, "flags", flags,
		field{"gil", object.SmallInt(1)}, field{"thread_inherit_context", object.SmallInt(0)}, field{"context_aware_warnings", object.SmallInt(0)}))
	version := newStruct(h, "version_info", []field{
		{"major", integer(3)}, {"minor", integer(14)}, {"micro", integer(6)}, {"releaselevel", h.Intern("final")},
		{"serial", integer(0)},
	})
	m.set("version_info", version)
	implementation := []field{
		{"name", h.Intern("cpython")}, {"cache_tag", h.Intern("cpython-314")}, {"version", version},
		{"hexversion", integer(pythonHexVersion)},
	}
	if arch := machines[runtime.GOARCH]; arch != "" && runtime.GOOS == "linux" {
		implementation = append(implementation, field{"_multiarch", h.NewStr(arch + "-linux-gnu")})
	}
	m.set("implementation", newNamespace(h, append(implementation, field{"supports_isolated_interpreters", object.False})))
}

// machines are the processors by GOARCH, as CPython names them.
var machines = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

func (l *Lib) sysFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "exit", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return object.Null, h.RaiseWith(object.SystemExitType, a...)
		}},
		{Name: "excepthook", Arity: object.Fast, Min: 3, Max: 3, Fn: exceptHook},
		{Name: "displayhook", Arity: object.O, Fn: l.displayHook},
		{Name: "unraisablehook", Arity: object.O, Fn: l.unraisableHook},
		{Name: "exception", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.Handling().Top(), nil
		}},
		{Name: "exc_info", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			exc := h.Handling().Top()
			if exc == object.None {
				return h.NewTuple(object.None, object.None, object.None), nil
			}
			return h.NewTuple(h.TypeOf(exc).Object, exc, h.TracebackOf(exc)), nil
		}},
		{Name: "_getframe", Frames: true, Arity: object.Fast, Min: 0, Max: 1, Fn: l.getFrame},
		{Name: "_getframemodulename", Frames: true, Arity: object.Varied, FnKw: l.getFrameModuleName},
		{Name: "_clear_type_descriptors", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.TypeType) {
				return object.Null, h.Raise(object.TypeErrorType, "_clear_type_descriptors() argument must be type, not %s", h.TypeName(a[0]))
			}
			return object.None, h.ClearDescriptors(a[0])
		}},
		{Name: "getrecursionlimit", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.Int(int64(l.host.RecursionLimit())), nil
		}},
		{Name: "setrecursionlimit", Arity: object.O, Fn: l.setRecursionLimit},
		{Name: "get_int_max_str_digits", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.SmallInt(int64(h.IntMaxStrDigits)), nil
		}},
		{Name: "set_int_max_str_digits", Arity: object.Varied, FnKw: setMaxStrDigits},
		{Name: "getdefaultencoding", Arity: object.NoArgs, Fn: text("utf-8")},
		{Name: "getfilesystemencoding", Arity: object.NoArgs, Fn: text("utf-8")},
		{Name: "getfilesystemencodeerrors", Arity: object.NoArgs, Fn: text("surrogateescape")},
		{Name: "is_remote_debug_enabled", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.False, nil
		}},
		{Name: "is_finalizing", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.False, nil
		}},
		{Name: "intern", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if t := h.TypeOf(a[0]); t.ID != object.StrType && h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "can't intern %s", t.Name)
			} else if t.ID != object.StrType {
				return object.Null, h.Raise(object.TypeErrorType, "intern() argument must be str, not %s", argTypeName(h, a[0]))
			}
			return h.InternValue(a[0]), nil
		}},
	}
}

var digitsSig = object.NewSignature("set_int_max_str_digits", 0, 1, 0, "maxdigits")

// minMaxStrDigits is the least limit for conversions of ints but 0, no limit
// (_PY_LONG_MAX_STR_DIGITS_THRESHOLD).
const minMaxStrDigits = 640

func setMaxStrDigits(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [1]object.Value
	if err := bind(h, digitsSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	n, err := h.CInt(p[0])
	if err != nil {
		return object.Null, err
	}
	if n != 0 && n < minMaxStrDigits {
		return object.Null, h.Raise(object.ValueErrorType, "maxdigits must be >= %d or 0 for unlimited", minMaxStrDigits)
	}
	h.IntMaxStrDigits = n
	return object.None, nil
}

func text(s string) goFunc {
	return func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) { return h.NewStr(s), nil }
}

func (l *Lib) setRecursionLimit(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	n, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	if n < 1 {
		return object.Null, h.Raise(object.ValueErrorType, "recursion limit must be greater or equal than 1")
	}
	if depth := l.host.RecursionDepth(); depth >= n {
		return object.Null, h.Raise(object.RecursionErrorType,
			"cannot set the recursion limit to %d at the recursion depth %d: the limit is too low", n, depth)
	}
	l.host.SetRecursionLimit(n)
	return object.None, nil
}

// getFrame is sys._getframe (Python/sysmodule.c).
func (l *Lib) getFrame(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	depth := 0
	if len(a) > 0 {
		var err error
		if depth, err = h.CInt(a[0]); err != nil {
			return object.Null, err
		}
	}
	f, err := l.host.Frame(max(depth, 0))
	if err == nil && f == object.Null {
		err = h.Raise(object.ValueErrorType, "call stack is not deep enough")
	}
	if err == nil {
		err = l.Audit("sys._getframe", f)
	}
	return f, err
}

var depthSig = object.NewSignature("_getframemodulename", 0, 0, 0, "depth")

func (l *Lib) getFrameModuleName(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [1]object.Value
	if err := bind(h, depthSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	depth := 0
	if p[0] != object.Null {
		var err error
		if depth, err = h.CInt(p[0]); err != nil {
			return object.Null, err
		}
	}
	name, err := l.host.FrameModule(max(depth, 0))
	if err == nil && name == object.Null {
		name = object.None
	}
	return name, err
}
