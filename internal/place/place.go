// Package place has the addresses of matches as people type them.
package place

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/plygame/ply/internal/words"
)

// Place is the address of a match: its server, game and ID. Game and Match may be "".
type Place struct{ Server, Game, Match string }

// Parse parses the address of a server, a game or a match, as a URL or as HOST/GAME/MATCH.
func Parse(text string) (p Place, err error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "":
		return p, fmt.Errorf("%q is not the address of a server, such as http://localhost:8080", words.Clip(text))
	case u.Scheme == "ws" || u.Scheme == "wss":
		u.Scheme = "http" + strings.TrimPrefix(u.Scheme, "ws")
	case u.Scheme != "http" && u.Scheme != "https":
		return p, fmt.Errorf("%q begins with %s; it must begin with http or https", words.Clip(text), u.Scheme)
	}
	p.Server = u.Scheme + "://" + u.Host
	front, rest, api := strings.Cut(u.Path, "/api/games")
	if !api {
		front, rest, api = cutPages(u.Path)
	}
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
		return p, fmt.Errorf("%q is not the address of a match (HOST/GAME/MATCH)", words.Clip(text))
	}
	return p, nil
}

// cutPages cuts the path of a page in the browser at /games, below which all of them are.
func cutPages(path string) (front, rest string, is bool) {
	if front, rest, is = strings.Cut(path, "/games/"); !is {
		front, is = strings.CutSuffix(path, "/games")
	}
	return front, rest, is
}

// String returns the address as people type it, in the short form if possible.
func (p Place) String() string {
	short, plain := strings.CutPrefix(p.Server, "http://")
	if !plain || strings.Contains(short, "/") {
		return p.URL()
	}
	return strings.TrimRight(short+"/"+p.Game+"/"+p.Match, "/")
}

// Loopback returns the host and port of the server, if only this machine can reach that address.
func (p Place) Loopback() (host, port string, is bool) {
	u, err := url.Parse(p.Server)
	if err != nil {
		return "", "", false
	}
	host = u.Hostname()
	ip := net.ParseIP(host)
	return host, cmp.Or(u.Port(), "80"), strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// URL returns the full address.
func (p Place) URL() string {
	return strings.TrimRight(p.Server+"/api/games/"+p.Game+"/"+p.Match, "/")
}
