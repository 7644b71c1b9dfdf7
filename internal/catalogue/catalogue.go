// Package catalogue is a choice of games: finding one by its name, setting its options as they were typed or stored,
// and listing all of them as JSON.
package catalogue

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Catalogue is a choice of games, found by name.
type Catalogue []*game.Rules

// Find returns the game of this name. If there is none, the error names those there are.
func (c Catalogue) Find(name string) (*game.Rules, error) {
	for _, r := range c {
		if r.Name == name {
			return r, nil
		}
	}
	known := c.Names()
	if near := words.Nearest(name, known); near != "" {
		return nil, fmt.Errorf("there is no game %q; did you mean %s? The games are: %s", name, near, strings.Join(known, ", "))
	}
	return nil, fmt.Errorf("there is no game %q; the games are: %s", name, strings.Join(known, ", "))
}

// Names returns what the games are called.
func (c Catalogue) Names() []string {
	var names []string
	for _, r := range c {
		names = append(names, r.Name)
	}
	return names
}

// Saved finds the rules that a save was made by.
func (c Catalogue) Saved(data []byte) (*game.Rules, error) {
	var head struct {
		Game    string
		Options game.Values
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("it is not a save of Ply: %w", err)
	}
	r, err := c.Find(head.Game)
	if err != nil {
		return nil, err
	}
	return r.With(head.Options)
}
