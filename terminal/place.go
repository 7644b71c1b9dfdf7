package terminal

import "github.com/plygame/ply/internal/place"

// Place is the address of a match: its server, game and ID. Game and Match may be "".
type Place = place.Place

// ParsePlace parses the address of a server, a game or a match, as a URL or as HOST/GAME/MATCH.
func ParsePlace(text string) (Place, error) { return place.Parse(text) }
