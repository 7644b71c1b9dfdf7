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
	"sync"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/internal/savefile"
)

// keptSeat is the token of a seat, in a file that only the user can read. The file is locked while the seat is played,
// so that the same command in a second terminal takes another seat.
type keptSeat struct {
	Server string `json:"server"`
	Game   string `json:"game"`
	Match  string `json:"match"`
	Seat   int    `json:"seat"`
	Name   string `json:"name"`
	Token  string `json:"token"`
	Host   string `json:"host,omitempty"` // the token of the host, if this player created the match

	Commitment string `json:"commitment,omitempty"` // the server's commitment to the seed
	Over       bool   `json:"over,omitempty"`       // the match was over when the player left

	file *os.File
	used time.Time
}

// seatFiles guards the contents of seats: tokens are renewed while a match is played.
var seatFiles sync.Mutex

// renew stores a new token in a field of k.
func (k *keptSeat) renew(field *string, token string) error {
	seatFiles.Lock()
	defer seatFiles.Unlock()
	if k.file == nil {
		return errors.New("the seat was left")
	}
	old := *field
	*field = token
	err := k.write()
	if err != nil {
		*field = old
	}
	return err
}

// keepOver is how long seats of finished matches are kept: a server may restore a backup in which the match is not over.
const keepOver = 30 * 24 * time.Hour

var notInFileNames = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// seatsDir returns the folder for the tokens of seats.
func seatsDir() (string, error) {
	dir, err := console.StateDir()
	return filepath.Join(dir, "seats"), err
}

// seatsOf returns the prefix of the file names for a match.
func seatsOf(p place.Place) string {
	return strings.Trim(notInFileNames.ReplaceAllString(p.String(), "-"), "-")
}

// keepSeat saves the token of a seat.
func keepSeat(p place.Place, k keptSeat) (*keptSeat, error) {
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
	savefile.Lock(k.file)
	return &k, errors.Join(k.file.Chmod(0o600), k.write())
}

// write rewrites the file.
func (k *keptSeat) write() error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	_, err = k.file.WriteAt(text, 0)
	return errors.Join(err, k.file.Truncate(int64(len(text))), k.file.Sync())
}

// allSeats returns the seats taken on a server, the most recently used first. The caller must release them.
func allSeats(base string) (all []*keptSeat) {
	dir, err := seatsDir()
	if err != nil {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*-seat*.json")) // the pattern is valid
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

// sweepSeats deletes the seats of matches that ended long ago.
func sweepSeats(now time.Time) {
	for _, k := range allSeats("") {
		if k.Over && now.Sub(k.used) > keepOver && savefile.Lock(k.file) {
			k.remove()
		}
		k.release()
	}
}

// findSeat returns a seat of the match that was taken here before and is not in use now, or nil. It must have the
// name and seat that were typed, if any. If all such seats are in use, busy is one of them.
func findSeat(p place.Place, name string, seat *int) (free, busy *keptSeat) {
	dir, err := seatsDir()
	if err != nil {
		return nil, nil
	}
	files, _ := filepath.Glob(filepath.Join(dir, seatsOf(p)+"-seat*.json")) // the pattern is valid
	for _, path := range files {
		k := openSeat(path)
		if k == nil {
			continue
		}
		if k.Server == p.Server && k.Match == p.Match && (name == "" || name == k.Name) && (seat == nil || *seat == k.Seat) {
			if savefile.Lock(k.file) {
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

// leave notes whether the match is over, and unlocks the file.
func (k *keptSeat) leave(over bool) {
	if k == nil {
		return
	}
	seatFiles.Lock()
	defer seatFiles.Unlock()
	if k.file != nil {
		k.Over = over
		_ = k.write() // on failure, the old content is good enough
		k.close()
	}
}

// release unlocks the file.
func (k *keptSeat) release() {
	if k == nil {
		return
	}
	seatFiles.Lock()
	defer seatFiles.Unlock()
	k.close()
}

func (k *keptSeat) close() {
	if k.file != nil {
		k.file.Close()
		k.file = nil
	}
}

// remove deletes the file.
func (k *keptSeat) remove() {
	if k != nil && k.file != nil {
		_ = os.Remove(k.file.Name()) // a leftover file does no harm
		k.release()
	}
}
