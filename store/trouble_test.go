package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Errors of SQLite map to errors of this package, and keep their text.
func TestTrouble(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.db")
	if err := os.WriteFile(junk, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder.db")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{junk: ErrDamaged, folder: ErrDenied} {
		_, err := OpenSQLite(path)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v is not %q", path, err, want)
		}
		for _, other := range []error{ErrDamaged, ErrDenied, ErrDisk, ErrBusy} {
			if other != want && errors.Is(err, other) {
				t.Errorf("%s: %v is also %q", path, err, other)
			}
		}
	}
	if err := explained(os.ErrClosed); err != os.ErrClosed {
		t.Errorf("an error that is not of SQLite is %v", err)
	}
}
