package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// maxInput is how long a record or a save may be.
const maxInput = 256 << 20

// read reads a record or a save from a file, or what is typed if path is "-".
func (c *console) read(path string) ([]byte, error) { return c.readAs(path, "a record or a save") }

// readAs reads a file that should be something.
func (c *console) readAs(path, what string) ([]byte, error) {
	if path == "-" {
		return limited(c.in, "the input", what)
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, err
	}
	defer f.Close()
	return limited(f, path, what)
}

func limited(r io.Reader, name, what string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	case len(data) > maxInput:
		return nil, fmt.Errorf("%s is longer than %d MB, so it is not %s", name, maxInput>>20, what)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s is empty; it should be %s", name, what)
	}
	return data, nil
}

// recorded reads a record and finds the rules it was played by.
func recorded(all games.Catalogue, data []byte) (*game.Record, *game.Rules, error) {
	rec, err := game.ReadRecord(data)
	if err != nil {
		return nil, nil, err
	}
	r, err := all.Find(rec.Game)
	if err != nil {
		return nil, nil, err
	}
	if err := game.Check(r); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	r, err = r.With(rec.Options)
	return rec, r, err
}
