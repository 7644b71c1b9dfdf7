// Code generated from the Go types by go test ./wire -run TypeScript -update. DO NOT EDIT.

/** Request is a message of a client over the WebSocket. */
export interface Request {
  /** Any value; the answer repeats it as re. */
  id?: unknown;
  /** The kind of request. */
  do:
    | "watch"
    | "offers"
    | "moves"
    | "hint"
    | "play"
    | "undo"
    | "agree"
    | "resign"
    | "history"
    | "view"
    | "leave"
    | "renew"
    | "ping";
  /** watch: the id of the match. */
  match?: string;
  /** watch: the token of a seat, the host or the judge; none for a spectator. renew: the token to renew, or the new one to use from now on. */
  token?: string;
  /** watch: the last entry the client knows; history: return the entries after this one. */
  since?: number;
  /** watch: the mark received with that entry; if the past of the match has changed, the server sends the whole view. */
  mark?: string;
  /** play: the last entry the player has seen. */
  seq?: number;
  /** play: a text such as "place a1", or an object with action and picks. */
  move?: string | Move;
  /** offers: the picks chosen so far, in the form of a move. */
  draft?: string | Move;
  /** offers: also tell what values that complete the move change on the table. */
  then?: boolean;
  /** agree: whether the seat agrees to the undo. */
  yes?: boolean;
  /** hint: how well to think: gentle, steady, sharp, or a number of simulations up to 1000; default: sharp. */
  level?: string;
}

/** Message is a message of the server over the WebSocket. */
export interface Message {
  /** The kind of message. */
  type:
    | "welcome"
    | "update"
    | "answer"
    | "refusal"
    | "presence"
    | "asked"
    | "thinking"
    | "stopped"
    | "next"
    | "token"
    | "farewell";
  /** The id of the answered request. */
  re?: unknown;
  /** Number of entries of the match. */
  seq?: number;
  /** welcome, update: events, changes and labels are those after this entry. */
  from?: number;
  /** welcome, update: an opaque text for the mark of watch, to be sent with since. */
  mark?: string;
  /** welcome, update: the seats the match is waiting for. */
  toAct?: Seat[];
  /** welcome, update: whether the match is over. */
  over?: boolean;
  /** welcome, update: how it ended. */
  outcome?: Outcome;
  /** welcome, update: the seat that ended the match by resigning. */
  resigned?: Seat;
  /** welcome: the version of this protocol, 2. */
  protocol?: number;
  /** welcome: the role of the token. */
  role?: "spectator" | "seat" | "host" | "judge";
  /** welcome: the seat of the token. */
  seat?: Seat;
  /** welcome: the match and its players. */
  match?: Listing;
  /** welcome, answer to view: everything the client sees. */
  view?: View;
  /** With view: the labels of things for people, by name. */
  labels?: Record<string, string>;
  /** With view: values computed from it, by the name of the value, then by the name of the element that has it. */
  derived?: Derived;
  /** welcome, update: the visible changes, if any. Usually there is one stage; for a move that shows moments, there is one stage for each moment and one for the end of the move. */
  stages?: Stage[];
  /** welcome, update, answer to history: the entries, as the client may know them. */
  events?: Event[];
  /** With offers: the seat's step in the order of play, if the game defines one. */
  step?: Progress;
  /** answer to offers: what can be chosen next. welcome, update: what the seat can choose first; in an update only if it has changed. */
  offers?: Offer[];
  /** welcome, update: the seat has too many choices to include; send the request offers to get them. */
  ask?: boolean;
  /** answer to moves: complete moves. */
  moves?: string[];
  /** answer to moves or history: there are more. */
  more?: boolean;
  /** answer to hint: what a bot would play. */
  hint?: Hint;
  /** refusal: why the request was refused. Nothing has changed. */
  refusal?: Refusal;
  /** presence: which seats are connected. */
  here?: boolean[];
  /** presence: number of other watchers. */
  spectators?: number;
  /** asked: a request to undo moves; missing when it is settled. */
  asked?: Asked;
  /** thinking: the seats whose bots have been thinking for a while; empty when all are done. */
  thinking?: Seat[];
  /** next, welcome: the id of the rematch, if there is one. */
  next?: string;
  /** token, answer to renew: the new token. The previous one stays valid until the new one is used. */
  token?: string;
  /** farewell: why the connection ends. */
  code?: "restart" | "slow" | "gone" | "renewed" | "left" | "misuse";
  /** farewell: the reason in words; stopped: why the bots have stopped moving. */
  why?: string;
}

/** GameList is the answer to list-games. */
export interface GameList {
  /** The games of this server. */
  games: Game[];
}

/** BotList is the answer to list-bots. */
export interface BotList {
  /** The bot that plays if none is named, and for players who have resigned. */
  default: string;
  /** The bots of this server: first the levels, from weakest to strongest. */
  bots: NamedBot[];
  /** The highest number that can name a bot: 500 names a bot that makes 500 simulations for each move. */
  simulations: number;
}

/** Sample is a sample position of a game, to show what the game looks like. */
export interface Sample {
  /** What the rules declare. */
  table: Table;
  /** What seat 0 sees, in the format of a welcome. */
  view: View;
  /** The labels of things in the view for people, by name. */
  labels?: Record<string, string>;
  /** Values computed from the view, by the name of the value, then by the name of the element that has it. */
  derived?: Derived;
}

/** Table is what a client needs from the rules to draw a match: the declarations, which never change, without the contents. */
export interface Table {
  /** Number of seats. */
  seats: number;
  /** The roles of the seats, such as White, by seat, if the game names them. */
  roles?: Role[];
  /** The places, in the order of the layout. */
  places: Place[];
  /** The kinds of things. */
  kinds: Kind[];
  /** The values that things, places, seats and the table can have. */
  parts: Part[];
  /** The actions of the game. */
  actions: Action[];
  /** The path of the game's pictures and modules, which ends in a slash; if missing, it has none. */
  art?: string;
  /** Hints for displaying the whole table. */
  theme?: Theme;
}

/** MatchList is a game and its matches. */
export interface MatchList {
  /** The game. */
  game: Game;
  /** Its matches, the most recently changed first. */
  matches: Listing[];
}

/** Matches is a list of matches of all games. */
export interface Matches {
  /** The matches, the most recently changed first. */
  matches: Listing[];
}

/** Match is one match. */
export interface Match {
  /** The match, as in lists. */
  match: Listing;
  /** A hash of the seed, which is published when the match is over. */
  commitment: string;
  /** The seed, when the match is over. */
  seed?: string;
}

/** Create is the request for a new match. */
export interface Create {
  /** Number of seats; default: the minimum of the game. */
  seats?: number;
  /** Options of the game: texts, numbers, true or false. */
  options?: Record<string, unknown>;
  /** Name of a preset; options override it. */
  preset?: string;
  /** Seats that bots play. */
  bots?: number[];
  /** The bot that plays them, one of /api/bots, with its parameter; default: the default bot. */
  bot?: string;
  /** Leave the match out of lists; players need its id. */
  unlisted?: boolean;
}

/** Created is a new match. */
export interface Created {
  /** Id of the match. */
  match: string;
  /** The token of the host, who can give seats to bots; only for the creator of the match. */
  host?: string;
  /** A hash of the seed, which is published when the match is over. */
  commitment: string;
  /** The match, as in lists. */
  about: Listing;
}

/** Join is the request for a seat. */
export interface Join {
  /** The seat; default: the first free one. */
  seat?: number;
  /** The name that other players see. */
  name: string;
  /** The token of a seat in the previous match, to take the seat reserved for its player. */
  last?: string;
}

/** Joined is a seat taken by a player. */
export interface Joined {
  /** The seat. */
  seat: number;
  /** The token of the seat. Keep it secret: anyone who has it can play the seat. */
  token: string;
  /** The match, as in lists. */
  match: Listing;
}

/** Bot is the request to give a seat to a bot, or to free a seat. */
export interface Bot {
  /** The seat. */
  seat: number;
  /** Free the seat. It must be the seat of a bot, a reserved seat, or the seat of a player who left some minutes ago. */
  off?: boolean;
  /** The bot, one of /api/bots, with its parameter; default: the default bot. */
  bot?: string;
}

/** Done is the match after a request has changed it. */
export interface Done {
  /** The match, as in lists. */
  match: Listing;
}

/** Renewed is the answer to renew. */
export interface Renewed {
  /** The new token. The previous one stays valid until the new one is used. */
  token: string;
}

/** Move is a move or draft as an object. Clients can also send a text, see ReadMove. */
export interface Move {
  /** Name of the action. */
  action?: string;
  /** The chosen values of each pick: texts or whole numbers. */
  picks?: (string | number)[][];
}

/** Seat is a place at the table, counted from 0. */
export type Seat = number;

/** Outcome is how a match ended. */
export interface Outcome {
  /** A sentence such as {0} wins. */
  line: Line;
  /** Whether it is a draw. */
  draw: boolean;
  /** The seats that won. */
  winners: Seat[];
  /** The ranks by seat; 1 is the best. */
  ranks: number[];
  /** The points by seat, if the game has points. */
  scores: number[];
}

/** Listing describes a match in a list of matches. It has no secrets. */
export interface Listing {
  /** Id of the match. */
  id: string;
  /** Name of the game. */
  game: string;
  /** Its options that differ from the default. */
  options?: Values;
  /** The players, by seat. */
  seats: Sitter[];
  /** Number of entries. */
  entries: number;
  /** Whether a move has been made. */
  begun?: boolean;
  /** The seats it is waiting for. */
  toAct?: Seat[];
  /** Whether it is over. */
  over: boolean;
  /** How it ended. */
  outcome?: Outcome;
  /** It is not in lists; players need its id. */
  unlisted?: boolean;
  /** When it was created. */
  created: string;
  /** When its last entry was added. */
  updated: string;
}

/** View is what an observer sees, in the format of game.State.Save. */
export interface View {
  /** Version of the format: 1. */
  ply: number;
  /** The observer: a seat, -1 for spectators, -2 for the judge. */
  view: Seat;
  /** Name of the game. */
  game: string;
  /** Version of the rules. */
  version?: string;
  /** A hash of the declarations of the rules. */
  digest?: string;
  /** The options of the game that differ from the default. */
  options?: Values;
  /** Number of seats. */
  seats: number;
  /** The seat whose turn it is, -1 when the game is over; @turn in changes. */
  turn: Seat;
  /** Number of moves played; @moves in changes. */
  moves: number;
  /** The seats that are out, as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2; @out in changes. */
  out?: number;
  /** The seats that sit out for now, as bits; @away in changes. */
  away?: number;
  /** The seats that are out, in the order they left, such as 2 0+1: seat 2 first, then seats 0 and 1 together; @left in changes. */
  left?: string;
  /** How the game ended, in the format of a save; @outcome in changes. */
  outcome?: string;
  /** The elements that decided the game, such as a line of cells, if the game names them: names separated by spaces; @by in changes. */
  by?: string;
  /** Keys of past positions; @past in changes. */
  past?: string;
  /** The current point in the order of play; @flow in changes. */
  flow?: unknown;
  /** All visible things; those in the same holder are in order. */
  elements: Element[];
  /** Values of Parts, by the name of the Part, then by the name of the element that has it. */
  parts?: Record<string, Record<string, unknown>>;
  /** The labels of things that the client does not see, but knows to be there, by the name of the faceless thing, or of the place if things cannot be told apart there; @known in changes. */
  known?: Record<string, string[]>;
  /** Hash of the view. */
  hash: string;
  /** Checksum of this text. */
  check: string;
}

/** Derived holds the derived values shown in a view, by the name of the value, then by the name of the element that has it. Values whose type has a String method are in it as text, also those of Parts. */
export type Derived = Record<string, Record<string, unknown>>;

/** Stage is a set of visible changes: those up to a moment that a move shows, from the last moment to the end, or all. */
export interface Stage {
  /** The visible changes since the previous stage. */
  changes?: Change[];
  /** The labels that have changed; an empty text for things that no longer have one. */
  labels?: Record<string, string>;
  /** The computed values that have changed; null for values that no longer exist. */
  derived?: Derived;
  /** For a move that shows moments: lines for the log, which are also in the event. */
  said?: Line[];
  /** For a move that shows moments: effects to show or sounds to play, which are also in the event. */
  notices?: Notice[];
}

/** Event is an entry as an observer may see it. */
export interface Event {
  /** Number of the entry; the first is 1. */
  n: number;
  /** The kind of entry. */
  kind: "move" | "undo" | "reseed" | "resign" | "seat" | "rules" | "restored" | "looked" | "closed" | "token";
  /** The seat it belongs to; -1 for none. */
  seat: Seat;
  /** move: the move, with the names of the observer's view. */
  move?: string;
  /** move: the move as a sentence for people. */
  line?: Line;
  /** undo: the entry the match returns to; missing for the start. */
  back?: number;
  /** seat: the new player of the seat; missing if the seat is now empty. */
  name?: string;
  /** seat: the bot that now plays the seat. */
  bot?: string;
  /** When it happened. */
  at: string;
  /** move: more lines for the log. */
  said?: Line[];
  /** move: effects to show or sounds to play. */
  notices?: Notice[];
  /** seat: the seat is reserved for this player, who has not joined yet. */
  reserved?: boolean;
}

/** Progress describes how far a seat is in the current step. */
export interface Progress {
  /** Name of the step. */
  name: string;
  /** Its label for people. */
  label?: string;
  /** The prompt for the seat, before that of an action or a pick. */
  ask?: Line;
  /** Number of moves the seat has made in it. */
  used: number;
  /** Number of moves it must still make. */
  needs: number;
  /** Number of moves it can still make; -1 for any number. */
  left: number;
}

/** Offer is an action, or the next pick of one. */
export interface Offer {
  /** Name of the action. */
  action: string;
  /** Its label for people. */
  label: string;
  /** Why the action is not available. */
  why?: Line;
  /** The action cannot be undone. */
  noUndo?: boolean;
  /** It takes too long to check whether the move can be completed: the server may refuse it. */
  unproved?: boolean;
  /** The draft is a complete move. */
  complete: boolean;
  /** The pick can be ended: append an empty list to the draft to continue with the next pick. */
  stop?: boolean;
  /** Ending the pick completes the move: play the draft. */
  stopLast?: boolean;
  /** Name of the next pick. */
  pick?: string;
  /** Index of the pick: the position of its values in a draft. */
  at?: number;
  /** The prompt for the seat. */
  prompt?: Line;
  /** What the pick chooses. */
  sort?: "element" | "seat" | "number" | "value" | "text" | "kind";
  /** Minimum number of values. */
  min?: number;
  /** Maximum number of values; 0 for no maximum. */
  max?: number;
  /** Every value completes the move. */
  last?: boolean;
  /** The pick may be skipped. */
  optional?: boolean;
  /** Values are chosen one after another. */
  repeat?: boolean;
  /** The lowest number. */
  lo?: number;
  /** The highest number. */
  hi?: number;
  /** Constraints on a free text. */
  text?: Text;
  /** The values that can be chosen, and others with the reason why not. */
  values?: Value[];
  /** How values that complete the move change the table, if the request asks for it. In these changes, of is * for the chosen value. */
  thens?: Stage[];
}

/** Hint is what a bot would play in a seat. */
export interface Hint {
  /** The level of the bot, as in the request. */
  level: string;
  /** The moves it has considered, the best first; at most 20. */
  moves: Suggestion[];
}

/** Refusal is the reason a request was refused. A refused request changes nothing. */
export interface Refusal {
  /** The code, for programs. Codes do not change. */
  code: string;
  /** The action concerned. */
  action?: string;
  /** The pick concerned. */
  pick?: string;
  /** The field of the request concerned. */
  field?: string;
  /** The reason in words. */
  why: string;
  /** The reason with its arguments, if they include seats or things. */
  line?: Line;
}

/** Asked is a request to undo moves that other seats must agree to. */
export interface Asked {
  /** The seat that asks. */
  seat: Seat;
  /** The entry to return to. */
  back: number;
  /** Why others must agree. */
  why: Line;
  /** The seats that have not agreed yet. */
  need: Seat[];
}

/** Game describes a game. */
export interface Game {
  /** Name of the game, as in paths. */
  name: string;
  /** Title of the game, for people. */
  title: string;
  /** A description in one or two sentences. */
  description: string;
  /** How to play it. */
  rules?: string;
  /** Version of the rules. */
  version: string;
  /** Minimum number of seats. */
  minSeats: number;
  /** Maximum number of seats. */
  maxSeats: number;
  /** The numbers of seats that can play with the default options, such as 2 and 4. */
  seatCounts: number[];
  /** The roles of the seats, such as White, by seat, if the game names them. */
  roles?: Role[];
  /** Duration of a game in minutes. */
  minutes?: number;
  /** From 1, suitable for children, to 5. */
  complexity?: number;
  /** Categories of the game. */
  categories?: string[];
  /** A character, or the name of a picture below the path art. */
  picture?: string;
  /** The path of its pictures and modules, which ends in a slash; if missing, it has none. */
  art?: string;
  /** The options of the game. */
  options?: Option[];
  /** Sets of options that go well together. */
  presets?: Preset[];
}

/** NamedBot describes a bot. */
export interface NamedBot {
  /** Name of the bot. */
  name: string;
  /** The parameter it takes after a colon, such as SIMULATIONS for uct:1000. */
  takes?: string;
  /** A description in one sentence. */
  about?: string;
}

/** Role is the name of a seat in the game and the colour of its things. */
export interface Role {
  /** Name of the role, such as White; if missing, seat 0 is player 1. */
  name?: string;
  /** A CSS colour. */
  color?: string;
}

/** Place is the declaration of a place, or of several places: one for each seat or each name. */
export interface Place {
  /** Name of the place. */
  name: string;
  /** Its label for people, if different from the name. */
  label?: string;
  /** The name of the spot it is in; if missing, it is on the table. */
  in?: string;
  /** There is one for each seat. */
  each?: boolean;
  /** The meaning of the order of things in it. */
  order: "ordered" | "unordered" | "stacked";
  /** Maximum number of things in it; if missing, any number. */
  max?: number;
  /** Hints for displaying it. */
  look?: Look;
  /** The declared places. */
  spots: Spot[];
  /** The lines between its spots. */
  edges?: Edge[];
}

/** Kind is the declaration of a kind of thing. */
export interface Kind {
  /** Name of the kind. */
  name: string;
  /** Its label for people, if different from the name. */
  label?: string;
  /** What players should know about it. */
  description?: string;
  /** Hints for displaying it. */
  look?: Look;
  /** What is printed on it, by name, as text: numbers, texts, true or false. */
  traits?: Record<string, string>;
}

/** Part is the declaration of a value that can change. */
export interface Part {
  /** Name of the Part. If each seat has its own value, views append / and the seat, such as plan/0. */
  name: string;
  /** Its label for people, if different from the name. */
  label?: string;
  /** Clients need not show it to players. */
  hidden?: boolean;
  /** What its values are: element, seat, kind, number, yes-no, text, list or record. */
  sort?: string;
  /** The text of a value that is missing because it is zero. */
  zero?: string;
  /** Where a missing value should be shown as zero: table, seats, or kind/ and the name of a kind. */
  on?: string[];
  /** Words for the values 0, 1, 2 and so on, which names of pictures may use. */
  words?: string[];
  /** The highest value: clients draw a track on which the seats race to it. */
  track?: number;
  /** It is computed from the view: its values are in the field derived of messages, not in views and changes. */
  derived?: boolean;
}

/** Action is something a seat may do. */
export interface Action {
  /** Name of the action. */
  name: string;
  /** Its label for people, if different from the name. */
  label?: string;
  /** What players should know about it. */
  description?: string;
  /** Name of a place: a click there chooses the action. If each seat has such a place, only the player's own counts. */
  at?: string;
  /** A move with it cannot be undone. */
  noUndo?: boolean;
  /** The player stops before making all moves of a step. The order of play adds this action. */
  stops?: boolean;
  /** The player takes a secret choice back. The order of play adds this action. */
  withdraws?: boolean;
}

/** Theme has hints for displaying the whole table. A colour is a CSS colour, or two with a space between them: for light and for dark pages. */
export interface Theme {
  /** Colour of the table. */
  felt?: string;
  /** Colour of what can be chosen. */
  accent?: string;
  /** Colour of the cells of boards. */
  cell?: string;
  /** Name of the picture of things whose faces are not seen. */
  back?: string;
  /** Name of the picture on the table. */
  ground?: string;
  /** Name of the ES module that draws the whole table in a browser. */
  component?: string;
}

/** Line is a sentence for people, in which {0}, {1} and so on stand for its arguments, and {0|point|points} for one of two words. The user interface fills in the names of players, labels and translations. */
export interface Line {
  /** The sentence. {0}, {1} and so on stand for the arguments; {0|point|points} is the first word if argument 0 is the number 1, otherwise the second. */
  text: string;
  /** The arguments. */
  args?: Arg[];
}

/** Values are option values by name; missing options have their default. */
export type Values = Record<string, string>;

/** Sitter is the player in a seat, without secrets. */
export interface Sitter {
  /** The name of the player. */
  name?: string;
  /** The bot that plays the seat. */
  bot?: string;
  /** Anyone may take the seat. */
  free?: boolean;
  /** The seat is reserved for this player of the previous match, who has not joined yet. */
  reserved?: boolean;
}

/** Element is a thing in a view. */
export interface Element {
  /** Its name in this view. */
  id: string;
  /** Its kind; ? if its face is hidden. */
  kind: string;
  /** The name of the place or thing it is in. */
  in: string;
  /** The seat that owns it; missing if nobody does. */
  owner?: Seat;
}

/** Change is one difference between two states: a field of an element had one value and now has another. The fields of an element are its Parts, "@kind", "@in" and "@owner". The fields of the game itself, where Of is empty, also begin with @. Fields that begin with "@memory:" hold what observers remember. All values are names or plain data, never IDs. */
export interface Change {
  /** The name of what has changed; empty for the game itself. */
  of?: string;
  /** The field that changed: the name of a Part, or a name that begins with @. */
  field: string;
  /** The value before. */
  was?: string;
  /** The value now. */
  is?: string;
}

/** Notice is an effect to show or play, such as an animation or a sound, in the names of the observer's view. */
export interface Notice {
  /** Its name in the game. */
  name: string;
  /** Its arguments: names of elements, numbers of seats, numbers, words. */
  args?: string[];
}

/** Text holds the constraints on a free text. */
export interface Text {
  /** Minimum number of characters. */
  min: number;
  /** Maximum number of characters. */
  max: number;
  /** A regular expression that must match the whole text. */
  pattern?: string;
}

/** Value is a value of a pick, with the reason if it cannot be chosen. */
export interface Value {
  /** The value, as in a move. */
  value: string;
  /** Its label for people, if different from the value. */
  label?: string;
  /** Why it cannot be chosen. */
  why?: Line;
  /** This value completes the move; some of the others do not. */
  last?: boolean;
  /** It takes too long to check whether the move can be completed with it: the server may refuse it. */
  unproved?: boolean;
  /** The names of the things and places to highlight for it. */
  points?: string[];
  /** What to know before choosing it: its cost, the odds. */
  note?: Line;
  /** What it changes: an index into thens. Missing if the view does not tell. */
  then?: number;
}

/** Suggestion is a move that a bot has considered. */
export interface Suggestion {
  /** Name of the action. */
  action: string;
  /** The values of each pick, as in a draft. */
  picks: string[][];
  /** The move in words, as in the log. */
  line?: Line;
  /** How much of its simulations the bot has spent on the move, in percent. */
  share: number;
  /** How good the bot considers the move, from 0 (last place) to 100 (first place). */
  value: number;
}

/** Option is an option of a game, set when a match is created. */
export interface Option {
  /** Name of the option. */
  name: string;
  /** Its label for people. */
  label?: string;
  /** What it does. */
  description?: string;
  /** Its default value. */
  default: string;
  /** Its possible values, if it is not a number. */
  values?: string[];
  /** The lowest number. */
  min?: number;
  /** The highest number. */
  max?: number;
}

/** Preset is a set of options that go well together. */
export interface Preset {
  /** Name of the preset. */
  name: string;
  /** Its label for people. */
  label?: string;
  /** The options it sets. */
  values: Values;
}

/** Look has hints for displaying something. */
export interface Look {
  /** A word or character for it. */
  label?: string;
  /** One or two characters, or the name of a file below the path art of the table. In the name, words in braces stand for values of the thing: kind, owner, a trait or a part. */
  picture?: string;
  /** For a place: name of a faint picture over the first one, with words in braces as in picture. */
  over?: string;
  /** For a kind: the values printed on its things, over the picture. */
  face?: Print;
  /** For a kind or place: name of the picture of things whose faces are not seen. */
  back?: string;
  /** For a kind: card, disc, square or stick; for a place on a map: corner. */
  shape?: string;
  /** A CSS colour. */
  color?: string;
  /** A character for each seat that may own it. */
  bySeat?: string[];
  /** For a place: row, fan, pile or count (one thing of each sort, and how many there are); for a board: grid, hex, flat (flat-top hexagons), graph or map. */
  layout?: string;
  /** For a place of each seat: hand, front, behind or side. */
  zone?: string;
  /** For a board or place: name of the picture under it. */
  ground?: string;
  /** For a place: name of the ES module that draws it in a browser. */
  component?: string;
  /** Overlap of neighbours in a row or fan, in percent. */
  overlap?: number;
  /** For a board: the seats that own its top, right, bottom and left, -1 for nobody. A seat with one side sees the board from there. */
  sides?: Seat[];
  /** For a board: column or row, if a click anywhere in one selects what can be chosen there. */
  aim?: string;
  /** For a board: draw only the cells in use and those beside them. */
  grows?: boolean;
}

/** Spot is one of the places of a declaration. */
export interface Spot {
  /** Its name in views. */
  name: string;
  /** The x coordinate of its centre, to the right. The distance between neighbours is 1. */
  x?: number;
  /** The y coordinate of its centre, upwards. */
  y?: number;
  /** The seat that owns it; missing if nobody does. */
  owner?: Seat;
  /** The spots that it is the edge between, if it is one. */
  ends?: Edge;
}

/** Edge is a line between two spots. */
export interface Edge {
  /** Name of a spot. */
  from: string;
  /** Name of another spot. */
  to: string;
}

/** Arg is an argument of a Line: a seat, an element, a number or a word. */
export interface Arg {
  /** The number of a seat. */
  seat?: Seat;
  /** With seat: the player in the seat at that time. */
  name?: string;
  /** The name of a thing or place in the observer's view. */
  element?: string;
  /** With element: its label for people, if different from the name. */
  label?: string;
  /** A number. */
  number?: number;
  /** A word; empty if the argument has no other field. */
  word?: string;
}

/** Print is what is printed on the face of a thing. Values are named: they are parts of the thing, or traits of its kind. */
export interface Print {
  /** Name of the value at the top; if missing, the label of the thing is shown. */
  title?: string;
  /** Name of the value in the upper left corner. */
  corner?: string;
  /** Nothing is at the top. */
  noTitle?: boolean;
  /** Name of the value with its text; if missing, the description of its kind is shown. */
  text?: string;
  /** Name of a value; the thing is turned sideways unless the value is zero, false or missing. */
  turned?: string;
  /** Values at its edges. */
  badges?: Badge[];
}

/** Badge is a value at the edge of a thing. */
export interface Badge {
  /** Name of the value. Nothing is drawn if it is zero or missing. */
  of: string;
  /** left, right or bottom (below), or top (in the upper right corner). */
  at?: string;
  /** Name of the picture behind the value. */
  picture?: string;
  /** Name of the value at which a bar is full, if the value is drawn as a bar. */
  max?: string;
}
