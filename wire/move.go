package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// word is a value of a pick: a string or a whole number.
type word string

func (w *word) UnmarshalJSON(raw []byte) error {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		*w = word(strconv.FormatInt(n, 10))
		return nil
	}
	if len(raw) == 0 || raw[0] != '"' {
		return errors.New("it is neither a text nor a whole number")
	}
	return json.Unmarshal(raw, (*string)(w))
}

// ReadMove reads a move or a draft of a seat, with the names of its view: a text such as "place a1", or an object such
// as {"action":"place","picks":[["a1"]]}.
func ReadMove(view *game.State, seat game.Seat, raw []byte) (game.Move, error) {
	quoted := scanner{string(raw)}
	text, plain := quoted.text()
	if plain = plain && quoted.rest == "" && utf8.Valid(raw); plain ||
		json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		return view.Parse(seat, text)
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(raw, &parts) != nil || parts == nil {
		return game.Move{}, &Refusal{Code: string(game.Malformed),
			Why: `a move must be a text such as "place a1", or an object such as {"action":"place","picks":[["a1"]]}, not ` +
				words.Clip(string(raw))}
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if name != "action" && name != "picks" {
			return game.Move{}, (&Refusal{Code: "no-field",
				Why: fmt.Sprintf("a move has no field %q; its fields are action and picks", words.Clip(name))}).About(name)
		}
	}
	var action string
	var picks [][]word
	if raw := parts["action"]; raw != nil && json.Unmarshal(raw, &action) != nil {
		return game.Move{}, (&Refusal{Code: string(game.Malformed),
			Why: `"action" must be the name of an action, not ` + words.Clip(string(raw))}).About("action")
	}
	if raw := parts["picks"]; raw != nil && json.Unmarshal(raw, &picks) != nil {
		return game.Move{}, (&Refusal{Code: string(game.Malformed),
			Why: `"picks" must be a list with the values of each pick, such as [["a1"],["b2","c3"]], not ` +
				words.Clip(string(raw))}).About("picks")
	}
	if action == "" && len(picks) == 0 {
		return game.Move{Seat: seat}, nil
	}
	values := make([][]string, len(picks))
	for i, pick := range picks {
		for _, w := range pick {
			values[i] = append(values[i], string(w))
		}
	}
	return view.ParsePicks(seat, action, values)
}
