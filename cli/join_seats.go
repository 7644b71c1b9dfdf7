package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

	file *os.File
}

var unfiled = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// seatsDir is where the secrets of seats are kept.
func seatsDir() (string, error) {
	dir, err := stateDir()
	return filepath.Join(dir, "seats"), err
}

// seatsOf returns what begins the names of the files of a match.
func seatsOf(p place) string {
	return strings.Trim(unfiled.ReplaceAllString(p.String(), "-"), "-")
}

// keepSeat writes the secret of a seat down.
func keepSeat(p place, k keptSeat) (*keptSeat, error) {
	dir, err := seatsDir()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, err
	}
	k.Server, k.Game, k.Match = p.base, p.game, p.id
	k.file, err = os.OpenFile(filepath.Join(dir, fmt.Sprintf("%s-seat%d.json", seatsOf(p), k.Seat)), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	lock(k.file)
	text, err := json.MarshalIndent(k, "", "  ")
	if err == nil {
		err = errors.Join(k.file.Chmod(0o600), write(k.file, append(text, '\n')))
	}
	return &k, err
}

func write(f *os.File, text []byte) error {
	_, err := f.Write(text)
	return errors.Join(err, f.Sync())
}

// findSeat returns a seat of the match that was taken here before and is not played at the moment,
// nil if there is none. A name or a seat that was typed must be that one's.
func findSeat(p place, name string, seat *int) *keptSeat {
	dir, err := seatsDir()
	if err != nil {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(dir, seatsOf(p)+"-seat*.json")) // the pattern has no errors
	for _, path := range files {
		k := openSeat(path)
		if k == nil {
			continue
		}
		if k.Server == p.base && k.Match == p.id && (name == "" || name == k.Name) && (seat == nil || *seat == k.Seat) && lock(k.file) {
			return k
		}
		k.release()
	}
	return nil
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
	return k
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
