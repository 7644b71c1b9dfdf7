package words

import "regexp"

// misreadings are the messages of the parser of command lines, and how people put it.
var misreadings = []struct {
	said  *regexp.Regexp
	words string
}{
	{regexp.MustCompile(`^unexpected argument (.*), did you mean "(.*)"\?$`), `unknown command or argument $1; did you mean $2?`},
	{regexp.MustCompile(`^unexpected argument (.*)$`), `unknown command or argument $1`},
	{regexp.MustCompile(`^.*expected one of ("list".*), \.\.\.$`), `which command? There are $1 and more`},
	{regexp.MustCompile(`^(?:\w+: )?expected "<(.*)>"$`), `<$1> is missing`},
	{regexp.MustCompile(`^missing flags: (--\S+?)=.*$`), `$1 is missing`},
	{regexp.MustCompile(`^(--\S+): expected a valid \d+ bit u?int but got (.*)$`), `$1 needs a whole number, not $2`},
	{regexp.MustCompile(`^(--\S+): expected a float but got (".*") \(string\)$`), `$1 needs a number, not $2`},
	{regexp.MustCompile(`^(--\S+): expected duration but got (".*?"):.*$`), `$1 needs a time such as 5m, not $2`},
	{regexp.MustCompile(`^(--\S+): expected "<key>=<value>" but got (".*")$`), `$1 needs NAME=VALUE, not $2`},
	{regexp.MustCompile(`^(--\S+): expected .* value but got "(-.*)" \(short flag\);.*$`), `$1: a value with a minus needs a =, as in $1=$2`},
	{regexp.MustCompile(`^(?:--\S+: )?(--\S+): expected u?int value but got "EOL" .*$`), `$1 needs a whole number`},
	{regexp.MustCompile(`^(?:--\S+: )?(--\S+): expected duration value but got "EOL" .*$`), `$1 needs a time such as 5m`},
	{regexp.MustCompile(`^(?:--\S+: )?(--\S+): expected .* value but got "EOL" .*$`), `$1 needs a value`},
}

// Misread returns the message of the parser of command lines in words for people.
func Misread(text string) string {
	for _, m := range misreadings {
		if m.said.MatchString(text) {
			return m.said.ReplaceAllString(text, m.words)
		}
	}
	return text
}
