package heap

import "syscall"

// mapNoReserve keeps strict overcommit accounting from refusing the arena.
const mapNoReserve = syscall.MAP_NORESERVE
