//go:build unix

package owner

import (
	"os"
	"syscall"
)

// Share gives a file to the owner of another file or folder, if this process is the administrator.
func Share(path, like string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	x, err := os.Stat(like)
	if err != nil {
		return err
	}
	of, is := x.Sys().(*syscall.Stat_t)
	if !is {
		return nil
	}
	return os.Chown(path, int(of.Uid), int(of.Gid))
}
