package cli

import (
	"regexp"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/internal/console"
)

// typed is ply and one of its commands, where a text tells the reader to type it.
var typed = regexp.MustCompile(`\bply (games|explain|play|simulate|check|leaks|flow|perft|record|replay|drive|serve|join|backup|verify|version|help|COMMAND)\b`)

// spoken makes a text that speaks of ply one that speaks of the program.
func spoken(text string) string { return typed.ReplaceAllString(text, console.Command()+" $1") }

// speak makes all help speak of the program.
func speak(n *kong.Node) {
	n.Help, n.Detail = spoken(n.Help), spoken(n.Detail)
	for _, p := range n.Positional {
		p.Help = spoken(p.Help)
	}
	for _, f := range n.Flags {
		f.Help = spoken(f.Help)
	}
	for _, c := range n.Children {
		speak(c)
	}
}
