package server

import (
	"encoding/json"
	"sync"
	"weak"

	"github.com/plygame/ply/game"
)

// sharedRules shares rules between matches with the same options: rules with options can be large. It keeps them only
// as long as a match uses them.
type sharedRules struct {
	mu  sync.Mutex
	all map[string]weak.Pointer[game.Rules]
}

// find returns rules that are in use.
func (x *sharedRules) find(key string) *game.Rules {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.all[key].Value()
}

// with returns the rules of a game with options.
func (x *sharedRules) with(r *game.Rules, values game.Values) (*game.Rules, error) {
	text, err := json.Marshal(values) // sorted by name
	if err != nil {
		return nil, err
	}
	key := r.Name + " " + string(text)
	if found := x.find(key); found != nil {
		return found, nil
	}
	made, err := r.With(values) // without the lock: rules that take long must not keep other games waiting
	if err != nil || made == r {
		return made, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if found := x.all[key].Value(); found != nil {
		return found, nil
	}
	if x.all == nil {
		x.all = map[string]weak.Pointer[game.Rules]{}
	}
	for other, p := range x.all { // forget what no match uses
		if p.Value() == nil {
			delete(x.all, other)
		}
	}
	x.all[key] = weak.Make(made)
	return made, nil
}
