package lib

import "github.com/tier2go/tier2/interp/object"

// The names of sys.monitoring (Python/instrumentation.c) that Lib/bdb.py reads when it is
// imported. There is no tool, and none can be registered: the functions that would are
// missing by name.

var monitoringEvents = []string{
	"PY_START", "PY_RESUME", "PY_RETURN", "PY_YIELD", "CALL", "LINE", "INSTRUCTION", "JUMP", "BRANCH_LEFT", "BRANCH_RIGHT", "STOP_ITERATION",
	"RAISE", "EXCEPTION_HANDLED", "PY_UNWIND", "PY_THROW", "RERAISE", "C_RETURN", "C_RAISE", "BRANCH",
}

var monitoringTools = []struct {
	name string
	id   int64
}{{"DEBUGGER_ID", 0}, {"COVERAGE_ID", 1}, {"PROFILER_ID", 2}, {"OPTIMIZER_ID", 5}}

const monitoringToolCount = 6

// newMonitoring makes sys.monitoring.
func (l *Lib) newMonitoring() (object.Value, error) {
	h, m := l.h, l.newModule("sys.monitoring")
	var events []field
	for i, name := range monitoringEvents {
		events = append(events, field{name, object.SmallInt(1 << i)})
	}
	m.set("events", newNamespace(h, append(events, field{"NO_EVENTS", object.SmallInt(0)})))
	for _, t := range monitoringTools {
		m.set(t.name, object.SmallInt(t.id))
	}
	for _, name := range [...]string{"DISABLE", "MISSING"} {
		v, err := h.Call(h.Type(object.ObjectType).Object, nil, object.Null)
		if err != nil {
			return object.Null, err
		}
		m.set(name, v)
	}
	m.functions([]object.Builtin{{Name: "get_tool", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		id, err := h.CInt(a[0])
		if err == nil && (id < 0 || id >= monitoringToolCount) {
			err = h.Raise(object.ValueErrorType, "invalid tool %d (must be between 0 and 5)", id)
		}
		return object.None, err
	}}})
	lacks := []string{
		"_all_events", "clear_tool_id", "free_tool_id", "get_events", "get_local_events", "register_callback", "restart_events",
		"set_events", "set_local_events", "use_tool_id",
	}
	h.KnowModule("sys.monitoring", lacks)
	return m.v, nil
}
