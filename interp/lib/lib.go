// Package lib holds Python's builtin functions and the modules that CPython
// writes in C: math, time, sys, and those that its library stands on.
//
// Each is a table of object.Builtin rows; [Lib.Builtins] is the namespace of the
// builtins module, [Lib.Import] makes a module when it is first imported. What a
// function needs of the VM that runs it (streams, arguments, limits) it reaches
// through [Host]; the package must not import the interpreter.
//
//	l, err := lib.New(h, &lib.Host{Stdout: w, Stdin: r, Stderr: os.Stderr, …})
//	print := h.DictGetStr(l.Builtins(), h.Intern("print"))
//	math, ok, err := l.Import("math")
//
// A name that CPython's module has and this one has not is known all the same
// (names.go): using it is object.Unsupported, never AttributeError or
// NameError.
package lib

import (
	"bufio"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Host is what the library needs of the VM.
type Host struct {
	Stdin  *bufio.Reader
	Stdout *bufio.Writer
	Stderr io.Writer
	Argv   []string // sys.argv
	Flags  Flags
	// RawStdin and RawStdout are what is below the buffers Stdin and Stdout: os.read
	// and os.write of descriptors 0 and 1 go there. nil: nowhere.
	RawStdin  io.Reader
	RawStdout io.Writer
	// Grants are what the program may reach of the host (granted.go).
	Grants grant.Grants
	// RecursionLimit and SetRecursionLimit are sys.getrecursionlimit and its
	// counterpart; RecursionDepth is the number of guest frames in use.
	RecursionLimit    func() int
	SetRecursionLimit func(n int)
	RecursionDepth    func() int
	// Modules is sys.modules, a dict, and Path sys.path, a list.
	Modules, Path object.Value
	// Prefix is sys.prefix: the folder that CPython's library is under.
	Prefix string
	// Import is __import__: what IMPORT_NAME does in a function with these globals.
	Import func(globals, name, fromlist, level object.Value) (object.Value, error)
	// Finds says that there is somebody who finds modules beside those of the library in Go.
	Finds bool
	// LazySys makes a name of sys that there is not before a program asks for it; Null for
	// other names. nil: there are none.
	LazySys func(name string) (object.Value, error)
	// Globals returns the namespace of the guest function that is running.
	Globals func() (object.Value, error)
	// Compile, Evaluate and Locals are what the builtins compile, exec, eval and
	// locals need: a code object of text (inherit: with the flags of the code that is
	// running), its run in two namespaces with the cells of a closure (Null: it was given none; code that wants one is refused), the variables of the function that is
	// running.
	// CodeParts returns a tuple of what marshal writes of a code object, in its order; MakeCode makes a code object of such
	// parts.
	CodeParts func(code object.Value) object.Value
	MakeCode  func(parts []object.Value) (object.Value, error)
	Compile   func(filename, mode string, flags int, inherit bool, source []byte) (object.Value, error)
	// Tokens finds the tokens that the last of lines (a list) makes known of the source that id stands for; end: there are no more lines.
	// The tuple has a tuple of tokens, what is raised behind them (None, or a type's name, arguments and a tuple of other
	// attributes), and whether these are the last ones.
	Tokens   func(id int, extra bool, lines object.Value, end bool) (object.Value, error)
	Evaluate func(code, globals, locals, closure object.Value) (object.Value, error)
	Locals   func() (object.Value, error)
	// Collect is gc.collect: it frees objects, and code, and calls what that lets wait
	// (object.Heap.RunFinalizers). It returns what behind makes of how many objects have died (object.Heap.CountDead).
	// args are those of the call. nil: it frees objects.
	Collect func(args []object.Value, behind func(dead int) (object.Value, error)) (object.Value, error)
	// Frame returns the frame object of the function that is running (depth 0), of
	// its caller (1) and so on, and FrameModule the name of the module that such a
	// function is of, None if it has none; Null where there is no such frame.
	Frame       func(depth int) (object.Value, error)
	FrameModule func(depth int) (object.Value, error)
	// Interrupted returns what the VM raises because it has been asked to stop,
	// nil if it has not: functions that wait look at it. nil: never.
	Interrupted func() error
	// Signals are those that have come. nil: no handler can be set.
	Signals Signals
	// Threads are those of the program.
	Threads Threads
}

// Signals are the signals of a VM that have come and have not been handled.
type Signals interface {
	Signal(number int)    // notes that one has come; from any goroutine
	TakeSignal() int      // one that has come, or 0
	HandleInterrupt(bool) // whether SIGINT is handled by HandleSignals, or is the VM's KeyboardInterrupt
}

// Flags are flags of python's command line that a program can see.
type Flags struct {
	// IgnoreEnvironment and Isolated are -E and -I. With -I the folder of the program is not in sys.path.
	IgnoreEnvironment, Isolated bool
	Warn                        []string // sys.warnoptions: values of -W
	X                           []string // values of -X, as NAME or NAME=VALUE: sys._xoptions
	Verbose                     int      // how often -v is given
}

// Lib is the library of one VM.
type Lib struct {
	h    *object.Heap
	host *Host
	// builtins is the namespace of the builtins module: a root, held by the VM.
	builtins object.Value
	first    object.Value // what was in it at first: a program may change the namespace
	modules  map[string]func(l *Lib) (object.Value, error)

	sys             object.Value // namespace of sys; Null before it is imported
	streams         [3]object.Value
	exits           object.Value // list of what atexit has registered; Null: nothing
	codecs          *codecs      // nil before it is needed
	syntax          *ast         // nil before _ast is imported
	types           *typing      // nil before it is needed
	contexts        *contexts    // nil before it is needed
	asyncio         *asyncio     // nil before _asyncio is imported
	threads         threads
	multibyte       *multibytes // nil before it is needed
	files           fileTypes
	place           place              // in the file system
	children        processes          // that the program has started
	ssl             *sslKit            // nil before _ssl is imported
	maps            fileMaps           // of files
	sockets         *sockets           // nil before _socket is imported
	signals         *signals           // nil before _signal is imported
	regexps         *regexps           // nil before _sre is imported
	hooks           []object.Value     // what sys.addaudithook was given
	unraisable      *structType        // UnraisableHookArgs; nil before it is needed
	structTime      *structType        // time.struct_time; nil before it is needed
	strftimeBuiltin object.Value       // time.strftime; Null before
	collects        [2]*object.Builtin // of gc; nil before that is imported
	sources         int                // of which tokens have been asked for
	starred         []string           // modules that the program has imported all names of
}

// New makes the library. The heap keeps the namespace alive.
func New(h *object.Heap, host *Host) (*Lib, error) {
	l := &Lib{h: h, host: host, modules: moduleTable, first: object.Null, sys: object.Null, exits: object.Null, strftimeBuiltin: object.Null, place: place{dir: host.Grants.Dir, umask: -1, environ: slices.Clone(host.Grants.Environ)}}
	h.OtherCodec = l.textCoding
	l.streams = [3]object.Value{object.Null, object.Null, object.Null}
	h.AddRoots(func(m *heap.Marker) {
		m.Value(l.builtins)
		m.Value(l.first)
		m.Value(l.sys)
		m.Value(l.exits)
		m.Value(l.strftimeBuiltin)
		m.Values(l.hooks)
		m.Values(l.streams[:])
		for _, list := range l.threads.locals {
			m.Value(list)
		}
	})
	l.inherit(host.Grants.Inherited)
	if err := l.initFiles(); err != nil {
		return nil, err
	}
	if err := l.initBuiltins(); err != nil {
		return nil, err
	}
	return l, nil
}

// own returns a builtin, whatever the program has put in its place.
func (l *Lib) own(name string) object.Value { return l.h.DictGetStr(l.first, l.h.Intern(name)) }

// Builtins returns the namespace of the builtins module.
func (l *Lib) Builtins() object.Value { return l.builtins }

// Import makes a module of the library; ok is false if it has none of that
// name.
func (l *Lib) Import(name string) (m object.Value, ok bool, err error) {
	f := l.modules[name]
	if f == nil {
		return object.Null, false, nil
	}
	mark := l.h.Mark() // of what newModule pushes
	defer l.h.Release(mark)
	m, err = f(l)
	return m, true, err
}

// Lacks reports whether a module of CPython that is written in C has no
// counterpart here and need not have one for CPython's own library: its modules
// do without it when they get an ImportError.
func Lacks(name string) bool {
	_, ok := slices.BinarySearch(optional, name)
	return ok
}

// optional are modules that CPython's library imports where it can do without them:
// some are written in Python, too, the others are for what few programs ask of it.
// Sorted.
var optional = []string{
	"_elementtree",
	"_hmac", "_interpreters", "_locale", "_lzma", "_posixshmem", "_queue", "_stat", "_statistics", "_suggestions",
	"_uuid", "_zoneinfo", "_zstd", "grp", "pwd", "readline",
}

// Foreign reports whether a module of CPython is only for other systems than the
// program's, as those of Windows are.
func Foreign(name string) bool {
	_, ok := slices.BinarySearch(foreign, name)
	return ok && runtime.GOOS == "linux"
}

// foreign are the modules that CPython on linux has not. Sorted.
var foreign = []string{"_overlapped", "_scproxy", "_winapi", "_wmi", "msvcrt", "nt", "winreg", "winsound"}

// StarImport notes that the program has taken all names of a module.
func (l *Lib) StarImport(module string) { l.starred = append(l.starred, module) }

// MissingStar is the error for a name that a module whose names the program has
// taken has in CPython and not here; nil for other names.
func (l *Lib) MissingStar(name string) error {
	for _, m := range l.starred {
		if err := l.h.MissingName(m, name); err != nil {
			return err
		}
	}
	return nil
}

// IsStdlib reports whether CPython's standard library has a module of that name
// (sys.stdlib_module_names).
func IsStdlib(name string) bool {
	_, ok := slices.BinarySearch(stdlibNames, name)
	return ok
}

// moduleTable says how each module is made.
var moduleTable = map[string]func(l *Lib) (object.Value, error){
	"math": (*Lib).newMath,
	"time": (*Lib).newTime,
	"sys":  (*Lib).newSys,

	"__future__":  (*Lib).newFuture,
	"array":       (*Lib).newArrayModule,
	"binascii":    (*Lib).newBinascii,
	"cmath":       (*Lib).newCMath,
	"unicodedata": (*Lib).newUnicodedata,
	"itertools":   (*Lib).newItertools,
	"atexit":      (*Lib).newAtExit,
	"errno":       (*Lib).newErrno,
	"gc":          (*Lib).newGC,
	"marshal":     (*Lib).newMarshal,
	"posix":       (*Lib).newPosix,
	"pyexpat":     (*Lib).newPyexpat,
	"zlib":        (*Lib).newZlib,

	"_abc":            (*Lib).newABC,
	"_ast":            (*Lib).newAST,
	"_asyncio":        (*Lib).newAsyncio,
	"_codecs":         (*Lib).newCodecs,
	"_collections":    (*Lib).newCollections,
	"_contextvars":    (*Lib).newContextVars,
	"_bisect":         (*Lib).newBisect,
	"_csv":            (*Lib).newCSV,
	"_heapq":          (*Lib).newHeapq,
	"_datetime":       (*Lib).newDatetime,
	"_decimal":        (*Lib).newDecimal,
	"_elementtree":    (*Lib).newElementTree,
	"_functools":      (*Lib).newFunctools,
	"_imp":            (*Lib).newImp,
	"_io":             (*Lib).newIO,
	"_opcode":         (*Lib).newOpcode,
	"_operator":       (*Lib).newOperator,
	"_json":           (*Lib).newJSON,
	"_pickle":         (*Lib).newPickle,
	"_queue":          (*Lib).newQueue,
	"_md5":            newHashes("_md5"),
	"_random":         (*Lib).newRandomCore,
	"_sha1":           newHashes("_sha1"),
	"_sha2":           newHashes("_sha2"),
	"_signal":         (*Lib).newSignal,
	"_sha3":           newHashes("_sha3"),
	"_blake2":         (*Lib).newBlake2,
	"_hashlib":        (*Lib).newHashlib,
	"_multibytecodec": (*Lib).newMultibyte,
	"_codecs_cn":      newMultibyteCodecs("_codecs_cn"), "_codecs_hk": newMultibyteCodecs("_codecs_hk"), "_codecs_iso2022": newMultibyteCodecs("_codecs_iso2022"), "_codecs_jp": newMultibyteCodecs("_codecs_jp"),
	"_codecs_kr": newMultibyteCodecs("_codecs_kr"), "_codecs_tw": newMultibyteCodecs("_codecs_tw"),
	"_tokenize": (*Lib).newTokenize,
	"_testcapi": (*Lib).newTestCAPI,
	"_types":    (*Lib).newTypes,
	"_typing":   (*Lib).newTyping,
	"_warnings": (*Lib).newWarnings,
	"_thread":   (*Lib).newThread,
	"_weakref":  (*Lib).newWeakref,
	"_sre":      (*Lib).newSre,
	"_string":   (*Lib).newString,

	"_suggestions": (*Lib).newSuggestions,
	"_struct":      (*Lib).newStructModule,

	"_bz2":             newRefused("_bz2"),
	"_ctypes":          (*Lib).newCTypes,
	"_interpreters":    newRefused("_interpreters"),
	"_multiprocessing": (*Lib).newMultiprocessing,
	"_posixshmem":      (*Lib).newPosixShmem,
	"_posixsubprocess": (*Lib).newPosixSubprocess,
	"_socket":          (*Lib).newSocket,
	"_ssl":             (*Lib).newSSL,
	"faulthandler":     newRefused("faulthandler"),
	"fcntl":            newRefused("fcntl"),
	"mmap":             (*Lib).newMmap,
	"resource":         (*Lib).newResource,
	"select":           (*Lib).newSelect,
	"termios":          newRefused("termios"),
}

// goFunc is a builtin function that takes positional arguments only.
type goFunc = func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error)

// kwFunc is a builtin function that takes keyword arguments too.
type kwFunc = func(h *object.Heap, self object.Value, a []object.Value, kwnames object.Value) (object.Value, error)

// module is a module being made.
type module struct {
	l    *Lib
	h    *object.Heap
	name string
	v, d object.Value // the module and its namespace
}

// namesOf are the names that a module has in CPython.
type namesOf struct {
	module string
	doc    string // "": None
	names  []string
}

// namesIn returns what CPython has of a module; the names are sorted.
func namesIn(module string) namesOf {
	i, ok := slices.BinarySearchFunc(moduleNames, module, func(n namesOf, module string) int { return strings.Compare(n.module, module) })
	if !ok {
		return namesOf{}
	}
	return moduleNames[i]
}

// newModule makes a module that has nothing but its name and the attributes
// that import would set.
func (l *Lib) newModule(name string) *module {
	h := l.h
	v := h.NewModule(name)
	h.Push(v) // the Go heap holds it
	m := &module{l, h, name, v, h.Field(v, object.OffModuleDict)}
	known := namesIn(name)
	names := known.names
	if known.doc != "" {
		m.set("__doc__", h.NewStr(known.doc))
	} else {
		m.set("__doc__", object.None)
	}
	if _, inName := refusedModules[name]; inName || name == "posix" || strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "__") {
		// CPython's own library imports it and has something else for what it lacks.
		names = nil
	}
	m.set("__package__", h.Intern(""))
	m.set("__loader__", object.None)
	m.set("__spec__", object.None)
	// It comes from no file, as CPython's own builtin modules.
	names = slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "__file__" || s == "__cached__" })
	h.KnowModule(name, names)
	return m
}

// set adds a value to the module.
func (m *module) set(name string, v object.Value) { m.h.DictSetStr(m.d, m.h.Intern(name), v) }

// functions adds builtin functions.
func (m *module) functions(rows []object.Builtin) {
	for i := range rows {
		b := m.audited(rows[i])
		b.Module = m.name
		m.set(b.Name, m.h.NewOwnBuiltin(&b))
	}
}

// registerSingle makes the only instance of a class, and the class: it is pickled by
// its name.
func registerSingle(h *object.Heap, into *object.Value, module, class, name, repr string) *object.Type {
	t := h.RegisterType(&object.Type{Name: class, Module: module, Final: true, Slots: object.Slots{
		Repr: func(h *object.Heap, _ object.Value) (object.Value, error) { return h.NewStr(repr), nil },
		New: func(h *object.Heap, _ *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) > 0 {
				return object.Null, h.Raise(object.TypeErrorType, "%s takes no arguments", class)
			}
			return *into, nil
		},
	}})
	h.AddMethods(t, []object.Builtin{{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return h.NewStr(name), nil
	}}})
	*into = h.NewObject(t.ID, 16)
	h.SetField(*into, 8, object.Null)
	return t
}

// bind distributes arguments over the parameters of sig. The values in the
// result are alive as long as the caller's arguments.
func bind(h *object.Heap, sig *object.Signature, args []object.Value, kwnames object.Value, out []object.Value) error {
	return sig.Bind(h, args, kwnames, out)
}
