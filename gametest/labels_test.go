package gametest

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

func TestLabelsFollowTheirThings(t *testing.T) {
	for name, c := range map[string]struct {
		label func(s *game.State, id game.ID) string
		want  string // empty if it is fine
	}{
		"by its own name":    {func(s *game.State, id game.ID) string { return "card " + s.Name(id) }, ""},
		"by the moves made":  {func(s *game.State, id game.ID) string { return fmt.Sprint("card after ", s.Played()) }, `changes from "card after 0" to "card after 1"`},
		"by where it is":     {func(s *game.State, id game.ID) string { return "card in " + s.Name(s.Parent(id)) }, `to "card in pile"`},
		"by what is with it": {func(s *game.State, id game.ID) string { return fmt.Sprint("one of ", s.Count(s.Parent(id))) }, `to "one of 1"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := watch(t, func(t testing.TB) {
				rules := suits()
				rules.Kinds[0].Label = c.label
				Config{Games: 2, Laws: []string{"labels"}}.Check(t, rules)
			})
			if c.want == "" {
				r.wantsNone()
			} else {
				r.wants(`law "labels"`, c.want)
			}
		})
	}
}
