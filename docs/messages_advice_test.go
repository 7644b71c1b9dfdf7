package docs_test

// whatNow is advice on messages that need it, by their text in messages.md.
var whatNow = map[string]string{
	// Refusals and reasons.
	"… cannot be chosen":                                    "The pick does not offer this value now. `State.Offers` lists the values, with the reason for each one that cannot be chosen; `State.Trace` does so for a whole seat.",
	"there is no … for it":                                  "After this value, a later pick refuses everything. `State.Offers` of the draft with this value shows why.",
	"the move cannot be completed with it":                  "After this value, every continuation fails at a later pick or at `Check`. `State.Offers` of the draft with this value shows the next pick.",
	"it must be chosen":                                     "The move ends before this pick. Write the action and then each pick, in the order of `Action.Pick`; `-` skips a pick that is `Optional`.",
	"a move is an action followed by its picks, like: …":    "Words are split at spaces. Join several values of one pick with `+`, and quote a value that contains spaces.",
	"pick … takes free text, so its moves cannot be listed": "`Moves`, `Perft`, `ply simulate` and random bots need a list of moves. Use a `List` instead of the `Text`, or do without them.",
	"the view was loaded or changed, so its moves cannot be translated: choose them on a View of the state": "`Real` needs the state behind the view. Send the move as text to the program that has the state, and play it on `State.View` there.",
	"the record was made with different rules for …, or other options (digest …, here …)":                   "The digest covers everything that the rules declare, so changing a name is enough. Replay the record with the rules that made it; it contains their version and options.",
	"its hash is …, but the record has …":                                                                   "The same moves now lead to a different state: `Do`, an effect or the setup has changed, or depends on something outside the state. `gametest.Check` finds the latter.",
	"Rules.Fits rejected … deals: none matches what … been told":                                            "Either `Rules.Fits` demands more than the seat can know, or `Rules.Guess` must build deals that fit.",
	"there is no memory of what … known: the state comes from a Fork that did not Record":                   "Call `Fork.Record(true)` before the moves, or re-deal from a played State.",

	// Faults.
	"a read-only function (…) changed the state; use Try to try something out":                                                                    "Move the change into `Do` or `Then`.",
	"pick \"…\" is read before it is chosen: it belongs to another action, or comes later in this one":                                            "The `If` of an action runs before all picks; a `From` can read only the picks before its own.",
	"place \"…\" is not on the table: it is not in Rules.Layout, or the rules are not checked yet":                                                "A place gets its ID when the rules are checked. Use it inside the functions of the rules, not while you build them.",
	"no seat can do anything, but the game has no outcome: end it earlier, or add Rules.Stuck or Rules.Deadlock":                                  "`Stuck` is called for a seat that can do nothing, `Deadlock` if no seat can. `Stuck: (*game.Tx).Tie` makes it a draw.",
	"the flow runs more than … steps without waiting for a move":                                                                                  "The lines below name the steps. A loop repeats without a seat that can act: give it a `Max` or a `While`, or end the game.",
	"the flow has ended, but the game has no outcome: set one in the last step, or repeat the steps with a Loop":                                  "Call `Win`, `Tie`, `Score` or `Rank` in a `Run`, in the `End` of the last phase, or in `Rules.End`.",
	"in step \"…\", … can do nothing but must make … moves: lower Min, or add Rules.Stuck":                                                        "With `Max: 1` and no `Min`, a seat that can do nothing is skipped.",
	"… hides … from …, but a re-deal has no way to make up what else it could be: it was never shuffled with others, and there is no Rules.Guess": "A re-deal exchanges hidden things that were shuffled together. Shuffle the place in the setup, or write `Rules.Guess`: [hidden.md](hidden.md#re-deal).",
	"element … is …, but …": "The element was removed earlier in the same move, perhaps by a hook, or an ID was stored outside the state. Store IDs in a `Part`.",
	"hooks (Enter, Leave) and Try are nested more than … deep: maybe one triggers itself": "An `Enter` that moves something into its own place is called again.",

	// Mistakes in rules.
	"it is already used by other Rules; build the rules in a function, so that each has its own":                                   "Actions, picks, places and effects belong to one `Rules`; only Parts may be shared. Make them inside `func New() *game.Rules`.",
	"part \"…\" is hidden (Seen), but a re-deal has no way to make up its values: declare it Rolled or Chosen, or add Rules.Guess": "Bots and the law \"leaks\" need re-deals, which draw everything again that a seat cannot know: [hidden.md](hidden.md#re-deal).",
	"part \"…\" is Private, but a re-deal has no way to make up its values for the other seats: add Rules.Guess":                   "`Guess` gets the seat that looks, and sets values that the other seats could have: anything plausible, or nothing.",
	"the check stopped at: ……": "A function that `Check` calls, such as `Lay` of a `Layout`, has panicked. The file and line are in your code.",

	// Saves, records and changes.
	"it was modified after it was written":                                        "A save has a checksum and cannot be edited. Load it, play, and save again.",
	"it was made with different rules for …, or other options (digest …, here …)": "A save needs exactly the rules that made it. Keep them as an older version, or replay a record.",
	"they were made from a different state":                                       "Changes lead from one state to the next. Get the changes since the state you have, or the whole view.",
	"replay stopped before move … (… of …): …":                                    "All earlier moves match. `ply replay --moves` shows the position there.",
	"Make of … was called with …, but the Options of its result have …":           "`Make` must build the rules from the values it gets, and set them with `Option.Is`.",

	// Broken laws.
	"played again, the hash is …; it was …":        "The rules depend on something outside the state: a variable that changes, the clock, the order of a map, `math/rand`.",
	"in a second process the hashes are ⏎ … ⏎ not": "The usual cause is the order of a map, or a pointer that became a number.",
	"…: after \"…\" by …, … receives ⏎   … ⏎ but if what it cannot see were different, it would receive ⏎   … ⏎ (…)": "The two lines show what the observer receives in each case. If everyone may know it, use `Tx.Announce`: [leaks.md](leaks.md).",
	"whether … can do \"…\" depends on what it does not see: … (…)":                                                  "A `From`, `If` or `Check` reads something that is hidden from its own seat.",
	"re-dealt for …, in many states with many seeds, what is hidden from it never changes":                           "Either there is only one possibility, so it is not a secret, or `Guess` and `Fits` leave no other.",
	"it is not over after … moves": "Random play can take much longer than people do. Raise `Config.MaxMoves`, or end the game by a rule, such as a limit on moves or repetition.",

	// Commands.
	"cannot replay it; do the rules keep something in Go variables, or use time, the order of a map or other random numbers? …": "A test with `gametest.Check` finds the shortest game that shows it.",
	"There are secrets, but not one pair could be compared, so the result is unknown.":                                          "Play more games with `-n`. If every pair was set aside, the table above shows why.",
}
