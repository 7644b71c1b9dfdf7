package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits counts what each address uses.
type limits struct {
	config Config

	mu        sync.Mutex
	all       int // open connections
	addresses map[string]*usage
}

// usage is what an address uses.
type usage struct {
	sockets  int // open WebSockets
	plain    int // other open connections
	watched  int // matches between bots that play for it
	creates  *rate.Limiter
	requests *rate.Limiter
	messages *rate.Limiter
	input    *rate.Limiter // bytes from WebSockets
	used     time.Time
}

func newLimits(c Config) *limits { return &limits{config: c, addresses: map[string]*usage{}} }

// bytesPerMessage is the average size of messages that a client can send at its full rate.
const bytesPerMessage = 1 << 10

// input returns a limit for the bytes of messages that come at a rate.
func input(perSecond float64, maxMessage int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(perSecond*bytesPerMessage),
		max(4*maxMessage, int(min(perSecond, 1e5))*bytesPerMessage))
}

func (l *limits) usageOf(address string) *usage {
	u := l.addresses[address]
	if u == nil {
		c := &l.config
		u = &usage{
			creates:  rate.NewLimiter(rate.Limit(c.CreateRate), int(10*c.CreateRate)+1),
			requests: rate.NewLimiter(rate.Limit(c.RequestRate), int(10*c.RequestRate)+1),
			messages: rate.NewLimiter(rate.Limit(c.AddressRate), int(2*c.AddressRate)+1),
			input:    input(c.AddressRate, c.MaxMessage),
		}
		l.addresses[address] = u
	}
	u.used = time.Now()
	return u
}

// enter counts another WebSocket from an address, and returns nil if there are too many.
func (l *limits) enter(address string) *usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	u := l.usageOf(address)
	if l.all >= l.config.MaxConnections || u.sockets+u.plain > l.config.MaxPerAddress || u.sockets >= l.config.MaxPerAddress {
		return nil
	}
	l.all++
	u.sockets++
	return u
}

func (l *limits) leave(u *usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	u.sockets--
	u.used = time.Now()
}

// allowCreate reports whether an address may create another match or take another seat.
func (l *limits) allowCreate(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usageOf(address).creates.Allow()
}

// allowRequest reports whether an address may send another request, which counts as this many.
func (l *limits) allowRequest(address string, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.usageOf(address).requests
	return r.AllowN(time.Now(), min(n, r.Burst()))
}

// maxWatched is how many matches between bots alone play for the spectators from one address.
const maxWatched = 3

// beginWatched reports whether another match between bots may play for an address.
func (l *limits) beginWatched(u *usage) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if u.watched >= maxWatched {
		return false
	}
	u.watched++
	return true
}

func (l *limits) endWatched(u *usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	u.watched--
}

// forget drops addresses without recent requests.
func (l *limits) forget(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for a, u := range l.addresses {
		if u.sockets+u.plain+u.watched == 0 && now.Sub(u.used) > 10*time.Minute {
			delete(l.addresses, a)
		}
	}
}

// ConnState counts the connections of an http.Server that serves this Server, and closes those beyond the limits. Use
// it as [http.Server.ConnState]; without it, only WebSockets are counted.
func (s *Server) ConnState(c net.Conn, state http.ConnState) {
	host, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	address, err := netip.ParseAddr(host)
	if err != nil || s.trusts(address) {
		return
	}
	l := s.limits
	l.mu.Lock()
	defer l.mu.Unlock()
	u := l.usageOf(network(address))
	switch state {
	case http.StateNew:
		l.all++
		if u.plain++; l.all > l.config.MaxConnections || u.sockets+u.plain > l.config.MaxPerAddress {
			s.metrics.turnedAway.Inc()
			c.Close() // StateClosed follows
		}
	case http.StateHijacked, http.StateClosed:
		l.all--
		u.plain--
	}
}

// clientOf returns the address of the client of a request, and what limits count it as. Trusted proxies are believed:
// X-Forwarded-For is read from the right, up to the first address that is not one of them.
func (s *Server) clientOf(r *http.Request) (netip.Addr, string) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	address, err := netip.ParseAddr(host)
	local := r.RemoteAddr == "@" || r.RemoteAddr == "" // a socket of this machine: the server that isolates a game
	if err != nil && !local {
		return address, host
	}
	if !local && !s.trusts(address) {
		return address, network(address)
	}
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(said) {
		before, err := netip.ParseAddr(strings.TrimSpace(text))
		if err != nil {
			break
		}
		if address = before; !s.trusts(address) {
			break
		}
	}
	return address, network(address)
}

// trusts reports whether an address is that of a trusted proxy.
func (s *Server) trusts(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// network returns what limits count an address as: itself, or its /64 network for IPv6, which one customer has whole.
func network(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		p, _ := a.Prefix(64)
		return p.String()
	}
	return a.String()
}
