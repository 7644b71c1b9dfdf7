package drive

import (
	"context"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// maxMoves is the maximum number of moves in one response.
const maxMoves = 10_000

// drivenMove is a move with its seat.
type drivenMove struct {
	Seat game.Seat `json:"seat"`
	Move string    `json:"move"`
}

// moves lists complete moves: strings for one seat, or objects with the seat.
func (d *driver) moves(q *request, a *answer) error {
	texts, all := []string{}, []drivenMove{}
	var seats []game.Seat
	for x := range d.track.State().ToAct().All() {
		if d.owns(x) {
			seats = append(seats, x)
		}
	}
	if q.has("seat") {
		x, err := q.player(d)
		if err != nil {
			return err
		}
		if seats = nil; d.track.State().ToAct().Has(x) {
			seats = append(seats, x)
		}
	}
	more := false
	for _, x := range seats {
		listed, err := d.movesOf(x)
		if err != nil {
			return err
		}
		if room := maxMoves - len(all) - len(texts); len(listed) > room {
			listed, more = listed[:room], true
		}
		if q.has("seat") {
			texts = append(texts, listed...)
			continue
		}
		for _, text := range listed {
			all = append(all, drivenMove{x, text})
		}
	}
	if q.has("seat") {
		a.put("moves", texts)
	} else {
		a.put("moves", all)
	}
	if more {
		a.put("more", true)
	}
	return nil
}

// movesOf lists the moves of a seat in the names of its view, at most one more than maxMoves.
func (d *driver) movesOf(x game.Seat) (texts []string, err error) {
	v := d.view(x)
	all, err := v.Moves()
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.Seat == x && len(texts) <= maxMoves {
			texts = append(texts, v.Text(m))
		}
	}
	return texts, nil
}

// offers lists the next choices.
func (d *driver) offers(q *request, a *answer) error {
	x, err := q.player(d)
	if err != nil {
		return err
	}
	v := d.view(x)
	draft := game.Move{Seat: x}
	if q.has("draft") {
		if draft, err = q.move("draft", v, x); err != nil {
			return err
		}
	}
	all, err := wire.Offers(v, draft)
	if err != nil {
		return err
	}
	a.put("offers", all)
	return nil
}

// play plays a move, written in the names of its seat's view.
func (d *driver) play(q *request, _ *answer) error {
	x, err := q.player(d)
	if err != nil {
		return err
	}
	v := d.view(x)
	m, err := q.move("move", v, x)
	if err != nil {
		return err
	}
	if m, err = v.Real(m); err != nil {
		return err
	}
	batch, err := d.track.Make(nil, m)
	if err == nil {
		batch, err = d.others(d.track, batch)
	}
	if err == nil {
		d.track.commit(batch)
	}
	return err
}

// show returns the view of a seat.
func (d *driver) show(q *request, a *answer) error {
	x, err := q.observer(d)
	if err != nil {
		return err
	}
	v := d.view(x)
	a.put("view", rawJSON(v.Save()))
	if labels := wire.Labels(v); len(labels) > 0 {
		a.put("labels", labels)
	}
	if derived := wire.DerivedOf(v); len(derived) > 0 {
		a.put("derived", derived)
	}
	a.put("said", append([]string{}, wire.Said(v)...))
	if drawing := words.Drawing(v); drawing != "" {
		a.put("drawing", drawing)
	}
	if lines := v.Debug(); len(lines) > 0 {
		debug := []string{}
		for _, l := range lines {
			debug = append(debug, l.String())
		}
		a.put("debug", debug)
	}
	return nil
}

// rawJSON is encoded JSON.
type rawJSON []byte

func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// changes returns what changed for a seat.
func (d *driver) changes(q *request, a *answer) error {
	x, err := q.observer(d)
	if err != nil {
		return err
	}
	var since int
	if err := q.read("since", &since, "the seq of an earlier answer"); err != nil {
		return err
	}
	from, err := d.track.at(since)
	if err != nil {
		return err
	}
	a.put("changes", append([]game.Change{}, from.Changes(d.track.State(), x)[0]...))
	played, err := d.track.since(since, x)
	if err != nil {
		return err
	}
	a.put("played", played)
	return nil
}

func (d *driver) undo(*request, *answer) error { return d.track.undo() }
func (d *driver) redo(*request, *answer) error { return d.track.Forward() }

// flow returns the position in the order of play.
func (d *driver) flow(q *request, a *answer) error {
	s := d.track.State()
	if q.has("seat") {
		x, err := q.observer(d)
		if err != nil {
			return err
		}
		s = d.view(x)
	} else if d.fair {
		s = d.view(d.mine[0])
	}
	a.put("where", s.Where())
	a.put("waits", wire.WaitsOf(s))
	a.put("tree", s.FlowText())
	return nil
}

// list lists the games.
func (d *driver) list(_ *request, a *answer) error {
	list := make([]catalogue.Game, 0, len(d.all))
	for _, r := range d.all {
		list = append(list, catalogue.GameOf(r))
	}
	a.put("games", list)
	return nil
}

// drivenHelp describes a request.
type drivenHelp struct {
	Do     string   `json:"do"`
	Does   string   `json:"does"`
	Fields []string `json:"fields"`
}

func (d *driver) help(_ *request, a *answer) error {
	all := []drivenHelp{}
	for _, name := range d.names {
		k := d.kinds[name]
		if d.fair && k.unfair != "" {
			continue
		}
		all = append(all, drivenHelp{k.name, k.does, append([]string{}, k.fields...)})
	}
	a.put("requests", all)
	return nil
}

func (d *driver) quit(*request, *answer) error {
	d.done = true
	return nil
}

// others adds moves of the bot for the other seats to a batch, until the game waits only for seats of the program.
func (d *driver) others(t *track, batch *match.Batch) (*match.Batch, error) {
	if !d.fair {
		return batch, nil
	}
	for range maxOthers {
		s := t.State()
		if batch != nil {
			s = batch.State()
		}
		if !d.waitsForOthers(s) {
			return batch, nil
		}
		seat := game.Nobody
		for x := range s.ToAct().Minus(s.Committed()).All() {
			if !d.owns(x) {
				seat = x
				break
			}
		}
		if seat == game.Nobody {
			return batch, nil
		}
		m, err := bot.Choose(context.Background(), d.bot, s, seat, d.luck.Uint64())
		if err != nil {
			return nil, stuckOthers(err)
		}
		if batch, err = t.Make(batch, m); err != nil {
			return nil, err
		}
	}
	return nil, refuse("endless", "the other seats made %d moves in a row, and it is still not the program's turn",
		maxOthers)
}

func stuckOthers(err error) error {
	if code := game.CodeOf(err); code != "" {
		return refuse(string(code), "the bot for the other seats cannot move: %v", err)
	}
	return err
}

// maxOthers is the maximum number of moves of the other seats in a row: few enough to undo them.
const maxOthers = 1000

func (d *driver) waitsForOthers(s *game.State) bool {
	for x := range s.ToAct().All() {
		if !d.owns(x) {
			return true
		}
	}
	return false
}
