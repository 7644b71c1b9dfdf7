package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// valuesOf returns what the Parts of a game are, as far as a view has them: by element, the names
// of the Parts and their values. What is nothing, as most is, is left out.
func valuesOf(view *game.State) map[string][]string {
	var save struct {
		Parts map[string]map[string]json.RawMessage
	}
	_ = json.Unmarshal(view.Save(), &save) // it was written right now
	values := map[string][]string{}
	for _, part := range slices.Sorted(maps.Keys(save.Parts)) {
		for of, value := range save.Parts[part] {
			values[of] = append(values[of], part+" "+strings.Trim(string(value), `"`))
		}
	}
	return values
}

// valueLines lists the values on the table, the seats and the places, one line for each.
func valueLines(view *game.State) (lines []string) {
	values := valuesOf(view)
	for _, of := range slices.Sorted(maps.Keys(values)) {
		if strings.Contains(of, "#") {
			continue // what is on cards and pieces is part of how they look
		}
		name := of
		switch id := view.Find(of); {
		case id == game.Root:
			name = "the table"
		case strings.HasPrefix(of, "seat/"):
			name = "seat " + of[len("seat/"):]
		}
		lines = append(lines, fmt.Sprintf("%s: %s", name, strings.Join(values[of], ", ")))
	}
	if lines == nil {
		return []string{"There are no values on the table, the seats or the places."}
	}
	return lines
}
