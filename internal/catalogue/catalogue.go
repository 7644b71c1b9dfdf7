// Package catalogue is a list of games. It finds a game by name, sets its options as typed or stored, lists the games
// as JSON, and makes example command lines.
package catalogue

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Catalogue is a list of games.
type Catalogue []*game.Rules

// Find returns the game with this name. If there is none, the error lists the names.
func (c Catalogue) Find(name string) (*game.Rules, error) {
	for _, r := range c {
		if r.Name == name {
			return r, nil
		}
	}
	for _, r := range c {
		if strings.EqualFold(r.Name, name) {
			return r, nil
		}
	}
	known := c.Names()
	if near := words.Nearest(name, known); near != "" {
		return nil, fmt.Errorf("there is no game %q; did you mean %s? The games are: %s", name, near,
			strings.Join(known, ", "))
	}
	return nil, fmt.Errorf("there is no game %q; the games are: %s", name, strings.Join(known, ", "))
}

// Names returns the names of the games.
func (c Catalogue) Names() []string {
	var names []string
	for _, r := range c {
		names = append(names, r.Name)
	}
	return names
}

// Saved finds the rules that a save was made with.
func (c Catalogue) Saved(data []byte) (*game.Rules, error) {
	var head struct {
		Game    string
		Options game.Values
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("it is not a Ply save: %w", err)
	}
	r, err := c.Find(head.Game)
	if err != nil {
		return nil, err
	}
	return r.With(head.Options)
}
