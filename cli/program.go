package cli

import (
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

// typed matches ply and a command of it.
var typed = regexp.MustCompile(`\bply (games|explain|play|simulate|arena|check|leaks|flow|perft|record|replay|drive|serve|join|admin|backup|restore|migrate|forget|verify|version|soak|help|COMMAND)\b`)

// adapted puts the name of the program and its games into a help text. It drops the examples that no game fits.
func adapted(text string, all catalogue.Catalogue) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line, ok := all.Example(line); ok {
			lines = append(lines, typed.ReplaceAllString(line, console.Command()+" $1"))
		}
	}
	return strings.Join(lines, "\n")
}

// adapt adapts the help texts of a command and all below it.
func adapt(n *kong.Node, all catalogue.Catalogue) {
	n.Help, n.Detail = adapted(n.Help, all), adapted(n.Detail, all)
	for _, p := range n.Positional {
		p.Help = adapted(p.Help, all)
	}
	for _, f := range n.Flags {
		f.Help = adapted(f.Help, all)
	}
	for _, c := range n.Children {
		adapt(c, all)
	}
}
