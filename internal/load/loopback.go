package load

import (
	"fmt"
	"net"
	"net/url"

	"github.com/plygame/ply/internal/words"
)

// Loopback refuses to load other machines.
func Loopback(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Host == "" {
		return fmt.Errorf("--url: %q is not an address like http://127.0.0.1:8080", words.Clip(address))
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--url: %s is another machine; only servers on this machine can be loaded",
			words.Clip(u.Hostname()))
	}
	return nil
}
