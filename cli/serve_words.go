package cli

import (
	"fmt"
	"net"
	"strconv"

	"github.com/plygame/ply/games"
)

// elsewhere says by which addresses other machines reach the server, if there are any.
func (h *host) elsewhere() string {
	port := h.listener.Addr().(*net.TCPAddr).Port
	addresses, _ := net.InterfaceAddrs()
	var all []string
	for _, a := range addresses {
		if of, is := a.(*net.IPNet); is && of.IP.To4() != nil && of.IP.IsGlobalUnicast() {
			all = append(all, fmt.Sprintf("http://%s", net.JoinHostPort(of.IP.String(), strconv.Itoa(port))))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return ", by " + joined(all, "or")
}

// greet says where the server is, where the matches are, and how it ends.
func (h *host) greet(all games.Catalogue) {
	if h.moved {
		h.con.note("%s is taken, so the server takes a free port.", *h.Address)
	}
	h.con.printf("%s serves %s. To play, open\n\n  %s\n\n", h.con.bold("Ply"), plural(len(all), "game"), h.con.bold(h.url()))
	if h.listener.Addr().(*net.TCPAddr).IP.IsUnspecified() {
		h.con.printf("Whoever reaches this machine can play there%s.\n", h.elsewhere())
	}
	if *h.Memory {
		h.con.printf("The matches are in memory only: they are gone when the server ends.\n")
	} else if h.fresh {
		h.con.printf("The matches are in %s (new file)\n", *h.Data)
	} else {
		h.con.printf("The matches are in %s\n", *h.Data)
	}
	if *h.Judge != "" {
		h.con.printf("There is a judge, who sees everything.\n")
	}
	h.con.printf("To play from a terminal: %s join %s\n", self(), h.url())
	h.con.printf("Ctrl-C ends the server. %s says what else there is.\n", self()+" help")
}
