package docs_test

// whatNow is advice on messages that need it, by their text in messages.md.
var whatNow = map[string]string{
	// Refusals.
	"… cannot be chosen":                                    "It is not among what the pick offers now. `State.Offers` lists what is, with the reason for each value that is not; `State.Trace` shows that for a whole seat, and `gametest.Debug` the position.",
	"nothing could then be chosen for …":                    "With this value chosen, a later pick refuses everything. `State.Offers` of the draft with this value says why; if no value leads on, `State.Trace` shows it, too.",
	"the move cannot be completed with it":                  "With this value chosen, each way to go on ends at a later pick or at `Check`. `State.Offers` of the draft with this value shows the next pick.",
	"it must be chosen":                                     "The move ends before this pick. Text of a move is the action and then each pick, in the order of `Action.Pick`; `-` skips one that is `Optional`.",
	"a move is an action followed by its picks, like: …":    "Words are split at spaces, and the values of one pick are joined by `+`. What has a space in it is quoted.",
	"pick … takes free text, so its moves cannot be listed": "`Moves`, `Perft`, `ply simulate` and random opponents need a list. Offer a `List` beside the `Text`, or leave these out.",
	"chance decides here: fix the draw in advance with Rig": "What comes of the move is not known before chance has decided. Play it on the state, or say the draw with `Rig`.",
	"the view was loaded or changed, so its moves cannot be translated: choose them on a View of the state": "`Real` needs the state behind the view. Send the move as text to who has the state, and play it on `State.View` there.",
	"the record was made with different rules for …, or other options (digest …, here …)":                   "The digest is of all that the rules declare: a name that was changed is enough. Replay it with the rules it was made by; a record keeps their version and options.",
	"its hash is …, but the record has …":                                                                   "The same moves lead elsewhere now: `Do`, an effect or the setup has been changed since, or depends on more than the state. `gametest.Check` finds the latter.",
	"the rigged shuffle puts … on top, which is not in …":                                                   "The names of a `Chance` for a shuffle are those of elements in the place that is shuffled.",
	"Rules.Fits rejected … deals: none matches what … been told":                                            "`Rules.Fits` refuses every deal. It may ask for more than the observer can know, or `Rules.Guess` may have to deal so that it fits.",
	"there is no memory of what … known: the state comes from a Fork that did not Record":                   "Call `Fork.Record(true)` before the moves, or re-deal from a state that was played.",

	// Faults.
	"a read-only function (…) changed the state; use Try to try something out":                                                                    "Move the change into `Do` or `Then`. What is only tried and taken back again goes into `Tx.Try`.",
	"pick \"…\" is read before it is chosen: it belongs to another action, or comes later in this one":                                            "`In` answers what was chosen so far. An `If` of the action runs before any pick, a `From` sees the picks before its own.",
	"place \"…\" is not on the table: it is not in Rules.Layout, or the rules are not checked yet":                                                "A place has its ID from `Check` on. Ask inside the functions of the rules, not while they are made.",
	"part \"…\" is not declared: add it to Rules.Parts of …":                                                                                      "A handle such as `NewPart` can be shared by several rules, so each says that it uses it.",
	"no seat can do anything, but the game has no outcome: end it earlier, or add Rules.Stuck or Rules.Deadlock":                                  "`Stuck` is asked for a seat that can do nothing, `Deadlock` when none can. `Stuck: (*game.Tx).Tie` makes it a draw.",
	"the flow runs more than … steps without waiting for a move":                                                                                  "The lines below it say where. A loop goes round without a seat that can act: give it a `Max` or a `While`, or end the game.",
	"the flow has ended, but the game has no outcome: set one in the last step, or repeat the steps with a Loop":                                  "`Win`, `Tie`, `Score` or `Rank` in a `Run` or the `End` of the last phase, or `Rules.End`.",
	"in step \"…\", … can do nothing but must make … moves: lower Min, or add Rules.Stuck":                                                        "`Min` and `Max` 0 and 1 let the seat pass over it.",
	"… hides … from …, but a re-deal has no way to make up what else it could be: it was never shuffled with others, and there is no Rules.Guess": "A re-deal changes hidden things with others they were shuffled with. Shuffle the place in the setup, or write `Rules.Guess`: [hidden.md](hidden.md).",
	"one move makes more than … changes: maybe a loop never ends":                                                                                 "The move is given up, and the state before it stands.",
	"element … is …, but …": "It was removed earlier in the same move, perhaps by a hook, or an ID was kept outside of the state. Keep elements in a `Part`.",
	"hooks (Enter, Leave) and Try are nested more than … deep: maybe one triggers itself":                  "An `Enter` that moves something into its own place is called again.",
	"a Trait is given to one element of kind \"…\": a Trait belongs to the whole Kind, use a Part instead": "What differs from one element to the next is a `Part`.",

	// Findings.
	"it is already used by other Rules; build the rules in a function, so that each has its own":                                   "Actions, picks, places and effects belong to one `Rules`. A function `New() *game.Rules` makes them anew for each; handles of parts may be shared.",
	"pick \"…\" is already used by other Rules; build the rules in a function, so that each has its own":                           "The same as for actions: see above.",
	"place \"…\" is already used by other Rules; build the rules in a function, so that each has its own":                          "The same as for actions: see above.",
	"effect \"…\" is already used by other Rules; build the rules in a function, so that each has its own":                         "The same as for actions: see above.",
	"part \"…\" is hidden (Seen), but a re-deal has no way to make up its values: declare it Rolled or Chosen, or add Rules.Guess": "A re-deal, which bots and the law \"leaks\" need, draws anew what a seat cannot know: [hidden.md](hidden.md).",
	"part \"…\" is Private, but a re-deal has no way to make up its values for the other seats: add Rules.Guess":                   "`Guess` is called with the seat that looks on, and sets what the others could have noted: anything that fits, or nothing.",
	"the check stopped at: ……": "A `Layout`, or another function that Check calls, has panicked. The file and line are those of the code outside of package game.",
	"flow: … in … has no Name: give it one, because saves need it for steps that wait for a move": "The name is also what `Where`, `Progress` and `ply flow` show.",

	// Damage.
	"it was modified after it was written":                                        "The sum at its end does not fit. Saves are not to be edited: load, play and save again.",
	"it was made with different rules for …, or other options (digest …, here …)": "A save is of exactly the rules that made it. Keep those as another version, or replay a record.",
	"they were made from a different state":                                       "Changes lead from one state to the next. Take those since the state you have, or the whole view anew.",
	"replay stopped before move … (… of …): …":                                    "All moves before it were replayed, and fit. `ply replay --moves` shows the position there.",
	"Make of … was called with …, but the Options of its result have …":           "`Make` must build the rules from the values it gets, and say them again by `Option.Is`.",

	// Laws.
	"played again, the hash is …; it was …":                                                      "The rules depend on more than the state: a variable that changes, the clock, the order of a map, `math/rand`.",
	"in a second process the hashes are ⏎ … ⏎ not":                                               "Most often the order of a map, or an address that became a number.",
	"…: after \"…\" of …, … gets ⏎   … ⏎ but if what it does not see were different ⏎   … ⏎ (…)": "The two lines are what the observer gets in either case; it can tell them apart. What is meant to be known is told by `Tx.Announce`: [leaks.md](leaks.md).",
	"whether … can do \"…\" depends on what it does not see: … (…)":                              "A `From`, `If` or `Check` looks at something hidden from its own seat.",
	"re-dealt for …, in many states with many seeds, what is hidden from it never changes":       "What is hidden can be nothing else, so it is no secret; or `Guess` and `Fits` leave no choice.",
	"the line \"…\" has no argument for …: it has …, counted from 0":                             "An argument of `Say`, `Tell`, `Announce` or `Refuse` is missing, or the number in the text is too high.",
	"no game ended within …; allow more Time, or make the game smaller":                          "Set `Config.Time`, or take smaller options for the test.",
	"it is not over after … moves":                                                               "Random play may take long where people do not. Raise `Config.MaxMoves`, or end the game by a rule such as a number of moves or repetition.",

	// The command.
	"cannot replay it; do the rules use time, maps or another source of randomness? …": "A test with `gametest.Check` shows the shortest game.",
	"a bug in ply itself: … ⏎ Please report it with the command line that led here":    "The rules are not to blame: a panic of theirs is a fault.",
	"There are secrets, but not one pair could be compared, so the result is unknown.": "Play more games with `-n`. If every pair is set aside, its reason is in the table above it.",
}
