package load

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// glance is what a client looks at in a message.
type glance struct {
	Type   string
	Seq    int
	Over   bool
	ToAct  []game.Seat
	Stages []stage
}

type stage struct{ Changes []game.Change }

// look reads a message. A client that has a plan needs nothing but the beginning of an update.
func look(text []byte, planned bool) (g glance, err error) {
	r := reader{rest: string(text)}
	if g, ok := r.update(planned); ok && (planned || json.Valid(text)) {
		return g, nil
	}
	return g, json.Unmarshal(text, &g)
}

// reader reads an update as the server writes it, without the time that package json takes. It gives up where anything is
// not as usual.
type reader struct{ rest string }

func (r *reader) update(planned bool) (g glance, ok bool) {
	g.Type = "update"
	if g.Seq, ok = r.number(`{"type":"update","seq":`); !ok || planned {
		g.Over = ok && strings.Contains(r.rest, `"over":true`)
		return g, ok
	}
	if _, ok = r.number(`,"from":`); !ok || !r.is(`,"mark":`) {
		return g, false
	}
	if _, ok = r.text(); !ok || !r.is(`,"toAct":[`) {
		return g, false
	}
	for !r.is(`]`) {
		seat, ok := r.number("")
		if !ok || !r.is(`,`) && !strings.HasPrefix(r.rest, `]`) {
			return g, false
		}
		g.ToAct = append(g.ToAct, game.Seat(seat))
	}
	if !r.is(`,"over":false,"stages":[{"changes":[`) {
		return g, false
	}
	x := stage{make([]game.Change, 0, 16)}
	for {
		c, ok := r.change()
		if !ok {
			return g, false
		}
		if x.Changes = append(x.Changes, c); r.is(`]`) {
			break
		}
		if !r.is(`,`) {
			return g, false
		}
	}
	g.Stages = []stage{x}
	return g, r.is(`}],"events":`) || r.is(`,"labels":`) && r.only(`}],"events":`)
}

// only reports whether there is one stage: the object of labels, which has texts alone, is followed by this.
func (r *reader) only(next string) bool {
	i := strings.IndexByte(r.rest, '}')
	return i >= 0 && !strings.ContainsRune(r.rest[:i], '\\') && strings.HasPrefix(r.rest[i+1:], next)
}

func (r *reader) change() (c game.Change, ok bool) {
	field := func(key string, to *string) bool {
		if ok = r.is(key); ok {
			*to, ok = r.text()
		}
		return ok
	}
	if !r.is(`{`) {
		return c, false
	}
	if field(`"of":`, &c.Of) && !r.is(`,`) || !field(`"field":`, &c.Field) {
		return c, false
	}
	field(`,"was":`, &c.Was)
	field(`,"is":`, &c.Is)
	return c, r.is(`}`)
}

// is reads what must be there.
func (r *reader) is(text string) (ok bool) {
	r.rest, ok = strings.CutPrefix(r.rest, text)
	return ok
}

// number reads a number after something that must be there.
func (r *reader) number(after string) (int, bool) {
	if !r.is(after) {
		return 0, false
	}
	end := 0
	for end < len(r.rest) && r.rest[end] >= '0' && r.rest[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(r.rest[:end])
	r.rest = r.rest[end:]
	return n, err == nil
}

// text reads a text in which nothing is escaped.
func (r *reader) text() (string, bool) {
	if !r.is(`"`) {
		return "", false
	}
	end := strings.IndexByte(r.rest, '"')
	if end < 0 || strings.IndexByte(r.rest[:end], '\\') >= 0 {
		return "", false
	}
	text := r.rest[:end]
	r.rest = r.rest[end+1:]
	return text, true
}
