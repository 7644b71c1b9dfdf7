// Package heap sets the minimum heap size of a process for garbage collection, and tells when it uses too much memory.
package heap

import "runtime"

// floor is never touched, so that it takes address space but no memory.
var floor []byte

// Untouched returns how many bytes of the heap Floor takes.
func Untouched() int { return len(floor) }

// Floor makes a process with little live memory collect garbage about every 128 MB instead of every few megabytes. A
// process with much live memory is not affected.
func Floor() {
	if floor == nil {
		floor = make([]byte, 128<<20)
		runtime.KeepAlive(floor)
	}
}
