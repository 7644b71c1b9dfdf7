package game

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// saved is a state in the form of a file: everything by name.
type saved struct {
	Ply      int             `json:"ply"`
	View     *Seat           `json:"view,omitempty"` // whose view it is
	Game     string          `json:"game"`
	Version  string          `json:"version,omitempty"`
	Digest   string          `json:"digest,omitempty"`
	Options  Values          `json:"options,omitempty"`
	Seats    int             `json:"seats"`
	Turn     Seat            `json:"turn"`
	Moves    uint32          `json:"moves"`
	Created  int             `json:"created,omitempty"`
	Out      uint32          `json:"out,omitempty"`
	Away     uint32          `json:"away,omitempty"`
	Left     string          `json:"left,omitempty"` // in the order of leaving
	Outcome  string          `json:"outcome,omitempty"`
	By       string          `json:"by,omitempty"` // what has won
	Random   json.RawMessage `json:"random,omitempty"`
	Past     string          `json:"past,omitempty"`
	Flow     json.RawMessage `json:"flow,omitempty"`
	Elements []savedElement  `json:"elements"`
	Parts    json.RawMessage `json:"parts,omitempty"`
	Known    savedKnown      `json:"known,omitempty"`
	Memory   json.RawMessage `json:"memory,omitempty"` // of the observers
	Moment   uint16          `json:"moment,omitempty"` // of a move that has not ended: such a state cannot be loaded
	Hash     string          `json:"hash,omitempty"`
	Check    string          `json:"check,omitempty"` // of everything else in the file
}

// sum is what Check must be.
func (s saved) sum() string {
	s.Check = ""
	text, _ := json.Marshal(s)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

type savedElement struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	In    string `json:"in"`
	Owner *Seat  `json:"owner,omitempty"`
}

const saveFormat = 1

// Save returns the whole state as JSON. It uses names, so that rules with declarations in a different order
// can load it. It contains every secret of the game.
func (s *State) Save() []byte {
	r := s.rules
	out := saved{Ply: saveFormat, Game: r.Name, Version: r.Version, Digest: r.c.digest, Options: r.Values(),
		Seats: int(s.seats), Turn: s.turn, Moves: s.moves, Created: int(s.n - r.c.first), Out: s.out, Away: s.away,
		Moment: s.moment, Left: s.left.text(),
		Outcome: s.outcomeText(), By: s.byText(), Random: json.RawMessage(s.rng.text()), Past: keysText(s.past.keys()),
		Elements: []savedElement{}, Hash: s.HashText()}
	if text := s.flowText(); text != "" {
		out.Flow = json.RawMessage(text)
	}
	if s.view != nil {
		out.View, out.Created, out.Random, out.Known = &s.view.seat, 0, nil, s.view.saveKnown()
	}
	var lasting []ID
	for id := r.c.lowest(); id < r.c.first; id++ {
		lasting = append(lasting, id)
	}
	slices.SortFunc(lasting, func(a, b ID) int { return strings.Compare(r.c.names[a], r.c.names[b]) })
	for _, id := range lasting {
		out.Elements = s.saveIn(id, out.Elements)
	}
	out.Parts = s.saveParts()
	out.Memory = s.saveMemory()
	out.Check = out.sum()
	text, _ := json.Marshal(out)
	return text
}

// saveIn adds the contents of an element, in order, each followed by its own contents.
func (s *State) saveIn(in ID, to []savedElement) []savedElement {
	for id := s.at(in).first; id != 0; id = s.at(id).next {
		e := savedElement{ID: s.Name(id), Kind: "?", In: s.Name(in)}
		if k := s.Kind(id); k != nil {
			e.Kind = k.Name
		}
		if owner := s.at(id).owner; owner != Nobody {
			e.Owner = &owner
		}
		to = s.saveIn(id, append(to, e))
	}
	return to
}

func (s *State) saveParts() json.RawMessage {
	var b bytes.Buffer
	order := make([]int, len(s.cols))
	for i := range order {
		order[i] = i
	}
	name := func(slot int) string { return s.rules.c.parts[slot].part().name }
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(name(a), name(b)) })
	for _, slot := range order {
		c := s.cols[slot]
		var lines []string
		for id := Root; id < min(s.n, c.size()); id++ {
			if !c.blank(id) {
				lines = append(lines, strconv.Quote(s.Name(id))+":"+string(c.encode(nil, s, id)))
			}
		}
		if len(lines) == 0 {
			continue
		}
		slices.Sort(lines)
		sep := ","
		if b.Len() == 0 {
			sep = "{"
		}
		fmt.Fprintf(&b, "%s%q:{%s}", sep, name(slot), strings.Join(lines, ","))
	}
	if b.Len() == 0 {
		return nil
	}
	b.WriteByte('}')
	return b.Bytes()
}

// Load reads what State.Save has written. A save that is damaged, or comes from other rules or an unknown
// version, is refused with the reason.
func (r *Rules) Load(text []byte) (*State, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	s, err := load(r, text)
	if err != nil {
		return nil, refuse(Damaged, "the save cannot be loaded: {0}", cut(err.Error(), 300))
	}
	return s, nil
}

func load(r *Rules, text []byte) (*State, error) {
	var in saved
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("it is not a save of Ply: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is more after its end")
	}
	switch {
	case in.Ply != saveFormat:
		return nil, fmt.Errorf("it has format %d, but this version of Ply reads format %d", in.Ply, saveFormat)
	case in.Check != "" && in.Check != in.sum():
		return nil, errors.New("it was modified after it was written")
	case in.Moment != 0:
		return nil, errors.New("it is a moment in the middle of a move")
	case in.Game != r.Name:
		return nil, fmt.Errorf("it is a game of %q, not of %q", clip(in.Game), r.Name)
	case in.Digest != "" && in.Digest != r.c.digest:
		return nil, fmt.Errorf("it was made with different rules for %s, or other options (digest %s, here %s)", r.Name,
			clip(in.Digest), r.c.digest)
	case !r.Seats.valid(in.Seats):
		return nil, fmt.Errorf("%s cannot be played by %d seats", r.Name, in.Seats)
	case in.View != nil && (*in.View < Judge || *in.View >= Seat(in.Seats)):
		return nil, fmt.Errorf("it is the view of a seat that does not exist")
	case in.Created < 0 || in.Created > maxCreated || in.Created < len(in.Elements) && in.View == nil:
		return nil, fmt.Errorf("%d is not a valid number of elements", in.Created)
	}
	if in.View != nil {
		v, err := loadView(r, &in)
		if err == nil && in.Hash != "" && v.HashText() != in.Hash {
			err = errors.New("its hash does not match its contents")
		}
		return v, err
	}
	if in.Known != nil {
		return nil, errors.New("only a view has what its viewer knows")
	}
	f := blank(r, in.Seats, Seed{}).Fork()
	if err := f.t.load(&in); err != nil {
		return nil, err
	}
	f.s.sum, f.s.kept = f.s.tableHash(), true
	if err := f.t.loadMemory(in.Memory); err != nil {
		return nil, err
	}
	s := f.freeze()
	if in.Hash != "" && s.HashText() != in.Hash {
		return nil, errors.New("its hash does not match its contents")
	}
	return s, nil
}

// parts returns the values of all Parts as changes from nothing.
func (s *saved) parts(r *Rules) (changes []Change, err error) {
	if len(s.Parts) == 0 {
		return nil, nil
	}
	var parts map[string]map[string]json.RawMessage
	if err := json.Unmarshal(s.Parts, &parts); err != nil {
		return nil, err
	}
	for part, values := range parts {
		if !slices.Contains(r.c.partNames, part) {
			return nil, fmt.Errorf("there is no part %q", clip(part))
		}
		for of, v := range values {
			changes = append(changes, Change{of, part, "", string(v)})
		}
	}
	return changes, nil
}

func (t *Tx) load(in *saved) error {
	changes := []Change{{Field: "@created", Was: "0", Is: itoa(in.Created)}}
	last := map[string]string{}
	seen := map[string]bool{}
	for _, e := range in.Elements {
		if !strings.HasPrefix(e.ID, "#") || seen[e.ID] {
			return fmt.Errorf("element %q is listed twice, or was never created", clip(e.ID))
		}
		seen[e.ID] = true
		at := e.In
		if after := last[e.In]; after != "" {
			at += " " + after
		}
		last[e.In] = e.ID
		changes = append(changes, Change{e.ID, "@kind", "", e.Kind}, Change{e.ID, "@in", "", at})
		if e.Owner != nil {
			changes = append(changes, Change{e.ID, "@owner", "", itoa(int(*e.Owner))})
		}
	}
	if in.Turn != t.turn {
		changes = append(changes, Change{"", "@turn", itoa(int(t.turn)), itoa(int(in.Turn))})
	}
	changes = append(changes, Change{"", "@moves", "0", strconv.FormatUint(uint64(in.Moves), 10)},
		Change{"", "@out", "0", strconv.FormatUint(uint64(in.Out), 10)},
		Change{"", "@away", "0", strconv.FormatUint(uint64(in.Away), 10)}, Change{"", "@left", "", in.Left},
		Change{"", "@outcome", "", in.Outcome}, Change{"", "@by", "", in.By}, Change{"", "@past", "", in.Past})
	if len(in.Flow) > 0 {
		changes = append(changes, Change{"", "@flow", t.State.flowText(), string(in.Flow)})
	}
	parts, err := in.parts(t.rules)
	if err != nil {
		return err
	}
	changes = append(changes, parts...)
	slices.SortStableFunc(changes, func(a, b Change) int {
		return strings.Compare(a.Of+"\x00"+a.Field, b.Of+"\x00"+b.Field)
	})
	if err := t.apply(changes); err != nil {
		return err
	}
	if in.Random != nil {
		rng, err := readSource(in.Random)
		if err != nil {
			return err
		}
		t.rng = rng
	}
	return nil
}
