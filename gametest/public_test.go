package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// A public value must be the same in all views.
func TestPublicValuesAreTheSameForAll(t *testing.T) {
	for name, c := range map[string]struct {
		value int // of the derived values of reckon
		want  string
	}{
		"what is on the table": {0, ""},
		"what a player holds":  {4, "a public value must depend only on what all observers see"},
	} {
		t.Run(name, func(t *testing.T) {
			r := watch(t, func(t testing.TB) {
				rules := reckon()
				rules.Derived[c.value].(*game.Derived[int]).Public()
				Config{Games: 2, Laws: []string{derivedLaw}}.Check(t, rules)
			})
			if c.want == "" {
				r.wantsNone()
			} else {
				r.wants(`law "derived values"`, c.want)
			}
		})
	}
}
