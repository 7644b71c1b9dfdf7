package words

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
)

// Unreachable returns the error of a request to a server that did not respond, without what only programmers read.
func Unreachable(err error) error {
	server := "the server"
	if u, is := errors.AsType[*url.Error](err); is {
		err = u.Err
		if at, wrong := url.Parse(u.URL); wrong == nil {
			server += " at " + at.Host
		}
	}
	if dns, is := errors.AsType[*net.DNSError](err); is && dns.IsNotFound {
		return fmt.Errorf("there is no host %s", dns.Name)
	}
	if code, is := errors.AsType[syscall.Errno](err); is {
		err = code
	}
	return fmt.Errorf("%s does not respond: %w", server, err)
}
