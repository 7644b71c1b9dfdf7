package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
	live     bool // err is a terminal: something may move there
	color    bool // out is a terminal that likes colours
	alarm    bool // err is
}

func terminal() *console {
	return &console{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		live:  term.IsTerminal(int(os.Stderr.Fd())),
		color: colorful(os.Stdout),
		alarm: colorful(os.Stderr),
	}
}

// colorful reports whether colours can be shown and are wanted: see no-color.org.
func colorful(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

func (c *console) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// note says something that is no part of the answer.
func (c *console) note(format string, args ...any) { fmt.Fprintf(c.err, format+"\n", args...) }

func (c *console) bold(text string) string { return paint(c.color, "1", text) }
func (c *console) good(text string) string { return paint(c.color, "32", text) }
func (c *console) bad(text string) string  { return paint(c.color, "31", text) }

// faint is for what may be passed over.
func (c *console) faint(text string) string { return paint(c.color, "2", text) }

func paint(on bool, code, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// json writes an answer for machines.
func (c *console) json(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func (c *console) fail(err error) { c.note("%s %v", paint(c.alarm, "31", "ply:"), err) }

// exit says what went wrong, if anything, and answers the exit code.
func (c *console) exit(err error) int {
	if err == nil {
		return ok
	}
	if !errors.Is(err, errTold) {
		c.fail(err)
	}
	if _, is := errors.AsType[misuse](err); is {
		return misused
	}
	return failed
}
