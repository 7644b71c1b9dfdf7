package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/plygame/ply/game"
)

// Glance is the part of a message that load tests read.
type Glance struct {
	Type   string
	Seq    int
	Over   bool
	ToAct  []game.Seat
	Stages []struct{ Changes []game.Change }
}

// GlanceAt reads a message. If beginning is set, it reads only the start of an update and does not set ToAct and
// Stages. It never reads the events of an update or the fields after them.
func GlanceAt(text []byte, beginning bool) (g Glance, err error) {
	if bytes.HasPrefix(text, []byte(`{"type":"presence",`)) && bytes.HasSuffix(text, []byte("}")) {
		return Glance{Type: "presence"}, nil
	}
	read := text
	if beginning {
		read = text[:min(len(text), 200)] // enough for seq and over
	} else if before, _, found := bytes.Cut(text, []byte(`"events":`)); found {
		read = text[:len(before)+len(`"events":`)]
	}
	s := scanner{string(read)}
	if g, ok := s.answer(); ok {
		return g, nil
	}
	if g, ok := s.update(beginning); ok && (beginning || bytes.HasSuffix(text, []byte("}"))) {
		return g, nil
	}
	return g, json.Unmarshal(text, &g)
}

// answer reads an answer with no fields but re and seq.
func (s *scanner) answer() (g Glance, ok bool) {
	if _, ok = s.number(`{"type":"answer","re":`); !ok {
		return g, false
	}
	g.Type = "answer"
	g.Seq, ok = s.number(`,"seq":`)
	return g, ok && s.rest == "}"
}

// update reads an update with one stage, as Message.Encode writes it. It does not read the outcome.
func (s *scanner) update(beginning bool) (g Glance, ok bool) {
	g.Type = "update"
	if g.Seq, ok = s.number(`{"type":"update","seq":`); !ok || beginning {
		g.Over = ok && strings.Contains(s.rest, `"over":true`)
		return g, ok
	}
	if _, ok = s.number(`,"from":`); !ok || !s.is(`,"mark":`) {
		return g, false
	}
	if _, ok = s.text(); !ok || !s.is(`,"toAct":[`) {
		return g, false
	}
	for !s.is(`]`) {
		seat, ok := s.number("")
		if !ok || !s.is(`,`) && !strings.HasPrefix(s.rest, `]`) {
			return g, false
		}
		g.ToAct = append(g.ToAct, game.Seat(seat))
	}
	if g.Over = s.is(`,"over":true`); g.Over {
		s.rest = s.rest[max(0, strings.Index(s.rest, `,"stages":[`)):] // skip the outcome
	} else if !s.is(`,"over":false`) {
		return g, false
	}
	if !s.is(`,"stages":[{"changes":[`) {
		return g, false
	}
	changes := make([]game.Change, 0, strings.Count(s.rest, "{"))
	for {
		c, ok := s.change()
		if !ok {
			return g, false
		}
		if changes = append(changes, c); s.is(`]`) {
			break
		}
		if !s.is(`,`) {
			return g, false
		}
	}
	g.Stages = []struct{ Changes []game.Change }{{changes}}
	if s.is(`,"labels":{`) && !s.labels() || s.is(`,"derived":`) && !s.skip() {
		return g, false
	}
	return g, s.is(`}],"events":`)
}

func (s *scanner) change() (c game.Change, ok bool) {
	field := func(key string, to *string) bool {
		if ok = s.is(key); ok {
			*to, ok = s.text()
		}
		return ok
	}
	if !s.is(`{`) || field(`"of":`, &c.Of) && !s.is(`,`) || !field(`"field":`, &c.Field) {
		return c, false
	}
	field(`,"was":`, &c.Was)
	field(`,"is":`, &c.Is)
	return c, s.is(`}`)
}

// labels skips the rest of an object whose values are strings.
func (s *scanner) labels() bool {
	for {
		if _, ok := s.text(); !ok || !s.is(`:`) {
			return false
		}
		if _, ok := s.text(); !ok {
			return false
		}
		if s.is(`}`) {
			return true
		}
		if !s.is(`,`) {
			return false
		}
	}
}
