package host

import (
	"net"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// otherAddresses lists the addresses at which other machines reach the server, if any.
func (h *host) otherAddresses() string {
	scheme, _, _ := strings.Cut(h.url(), ":")
	port := h.listener.Addr().(*net.TCPAddr).Port
	addresses, _ := net.InterfaceAddrs()
	var all []string
	for _, a := range addresses {
		if of, is := a.(*net.IPNet); is && of.IP.To4() != nil && of.IP.IsGlobalUnicast() {
			all = append(all, scheme+"://"+net.JoinHostPort(of.IP.String(), strconv.Itoa(port))+h.base())
		}
	}
	if len(all) == 0 {
		return ""
	}
	return " at " + words.List(all, "or")
}

// greet prints the address of the server, where matches are stored, and how to stop it.
func (h *host) greet(all []*game.Rules) {
	if h.moved {
		h.con.Note("%s is in use, so the server uses a free port instead.", *h.Address)
	}
	h.con.Printf("%s serves %s. To play, open\n\n  %s\n\n", h.con.Bold("Ply"), words.Plural(len(all), "game"),
		h.con.Bold(h.url()))
	if h.listener.Addr().(*net.TCPAddr).IP.IsUnspecified() {
		h.con.Printf("Other machines can connect%s.\n", h.otherAddresses())
	}
	if *h.Memory {
		h.con.Printf("Matches are kept in memory only and are lost when the server stops.\n")
	} else if h.fresh {
		h.con.Printf("Matches are stored in %s (new file)\n", *h.Data)
	} else {
		h.con.Printf("Matches are stored in %s\n", *h.Data)
	}
	if *h.Judge != "" {
		h.con.Printf("A judge is enabled: anyone with its secret sees everything.\n")
	}
	if h.adminListener != nil {
		h.con.Printf("The operator's page is at http://%s; its password is the admin secret.\n", h.adminListener.Addr())
	}
	h.con.Printf("To play in a terminal: %s join %s\n", console.Command(), h.pages())
	h.con.Printf("Press Ctrl-C to stop the server. Run %s for all commands.\n", console.Command()+" help")
}
