//go:build unix

package savefile

import (
	"os"
	"syscall"
)

// Lock locks a file for this process. It returns false if another process has locked it.
func Lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }
