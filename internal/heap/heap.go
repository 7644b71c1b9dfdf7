// Package heap says how much memory a process may use before it looks for garbage.
package heap

import "runtime"

// floor is never touched, so that it takes addresses and no memory.
var floor []byte

// Floor lets a process with little live memory collect garbage each time about 64 MB of it are made, instead of every
// few megabytes. A process with much live memory collects as often as before.
func Floor() {
	if floor == nil {
		floor = make([]byte, 64<<20)
		runtime.KeepAlive(floor)
	}
}
