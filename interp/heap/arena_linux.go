package heap

import "syscall"

// mapNoReserve keeps strict overcommit accounting from refusing the arena.
const mapNoReserve = syscall.MAP_NORESERVE

// smallObjects is how much of a heap's objects lies in pages of the usual size.
const smallObjects = 16 << 20

// advise asks for huge pages where a heap has grown large, for programs with much that lives spend
// a tenth of their time on finding pages. A heap that stays small has small pages. It is advice: the
// kernel may have none to give.
func advise(objects []byte) {
	if len(objects) > smallObjects {
		_ = syscall.Madvise(objects[smallObjects:], syscall.MADV_HUGEPAGE)
	}
}

// keepsArenas reports whether closed heaps may keep address space: not where the process has a limit of it.
func keepsArenas() bool {
	var r syscall.Rlimit
	return syscall.Getrlimit(syscall.RLIMIT_AS, &r) == nil && r.Cur == r.Max && int64(r.Max) == -1
}

// wipe makes whole pages of an arena zeros that take no memory.
func wipe(b []byte) bool { return len(b) == 0 || syscall.Madvise(b, syscall.MADV_DONTNEED) == nil }
