package wire

import (
	"encoding/json"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Protocol is the version of the WebSocket protocol. Clients of other versions are not compatible.
const Protocol = 2

// Request is a message of a client over the WebSocket.
type Request struct {
	ID    json.RawMessage `json:"id,omitempty" doc:"Any value; the answer repeats it as re."`
	Do    string          `json:"do" enum:"watch,offers,moves,hint,play,undo,agree,resign,history,view,leave,renew,ping" doc:"The kind of request."`
	Match string          `json:"match,omitempty" doc:"watch: the id of the match."`
	Token string          `json:"token,omitempty" doc:"watch: the token of a seat, the host or the judge; none for a spectator. renew: the token to renew, or the new one to use from now on."`
	Since *int            `json:"since,omitempty" doc:"watch: the last entry the client knows; history: return the entries after this one."`
	Mark  string          `json:"mark,omitempty" doc:"watch: the mark received with that entry; if the past of the match has changed, the server sends the whole view."`
	Seq   *int            `json:"seq,omitempty" doc:"play: the last entry the player has seen."`
	Move  json.RawMessage `json:"move,omitempty" is:"move" doc:"play: a text such as \"place a1\", or an object with action and picks."`
	Draft json.RawMessage `json:"draft,omitempty" is:"move" doc:"offers: the picks chosen so far, in the form of a move."`
	Then  bool            `json:"then,omitempty" doc:"offers: also tell what values that complete the move change on the table."`
	Yes   *bool           `json:"yes,omitempty" doc:"agree: whether the seat agrees to the undo."`
	Level string          `json:"level,omitempty" doc:"hint: how well to think: gentle, steady, sharp, or a number of simulations up to 1000; default: sharp."`
}

// Message is a message of the server over the WebSocket.
type Message struct {
	Type string          `json:"type" enum:"welcome,update,answer,refusal,presence,asked,thinking,stopped,next,token,farewell" doc:"The kind of message."`
	Re   json.RawMessage `json:"re,omitempty" doc:"The id of the answered request."`

	Seq      *int        `json:"seq,omitempty" doc:"Number of entries of the match."`
	From     *int        `json:"from,omitempty" doc:"welcome, update: events, changes and labels are those after this entry."`
	Mark     string      `json:"mark,omitempty" doc:"welcome, update: an opaque text for the mark of watch, to be sent with since."`
	ToAct    []game.Seat `json:"toAct,omitzero" nullable:"false" doc:"welcome, update: the seats the match is waiting for."`
	Over     *bool       `json:"over,omitempty" doc:"welcome, update: whether the match is over."`
	Outcome  *Outcome    `json:"outcome,omitempty" doc:"welcome, update: how it ended."`
	Resigned *game.Seat  `json:"resigned,omitempty" doc:"welcome, update: the seat that ended the match by resigning."`

	Protocol int `json:"protocol,omitempty" doc:"welcome: the version of this protocol, 2."`

	Role    string            `json:"role,omitempty" enum:"spectator,seat,host,judge" doc:"welcome: the role of the token."`
	Seat    *game.Seat        `json:"seat,omitempty" doc:"welcome: the seat of the token."`
	Listing *match.Listing    `json:"match,omitempty" doc:"welcome: the match and its players."`
	View    json.RawMessage   `json:"view,omitempty" is:"view" doc:"welcome, answer to view: everything the client sees."`
	Labels  map[string]string `json:"labels,omitempty" doc:"With view: the labels of things for people, by name."`
	Derived Derived           `json:"derived,omitempty" doc:"With view: values computed from it, by the name of the value, then by the name of the element that has it."`
	Stages  []Stage           `json:"stages,omitempty" nullable:"false" doc:"welcome, update: the visible changes, if any. Usually there is one stage; for a move that shows moments, there is one stage for each moment and one for the end of the move."`
	Events  []match.Event     `json:"events,omitzero" nullable:"false" doc:"welcome, update, answer to history: the entries, as the client may know them."`

	Step    *Progress `json:"step,omitempty" doc:"With offers: the seat's step in the order of play, if the game defines one."`
	Offers  []Offer   `json:"offers,omitzero" nullable:"false" doc:"answer to offers: what can be chosen next. welcome, update: what the seat can choose first; in an update only if it has changed."`
	Ask     bool      `json:"ask,omitempty" doc:"welcome, update: the seat has too many choices to include; send the request offers to get them."`
	First   First     `json:"-"` // step, offers and ask, already encoded; only for Encode
	Moves   []string  `json:"moves,omitzero" nullable:"false" doc:"answer to moves: complete moves."`
	More    bool      `json:"more,omitempty" doc:"answer to moves or history: there are more."`
	Hint    *Hint     `json:"hint,omitempty" doc:"answer to hint: what a bot would play."`
	Refusal *Refusal  `json:"refusal,omitempty" doc:"refusal: why the request was refused. Nothing has changed."`

	Here       []bool `json:"here,omitzero" nullable:"false" doc:"presence: which seats are connected."`
	Spectators *int   `json:"spectators,omitempty" doc:"presence: number of other watchers."`

	Asked *Asked `json:"asked,omitempty" doc:"asked: a request to undo moves; missing when it is settled."`

	Thinking []game.Seat `json:"thinking,omitzero" nullable:"false" doc:"thinking: the seats whose bots have been thinking for a while; empty when all are done."`

	Next string `json:"next,omitempty" doc:"next, welcome: the id of the rematch, if there is one."`

	Token string `json:"token,omitempty" doc:"token, answer to renew: the new token. The previous one stays valid until the new one is used."`

	Code string `json:"code,omitempty" enum:"restart,slow,gone,renewed,left,misuse" doc:"farewell: why the connection ends."`
	Why  string `json:"why,omitempty" doc:"farewell: the reason in words; stopped: why the bots have stopped moving."`
}

// Stage is a set of visible changes: those up to a moment that a move shows, from the last moment to the end, or all.
type Stage struct {
	Changes []game.Change     `json:"changes,omitempty" nullable:"false" doc:"The visible changes since the previous stage."`
	Labels  map[string]string `json:"labels,omitempty" doc:"The labels that have changed; an empty text for things that no longer have one."`
	Derived Derived           `json:"derived,omitempty" doc:"The computed values that have changed; null for values that no longer exist."`
	Said    []match.Line      `json:"said,omitempty" nullable:"false" doc:"For a move that shows moments: lines for the log, which are also in the event."`
	Notices []match.Notice    `json:"notices,omitempty" nullable:"false" doc:"For a move that shows moments: effects to show or sounds to play, which are also in the event."`
}

// Changes returns the visible changes, stage by stage, for State.Apply.
func (m *Message) Changes() (all [][]game.Change) {
	for _, x := range m.Stages {
		all = append(all, x.Changes)
	}
	return all
}

// Asked is a request to undo moves that other seats must agree to.
type Asked struct {
	Seat game.Seat   `json:"seat" doc:"The seat that asks."`
	Back int         `json:"back" doc:"The entry to return to."`
	Why  match.Line  `json:"why" doc:"Why others must agree."`
	Need []game.Seat `json:"need" nullable:"false" doc:"The seats that have not agreed yet."`
}

// Move is a move or draft as an object. Clients can also send a text, see ReadMove.
type Move struct {
	Action string   `json:"action,omitempty" doc:"Name of the action."`
	Picks  [][]any  `json:"picks,omitempty" is:"word" nullable:"false" doc:"The chosen values of each pick: texts or whole numbers."`
	_      struct{} `additionalProperties:"false"`
}

// View is what an observer sees, in the format of game.State.Save.
type View struct {
	Ply      int                                   `json:"ply" doc:"Version of the format: 1."`
	View     game.Seat                             `json:"view" doc:"The observer: a seat, -1 for spectators, -2 for the judge."`
	Game     string                                `json:"game" doc:"Name of the game."`
	Version  string                                `json:"version,omitempty" doc:"Version of the rules."`
	Digest   string                                `json:"digest,omitempty" doc:"A hash of the declarations of the rules."`
	Options  game.Values                           `json:"options,omitempty" doc:"The options of the game that differ from the default."`
	Seats    int                                   `json:"seats" doc:"Number of seats."`
	Turn     game.Seat                             `json:"turn" doc:"The seat whose turn it is, -1 when the game is over; @turn in changes."`
	Moves    int                                   `json:"moves" doc:"Number of moves played; @moves in changes."`
	Out      int                                   `json:"out,omitempty" doc:"The seats that are out, as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2; @out in changes."`
	Away     int                                   `json:"away,omitempty" doc:"The seats that sit out for now, as bits; @away in changes."`
	Left     string                                `json:"left,omitempty" doc:"The seats that are out, in the order they left, such as 2 0+1: seat 2 first, then seats 0 and 1 together; @left in changes."`
	Outcome  string                                `json:"outcome,omitempty" doc:"How the game ended, in the format of a save; @outcome in changes."`
	By       string                                `json:"by,omitempty" doc:"The elements that decided the game, such as a line of cells, if the game names them: names separated by spaces; @by in changes."`
	Past     string                                `json:"past,omitempty" doc:"Keys of past positions; @past in changes."`
	Flow     json.RawMessage                       `json:"flow,omitempty" doc:"The current point in the order of play; @flow in changes."`
	Elements []Element                             `json:"elements" nullable:"false" doc:"All visible things; those in the same holder are in order."`
	Parts    map[string]map[string]json.RawMessage `json:"parts,omitempty" doc:"Values of Parts, by the name of the Part, then by the name of the element that has it."`
	Known    map[string][]string                   `json:"known,omitempty" doc:"The labels of things that the client does not see, but knows to be there, by the name of the faceless thing, or of the place if things cannot be told apart there; @known in changes."`
	Hash     string                                `json:"hash" doc:"Hash of the view."`
	Check    string                                `json:"check" doc:"Checksum of this text."`
}

// Element is a thing in a view.
type Element struct {
	ID    string     `json:"id" doc:"Its name in this view."`
	Kind  string     `json:"kind" doc:"Its kind; ? if its face is hidden."`
	In    string     `json:"in" doc:"The name of the place or thing it is in."`
	Owner *game.Seat `json:"owner,omitempty" doc:"The seat that owns it; missing if nobody does."`
}
