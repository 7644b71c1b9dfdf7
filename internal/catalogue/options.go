package catalogue

import (
	"fmt"
	"maps"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// WithPreset returns the options of a preset, if name is not "", overridden by the given options.
func WithPreset(r *game.Rules, name string, options game.Values) (game.Values, error) {
	if name == "" {
		return options, nil
	}
	var names []string
	for _, p := range r.Presets {
		if p.Name != name {
			names = append(names, p.Name)
			continue
		}
		v := game.Values{}
		for _, o := range r.Options {
			v[o.Name] = o.Default // a preset lists only what differs
		}
		maps.Copy(v, p.Values)
		maps.Copy(v, options)
		return v, nil
	}
	if names == nil {
		return nil, fmt.Errorf("%s has no presets, so %q does not exist", r.Name, words.Clip(name))
	}
	return nil, fmt.Errorf("%s has no preset %q; %s", r.Name, words.Clip(name), words.Instead(name, "it has", names))
}
