package store

import (
	"context"
	"database/sql"
)

// Set runs f on the writing connection, which is dropped if it fails.
func (s *SQLite) Set(pragma string) error {
	return s.submit(context.Background(), func(st *statements) error {
		_, err := st.exec(pragma)
		return err
	})
}

var EncodeMove = encodeMove

var Checksum = checksum

// SQLOf returns the SQL of a query.
func SQLOf(q Query) (string, []any) { return q.sql() }

// HoldLists takes all connections for lists, as many long lists do, until the function that it returns is called.
func (s *SQLite) HoldLists(ctx context.Context) (release func(), err error) {
	var held []*sql.Conn
	release = func() {
		for _, c := range held {
			c.Close()
		}
	}
	for range s.lists.Stats().MaxOpenConnections {
		c, err := s.lists.Conn(ctx)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, c)
	}
	return release, nil
}
