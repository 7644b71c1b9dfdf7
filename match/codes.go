package match

import "github.com/plygame/ply/game"

// Why a match refuses what the rules would not.
const (
	Stale       game.Code = "stale"         // made for a state that is no longer the present one
	Final       game.Code = "final"         // the move cannot be taken back
	NothingToDo game.Code = "nothing-to-do" // nothing to undo or redo
)
