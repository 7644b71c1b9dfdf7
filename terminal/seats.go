package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/plygame/ply/internal/console"
)

// keptSeat is the secret of a seat, in a file that only its owner can read. While the seat is played
// the file is locked, so that the same command in a second terminal takes another seat.
type keptSeat struct {
	Server string `json:"server"`
	Game   string `json:"game"`
	Match  string `json:"match"`
	Seat   int    `json:"seat"`
	Name   string `json:"name"`
	Token  string `json:"token"`
	Host   string `json:"host,omitempty"` // the secret of who has made the match

	Commitment string `json:"commitment,omitempty"` // what the server published of the seed
	Over       bool   `json:"over,omitempty"`       // it was when the match was left

	file *os.File
	used time.Time
}

// keepOver is how long the seats of matches that are over are kept: a server may go back to a copy in
// which they go on.
const keepOver = 30 * 24 * time.Hour

var unfiled = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// seatsDir is where the secrets of seats are kept.
func seatsDir() (string, error) {
	dir, err := console.StateDir()
	return filepath.Join(dir, "seats"), err
}

// seatsOf returns what begins the names of the files of a match.
func seatsOf(p Place) string {
	return strings.Trim(unfiled.ReplaceAllString(p.String(), "-"), "-")
}

// keepSeat writes the secret of a seat down.
func keepSeat(p Place, k keptSeat) (*keptSeat, error) {
	dir, err := seatsDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, err
	}
	k.Server, k.Game, k.Match = p.Server, p.Game, p.Match
	k.file, err = os.OpenFile(filepath.Join(dir, fmt.Sprintf("%s-seat%d.json", seatsOf(p), k.Seat)), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	lock(k.file)
	return &k, errors.Join(k.file.Chmod(0o600), k.write())
}

// write writes the file anew.
func (k *keptSeat) write() error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	_, err = k.file.WriteAt(text, 0)
	return errors.Join(err, k.file.Truncate(int64(len(text))), k.file.Sync())
}

// allSeats returns the seats that were taken at a server, those used last first. They must be released.
func allSeats(base string) (all []*keptSeat) {
	dir, err := seatsDir()
	if err != nil {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*-seat*.json")) // the pattern has no errors
	for _, path := range files {
		k := openSeat(path)
		switch {
		case k == nil:
		case base == "" || k.Server == base:
			all = append(all, k)
		default:
			k.release()
		}
	}
	slices.SortStableFunc(all, func(a, b *keptSeat) int { return b.used.Compare(a.used) })
	return all
}

// sweepSeats forgets the seats of matches that have long been over.
func sweepSeats(now time.Time) {
	for _, k := range allSeats("") {
		if k.Over && now.Sub(k.used) > keepOver && lock(k.file) {
			k.remove()
		}
		k.release()
	}
}

// findSeat returns a seat of the match that was taken here before and is not played at the moment,
// nil if there is none. A name or a seat that was typed must be that one's. If all that fit are played
// at the moment, busy is one of them.
func findSeat(p Place, name string, seat *int) (free, busy *keptSeat) {
	dir, err := seatsDir()
	if err != nil {
		return nil, nil
	}
	files, _ := filepath.Glob(filepath.Join(dir, seatsOf(p)+"-seat*.json")) // the pattern has no errors
	for _, path := range files {
		k := openSeat(path)
		if k == nil {
			continue
		}
		if k.Server == p.Server && k.Match == p.Match && (name == "" || name == k.Name) && (seat == nil || *seat == k.Seat) {
			if lock(k.file) {
				return k, nil
			}
			busy = k
		}
		k.release()
	}
	return nil, busy
}

func openSeat(path string) *keptSeat {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	k := new(keptSeat)
	if err := json.NewDecoder(f).Decode(k); err != nil || k.Token == "" {
		f.Close()
		return nil
	}
	k.file = f
	if about, err := f.Stat(); err == nil {
		k.used = about.ModTime()
	}
	return k
}

// leave lets others have the seat's file, in which it stands whether the match is over.
func (k *keptSeat) leave(over bool) {
	if k != nil && k.file != nil {
		k.Over = over
		_ = k.write() // it is as good as it was
		k.release()
	}
}

// release lets others have the seat's file.
func (k *keptSeat) release() {
	if k != nil && k.file != nil {
		k.file.Close()
		k.file = nil
	}
}

// remove forgets the seat.
func (k *keptSeat) remove() {
	if k != nil && k.file != nil {
		_ = os.Remove(k.file.Name()) // one that stays does no harm
		k.release()
	}
}
