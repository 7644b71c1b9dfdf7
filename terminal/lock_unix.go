//go:build unix

package terminal

import (
	"os"
	"syscall"
)

// lock locks a file for this process. It returns false if another process has locked it.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }
