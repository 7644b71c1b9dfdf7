package wire

// Hint is what a bot would play in a seat.
type Hint struct {
	Level string       `json:"level" doc:"The level of the bot, as in the request."`
	Moves []Suggestion `json:"moves" nullable:"false" doc:"The moves it has considered, the best first; at most 20."`
}

// Suggestion is a move that a bot has considered.
type Suggestion struct {
	Action string     `json:"action" doc:"Name of the action."`
	Picks  [][]string `json:"picks" nullable:"false" doc:"The values of each pick, as in a draft."`
	Line   *Line      `json:"line,omitempty" doc:"The move in words, as in the log."`
	Share  int        `json:"share" doc:"How much of its simulations the bot has spent on the move, in percent."`
	Value  int        `json:"value" doc:"How good the bot considers the move, from 0 (last place) to 100 (first place)."`
}
