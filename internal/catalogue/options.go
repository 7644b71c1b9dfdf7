package catalogue

import (
	"fmt"
	"maps"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// WithPreset returns the options of a preset, if one is named, and those given besides.
func WithPreset(r *game.Rules, name string, besides game.Values) (game.Values, error) {
	if name == "" {
		return besides, nil
	}
	var names []string
	for _, p := range r.Presets {
		if p.Name != name {
			names = append(names, p.Name)
			continue
		}
		v := game.Values{}
		for _, o := range r.Options {
			v[o.Name] = o.Default // a preset says what differs
		}
		maps.Copy(v, p.Values)
		maps.Copy(v, besides)
		return v, nil
	}
	if names == nil {
		return nil, fmt.Errorf("%s has no presets, so none is called %q", r.Name, words.Clip(name))
	}
	return nil, fmt.Errorf("%s has no preset %q; %s", r.Name, words.Clip(name), words.Instead(name, "it has", names))
}
