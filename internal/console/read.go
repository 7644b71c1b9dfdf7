package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// maxInput is the maximum size of a record or a save.
const maxInput = 256 << 20

// Read reads a record or a save from a file, or from standard input if path is "-".
func (c *Console) Read(path string) ([]byte, error) { return c.ReadAs(path, "a record or a save") }

// ReadAs is Read for something else; what names it in errors.
func (c *Console) ReadAs(path, what string) ([]byte, error) {
	if path == "-" {
		return limited(c.In, "standard input", what)
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
		return nil, fmt.Errorf("cannot read %s: %w", name, err)
	case len(data) > maxInput:
		return nil, fmt.Errorf("%s is larger than %d MB, so it is not %s", name, maxInput>>20, what)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s is empty; it should be %s", name, what)
	}
	return data, nil
}

// Ask prints a prompt and reads one line, and nothing beyond it.
func (c *Console) Ask(ctx context.Context) (string, error) {
	c.Printf("> ")
	type read struct {
		text string
		err  error
	}
	typed := make(chan read, 1)
	go func() {
		var text []byte
		for one := make([]byte, 1); ; {
			n, err := c.In.Read(one)
			if n == 1 && one[0] == '\n' || err != nil {
				typed <- read{strings.TrimSpace(string(text)), err}
				return
			}
			text = append(text, one[:n]...)
		}
	}()
	select {
	case r := <-typed:
		if r.err != nil && (r.text == "" || !errors.Is(r.err, io.EOF)) {
			return "", errors.New("nothing was chosen")
		}
		return r.text, nil
	case <-ctx.Done():
		return "", errors.New("nothing was chosen")
	}
}
