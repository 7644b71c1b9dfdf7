package match

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// Outcome is how a match ended.
type Outcome struct {
	Line    Line        `json:"line" doc:"A sentence such as {0} wins."`
	Draw    bool        `json:"draw" doc:"Whether it is a draw."`
	Winners []game.Seat `json:"winners" nullable:"false" doc:"The seats that won."`
	Ranks   []int       `json:"ranks" nullable:"false" doc:"The ranks by seat; 1 is the best."`
	Scores  []int       `json:"scores" nullable:"false" doc:"The points by seat, if the game has points."`
}

// OutcomeOf returns how a game ended, or nil if it has not. Named returns the name of the player in a seat; it may be
// nil.
func OutcomeOf(o game.Outcome, named func(game.Seat) string) *Outcome {
	if !o.Over {
		return nil
	}
	return &Outcome{LineOf(o.Line(), named), o.Tie, append([]game.Seat{}, o.Winners...), append([]int{}, o.Ranks...),
		append([]int{}, o.Scores...)}
}

// Ended returns how the match ended, with the names of the players, or nil if it has not.
func (m *Match) Ended() *Outcome {
	return OutcomeOf(m.Outcome(), func(seat game.Seat) string { return m.Player(seat).Name })
}

// Result returns the outcome in the form of a record.
func (o *Outcome) Result() string {
	if o == nil {
		return ""
	}
	x := game.Outcome{Over: true, Tie: o.Draw, Winners: o.Winners, Scores: o.Scores}
	if len(x.Scores) == 0 {
		x.Scores = nil
	}
	return x.String()
}

// UnmarshalJSON also reads the form of protocol 1, which old stores have: the result of a record.
func (o *Outcome) UnmarshalJSON(text []byte) error {
	var result string
	if json.Unmarshal(text, &result) == nil {
		*o = *readResult(result)
		return nil
	}
	type plain Outcome
	return json.Unmarshal(text, (*plain)(o))
}

// readResult parses the result of a record, which has no ranks.
func readResult(text string) *Outcome {
	x := game.Outcome{Over: true, Tie: strings.HasPrefix(text, "draw")}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,():", r) })
	for i, word := range words {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil:
		case i > 0 && words[i-1] == "seat":
			x.Winners = append(x.Winners, game.Seat(n))
		default:
			x.Scores = append(x.Scores, n)
		}
	}
	return OutcomeOf(x, nil)
}
