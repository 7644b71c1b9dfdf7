package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// input is something a player sends: a move, or text.
type input struct {
	kind   string
	move   game.Move
	text   string
	isText bool
	draft  bool // ask what follows it instead of playing it
}

func (in *input) String() string {
	switch {
	case in.isText:
		return fmt.Sprintf("%s: %.200q of %s", in.kind, in.text, in.move.Seat)
	case in.draft:
		return fmt.Sprintf("%s, as a draft: %.200s", in.kind, fmt.Sprintf("%+v", in.move))
	}
	return fmt.Sprintf("%s: %.200s", in.kind, fmt.Sprintf("%+v", in.move))
}

// code is the input as a line of a test with the match g.
func (in *input) code() string {
	text := fmt.Sprintf("g.TryMove(%#v)", in.move)
	switch {
	case in.isText:
		text = fmt.Sprintf("g.Try(%d, %q)", in.move.Seat, in.text)
	case in.draft:
		text = fmt.Sprintf("g.State().Offers(%#v)", in.move)
	}
	if len(text) > 5000 {
		return "// (an input too long to print: " + in.kind + ")"
	}
	return text
}
