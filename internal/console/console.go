// Package console is the environment of a command: its input and output, the name it was started by, and the folder
// for its files.
package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/plygame/ply/internal/words"
)

// Console is the input and output of a command.
type Console struct {
	In       io.Reader
	Out, Err io.Writer
	Color    bool // Out is a terminal with colours
	Alarm    bool // Err is a terminal with colours

	live bool // Err is a terminal: progress can be shown there
}

// New returns the console of this process.
func New() *Console {
	return &Console{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		live:  term.IsTerminal(int(os.Stderr.Fd())),
		Color: colorful(os.Stdout),
		Alarm: colorful(os.Stderr),
	}
}

// colorful reports whether colours are possible and wanted; see no-color.org.
func colorful(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// Printf writes to the output.
func (c *Console) Printf(format string, args ...any) { fmt.Fprintf(c.Out, format, args...) }

// Note writes a line to Err: something that is not part of the result. It removes escape sequences, which may come from
// a server.
func (c *Console) Note(format string, args ...any) {
	fmt.Fprintln(c.Err, words.TameLines(fmt.Sprintf(format, args...)))
}

// Fail reports an error on Err.
func (c *Console) Fail(err error) {
	fmt.Fprintln(c.Err, Paint(c.Alarm, "31", "ply:"), words.TameLines(err.Error()))
}

// Bold, Good, Bad and Faint style a text if colours are on.
func (c *Console) Bold(text string) string  { return Paint(c.Color, "1", text) }
func (c *Console) Good(text string) string  { return Paint(c.Color, "32", text) }
func (c *Console) Bad(text string) string   { return Paint(c.Color, "31", text) }
func (c *Console) Faint(text string) string { return Paint(c.Color, "2", text) }

// Paint styles a text with an ANSI code if colours are on.
func Paint(on bool, code, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// JSON writes a value as indented JSON.
func (c *Console) JSON(v any) error {
	e := json.NewEncoder(c.Out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Width returns the number of columns of the output.
func (c *Console) Width() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, LeastWidth)
	}
	if f, ok := c.Out.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return max(n, LeastWidth)
		}
	}
	return usualWidth
}

// The width of a page if it is unknown, and the minimum.
const (
	usualWidth = 80
	LeastWidth = 30
)
