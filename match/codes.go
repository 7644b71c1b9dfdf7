package match

import "github.com/plygame/ply/game"

// Codes of refusals by a match rather than by the rules.
const (
	Stale       game.Code = "stale"         // made for a state that is not the current one
	Final       game.Code = "final"         // the move cannot be undone
	NothingToDo game.Code = "nothing-to-do" // nothing to undo or redo
)
