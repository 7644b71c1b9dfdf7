package tableau

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/internal/words"
)

// nothing asks for nothing.
type nothing struct{}

func (nothing) Stands(game.ID, game.ID) Stand { return NotAsked }
func (nothing) AsksFor(game.ID) bool          { return false }

// Elements have the colour that the rules give them, hearts are red, and everything else has the colour of its owner.
func TestColors(t *testing.T) {
	s, err := gofish.New().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	a := Artist{Asked: nothing{}, Scene: SceneOf(s.View(0), words.Names{Rules: s.Rules()}), W: 80, H: 24}
	found := map[string]Style{}
	c := a.Draw()
	for i, g := range c.cells {
		if i > 0 && strings.Contains("♣♦♥♠", g.text) {
			found[g.text] = c.cells[i-1].style & 0xff
		}
	}
	if found["♥"] != ownColor || found["♦"] != ownColor || found["♠"] != seatColor {
		t.Errorf("the colours are %v", found)
	}
	if got := a.Scene.styleOf(Thing{color: "Blue"}, 1); got != ownColors["blue"] {
		t.Errorf("blue is %d", got)
	}
	if got := a.Scene.styleOf(Thing{color: "mauve"}, 1); got != seatColor+1 {
		t.Errorf("an unknown colour is %d", got)
	}
}
