//go:build unix

package upkeep

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
)

// What the administrator restores belongs to the user of the server, who owns the folder or the database before it.
func TestRestoredOwner(t *testing.T) {
	dir := t.TempDir()
	data, backup := filepath.Join(dir, "state", "matches.db"), filepath.Join(dir, "monday.db")
	add(t, backup, "hex", "one")
	user := os.Geteuid()
	if err := os.Mkdir(filepath.Dir(data), 0o700); err != nil {
		t.Fatal(err)
	}
	if user == 0 {
		user = 4711
		if err := os.Chown(filepath.Dir(data), user, user); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // without a database and over one
		if text, err := runs(t, func(con *console.Console) error {
			return (&Restore{Backup: backup, database: database{data}}).Run(games.All(), con)
		}); err != nil {
			t.Fatal(text, err)
		}
	}
	all, _ := filepath.Glob(data + "*")
	for _, path := range all {
		x, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := int(x.Sys().(*syscall.Stat_t).Uid); got != user {
			t.Errorf("%s belongs to user %d, want %d", path, got, user)
		}
	}
}
