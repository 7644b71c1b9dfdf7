package host

import (
	"fmt"
	"net"
	"strconv"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
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
	return ", by " + words.List(all, "or")
}

// greet says where the server is, where the matches are, and how it ends.
func (h *host) greet(all []*game.Rules) {
	if h.moved {
		h.con.Note("%s is taken, so the server takes a free port.", *h.Address)
	}
	h.con.Printf("%s serves %s. To play, open\n\n  %s\n\n", h.con.Bold("Ply"), words.Plural(len(all), "game"), h.con.Bold(h.url()))
	if h.listener.Addr().(*net.TCPAddr).IP.IsUnspecified() {
		h.con.Printf("Whoever reaches this machine can play there%s.\n", h.elsewhere())
	}
	if *h.Memory {
		h.con.Printf("The matches are in memory only: they are gone when the server ends.\n")
	} else if h.fresh {
		h.con.Printf("The matches are in %s (new file)\n", *h.Data)
	} else {
		h.con.Printf("The matches are in %s\n", *h.Data)
	}
	if *h.Judge != "" {
		h.con.Printf("There is a judge, who sees everything.\n")
	}
	h.con.Printf("To play from a terminal: %s join %s\n", console.Command(), h.url())
	h.con.Printf("Ctrl-C ends the server. %s says what else there is.\n", console.Command()+" help")
}
