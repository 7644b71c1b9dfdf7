package server

import (
	"testing"
	"time"

	"github.com/plygame/ply/match"
)

// A player was last there when the latest of these was: the server started, their connection ended, they joined or moved.
func TestLastHere(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	at := func(minute int) time.Time { return noon.Add(time.Duration(minute) * time.Minute) }
	log := func(minutes ...int) (all []match.Entry) {
		for _, m := range minutes {
			all = append(all, match.Entry{Kind: match.Moved, Seat: 1, At: at(m)}, match.Entry{Kind: match.Moved, Seat: 0, At: at(m + 20)})
		}
		return all
	}
	for _, c := range []struct {
		started, connected int
		log                []match.Entry
		want               int
	}{
		{5, 0, nil, 5}, {5, 7, nil, 7}, {5, 0, log(1, 9), 9}, {5, 11, log(1, 9), 11}, {15, 11, log(1, 9), 15},
	} {
		if got := lastHere(1, at(c.started), at(c.connected), c.log); !got.Equal(at(c.want)) {
			t.Errorf("%+v: %s", c, got.Sub(noon))
		}
	}
}
