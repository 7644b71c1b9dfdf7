package terminal

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/plygame/ply/internal/words"
)

// Place is where a match is: a server, and there a game and the id of a match, as far as they are
// known.
type Place struct{ Server, Game, Match string }

// ParsePlace reads an address: of a server, a game or a match there, in full or as HOST/GAME/MATCH.
func ParsePlace(text string) (p Place, err error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "":
		return p, fmt.Errorf("%q is no address of a server, such as http://localhost:8080", words.Clip(text))
	case u.Scheme == "ws" || u.Scheme == "wss":
		u.Scheme = "http" + strings.TrimPrefix(u.Scheme, "ws")
	case u.Scheme != "http" && u.Scheme != "https":
		return p, fmt.Errorf("%q begins with %s; it takes http or https", words.Clip(text), u.Scheme)
	}
	p.Server = u.Scheme + "://" + u.Host
	front, rest, api := strings.Cut(u.Path, "/api/games")
	if !api {
		front, rest = "", u.Path
	}
	p.Server += strings.TrimRight(front, "/")
	parts := strings.FieldsFunc(rest, func(r rune) bool { return r == '/' })
	switch len(parts) {
	case 2:
		p.Game, p.Match = parts[0], parts[1]
	case 1:
		p.Game = parts[0]
	case 0:
	default:
		return p, fmt.Errorf("%q is no address of a match: that is HOST/GAME/MATCH", words.Clip(text))
	}
	return p, nil
}

// String is the place as it is typed, in short if it can be.
func (p Place) String() string {
	short, plain := strings.CutPrefix(p.Server, "http://")
	if !plain || strings.Contains(short, "/") {
		return p.URL()
	}
	return strings.TrimRight(short+"/"+p.Game+"/"+p.Match, "/")
}

// loopback returns the host and port of a server that only this machine reaches by that address.
func (p Place) loopback() (host, port string, is bool) {
	u, err := url.Parse(p.Server)
	if err != nil {
		return "", "", false
	}
	host = u.Hostname()
	ip := net.ParseIP(host)
	return host, cmp.Or(u.Port(), "80"), strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// URL is the place in full.
func (p Place) URL() string {
	return strings.TrimRight(p.Server+"/api/games/"+p.Game+"/"+p.Match, "/")
}
