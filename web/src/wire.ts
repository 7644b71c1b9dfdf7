// Code generated from the Go types by go test ./wire -run TypeScript -update. DO NOT EDIT.

/** Request is what a client sends over the WebSocket, one in each message. */
export interface Request {
  /** Anything; the answer has it as re. */
  id?: unknown;
  /** What is asked for. */
  do: "watch" | "offers" | "moves" | "play" | "undo" | "agree" | "resign" | "history" | "view" | "leave" | "ping";
  /** watch: the id of the match. */
  match?: string;
  /** watch: the secret of a seat, the host or the judge; none for a spectator. */
  token?: string;
  /** watch: the last entry that is known already; history: the entry to begin after. */
  since?: number;
  /** watch: the mark that came with that entry; if the match has another past by now, the whole view is sent. */
  mark?: string;
  /** play: the last entry that the player has seen. */
  seq?: number;
  /** play: a text such as "place a1", or an object with action and picks. */
  move?: string | Move;
  /** offers: what is chosen so far, in the form of a move. */
  draft?: string | Move;
  /** agree: whether the moves may be taken back. */
  yes?: boolean;
}

/** Message is what the server sends over the WebSocket. */
export interface Message {
  /** What it is. */
  type: "welcome" | "update" | "answer" | "refusal" | "presence" | "asked" | "next" | "farewell";
  /** The id of the request it answers. */
  re?: unknown;
  /** How many entries the match has. */
  seq?: number;
  /** welcome, update: the entry that events, changes and labels begin after. */
  from?: number;
  /** welcome and update: says nothing, and is said with since by who comes back. */
  mark?: string;
  /** welcome, update: the seats that the match waits for. */
  toAct?: Seat[];
  /** welcome, update: whether the match has ended. */
  over?: boolean;
  /** welcome, update: how it ended. */
  outcome?: Outcome;
  /** welcome, update: the seat that has ended the match by giving up. */
  resigned?: Seat;
  /** welcome: the version of this protocol, 2. */
  protocol?: number;
  /** welcome: what the token gives. */
  role?: "spectator" | "seat" | "host" | "judge";
  /** welcome: the seat that the token gives. */
  seat?: Seat;
  /** welcome: the match and who plays. */
  match?: Listing;
  /** welcome, answer to view: all that is seen. */
  view?: View;
  /** With view: what people call the things in it, by name. */
  labels?: Record<string, string>;
  /** With view: values that are computed from it, by their name, then by the name of what has it. */
  derived?: Derived;
  /** welcome, update: what is seen to change, if anything: one stage, or, if a move shows moments, one up to each of them and one to its end. */
  stages?: Stage[];
  /** welcome, update, answer to history: what has happened. */
  events?: Event[];
  /** with offers: where in the order of play the seat is, if the game has one of its own. */
  step?: Progress;
  /** answer to offers: what can be chosen next. welcome, update: what the seat can choose first; in an update only if it differs from what was sent before. */
  offers?: Offer[];
  /** welcome, update: there is too much that the seat can choose first to send it along; ask for offers. */
  ask?: boolean;
  /** answer to moves: complete moves. */
  moves?: string[];
  /** answer to moves: there are others; to history: there is more. */
  more?: boolean;
  /** refusal: why it was not done. Nothing has changed. */
  refusal?: Refusal;
  /** presence: which seats are connected. */
  here?: boolean[];
  /** presence: how many others watch. */
  spectators?: number;
  /** asked: a request to take moves back; none if it is settled. */
  asked?: Asked;
  /** next, welcome: the id of the match that goes on where this one has ended, if there is one. */
  next?: string;
  /** farewell: why the connection ends. */
  code?: "restart" | "slow" | "gone" | "left" | "misuse";
  /** farewell: the reason in words. */
  why?: string;
}

/** GameList is the answer to a request for the games. */
export interface GameList {
  /** The games of this server. */
  games: Game[];
}

/** BotList is the answer to a request for the bots. */
export interface BotList {
  /** The bot that plays where none is named, and on for players who resign. */
  default: string;
  /** The bots of this server. */
  bots: NamedBot[];
}

/** Sample is a moment of a game that nobody plays, to show what the game looks like. */
export interface Sample {
  /** What the rules declare. */
  table: Table;
  /** What seat 0 sees, as a welcome has it. */
  view: View;
  /** What people call the things in the view, by name. */
  labels?: Record<string, string>;
  /** Values that are computed from the view, by their name, then by the name of what has it. */
  derived?: Derived;
}

/** Table is what the rules of a match declare for whoever draws it: everything that lasts, and nothing of what lies there. */
export interface Table {
  /** How many play. */
  seats: number;
  /** What the players of the seats are called in the game, by seat, where it has names or colours for them. */
  roles?: Role[];
  /** The places in the order of the layout. */
  places: Place[];
  /** The sorts of things there are. */
  kinds: Kind[];
  /** The values that things, places, seats and the table can have. */
  parts: Part[];
  /** What can be done. */
  actions: Action[];
}

/** MatchList is a game, and its matches. */
export interface MatchList {
  /** The game. */
  game: Game;
  /** Its matches, what was changed last first. */
  matches: Listing[];
}

/** Matches are matches of all games. */
export interface Matches {
  /** The matches, what was changed last first. */
  matches: Listing[];
}

/** Match is one match. */
export interface Match {
  /** The match, as lists show it. */
  match: Listing;
  /** A hash that the seed must fit which is published when the match is over. */
  commitment: string;
  /** The seed, when the match is over. */
  seed?: string;
}

/** Create asks for a new match. */
export interface Create {
  /** How many play; as few as can, if it is not said. */
  seats?: number;
  /** Options of the game: texts, numbers, true or false. */
  options?: Record<string, unknown>;
  /** Name of a preset; options change it. */
  preset?: string;
  /** Seats that bots play. */
  bots?: number[];
  /** Which bot plays them, one of /api/bots, with its parameter; the default bot, if it is not said. */
  bot?: string;
  /** Only who knows its id finds it. */
  unlisted?: boolean;
}

/** Created is the answer: a new match. */
export interface Created {
  /** Id of the match. */
  match: string;
  /** The secret of the host, who gives seats to bots; only for who has made the match. */
  host?: string;
  /** A hash that the seed must fit which is published when the match is over. */
  commitment: string;
  /** The match, as lists show it. */
  about: Listing;
}

/** Join asks for a seat. */
export interface Join {
  /** Which seat; the first free one, if it is not said. */
  seat?: number;
  /** What the others call the player. */
  name: string;
  /** The token of a seat in the match before this one, to take the seat that is kept for its player. */
  last?: string;
}

/** Joined is the answer: a seat. */
export interface Joined {
  /** The seat that was taken. */
  seat: number;
  /** The secret of the seat. Whoever has it plays the seat. */
  token: string;
  /** The match, as lists show it. */
  match: Listing;
}

/** Bot asks to give a seat to a bot, or to take it back. */
export interface Bot {
  /** Which seat. */
  seat: number;
  /** Free a seat: of a bot, of a player who has been gone for some minutes, or one that is kept for somebody. */
  off?: boolean;
  /** Which bot, one of /api/bots, with its parameter; the default bot, if it is not said. */
  bot?: string;
}

/** Done is the match after what was asked for. */
export interface Done {
  /** The match, as lists show it. */
  match: Listing;
}

/** Move is a move or draft as an object. It can be a text, too: see ReadMove. */
export interface Move {
  /** Name of the action. */
  action?: string;
  /** For each pick in turn the values that are chosen: texts, or whole numbers. */
  picks?: (string | number)[][];
}

/** Seat is a place at the table, counted from 0. */
export type Seat = number;

/** Outcome is how a match ended. */
export interface Outcome {
  /** In words, such as {0} wins. */
  line: Line;
  /** Nobody has won. */
  draw: boolean;
  /** The seats that have won. */
  winners: Seat[];
  /** By seat; 1 is the best. */
  ranks: number[];
  /** By seat, if the game has points. */
  scores: number[];
}

/** Listing describes a match in a list of matches. It has no secrets. */
export interface Listing {
  /** Id of the match. */
  id: string;
  /** Name of the game. */
  game: string;
  /** Its options that are not as usual. */
  options?: Values;
  /** Who plays, by seat. */
  seats: Sitter[];
  /** How many entries it has. */
  entries: number;
  /** The seats that it waits for. */
  toAct?: Seat[];
  /** Whether it has ended. */
  over: boolean;
  /** How it ended. */
  outcome?: Outcome;
  /** Only who knows its id finds it. */
  unlisted?: boolean;
  /** When it was made. */
  created: string;
  /** When its last entry was made. */
  updated: string;
}

/** View is what an observer sees, as game.State.Save writes it. */
export interface View {
  /** Version of the form: 1. */
  ply: number;
  /** Whose view it is: a seat, -1 for the spectators, -2 for the judge. */
  view: Seat;
  /** Name of the game. */
  game: string;
  /** Version of the rules. */
  version?: string;
  /** A hash of what the rules declare. */
  digest?: string;
  /** The options of the game that are not as usual. */
  options?: Values;
  /** How many play. */
  seats: number;
  /** Whose turn it is, -1 when the game is over; changes name it @turn. */
  turn: Seat;
  /** How many moves were made; changes name it @moves. */
  moves: number;
  /** Which seats are out, as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2; changes name it @out. */
  out?: number;
  /** Which seats sit out for now, as bits; changes name it @away. */
  away?: number;
  /** Those that are out in the order of leaving, such as 2 0+1: seat 2 first, then seats 0 and 1 together; changes name it @left. */
  left?: string;
  /** How it ended, in the form of a save; changes name it @outcome. */
  outcome?: string;
  /** What has won, if the game names it, such as a line of cells: the names of places and things, with a space between two; changes name it @by. */
  by?: string;
  /** Keys of past positions; changes name it @past. */
  past?: string;
  /** Where the order of play has got to; changes name it @flow. */
  flow?: unknown;
  /** All things that are seen, those in one holder in their order. */
  elements: Element[];
  /** Values of Parts by the name of the Part, then by the name of what has it. */
  parts?: Record<string, Record<string, unknown>>;
  /** Hash of the view. */
  hash: string;
  /** Checksum of this text. */
  check: string;
}

/** Derived are the derived values that are shown in a view, by the name of the value, then by the name of what has it. */
export type Derived = Record<string, Record<string, unknown>>;

/** Stage is what is seen to change: up to a moment that a move shows, from the last one to its end, or all of it. */
export interface Stage {
  /** What is seen to change since the stage before. */
  changes?: Change[];
  /** What people call something else than before; an empty text for what is not called anything any more. */
  labels?: Record<string, string>;
  /** Computed values that are others than before, and null for what is not there any more. */
  derived?: Derived;
  /** Of a move that shows moments: lines for the log, which the event has too. */
  said?: Line[];
  /** Of a move that shows moments: what is to be seen or heard, which the event has too. */
  notices?: Notice[];
}

/** Event is an entry as an observer may see it. */
export interface Event {
  /** Number of the entry; the first is 1. */
  n: number;
  /** What sort of entry it is. */
  kind: "move" | "undo" | "reseed" | "resign" | "seat" | "rules";
  /** Whose it is; -1 for nobody's. */
  seat: Seat;
  /** move: the move, in the names of the observer's view. */
  move?: string;
  /** move: the same as people read it. */
  line?: Line;
  /** undo: the entry after which the match stands again; none for the beginning. */
  back?: number;
  /** seat: who sits there from then on; nobody, if it is empty. */
  name?: string;
  /** seat: the bot that plays the seat from then on. */
  bot?: string;
  /** When it was. */
  at: string;
  /** move: further lines for the log. */
  said?: Line[];
  /** move: what is to be seen or heard. */
  notices?: Notice[];
  /** seat: the seat is kept for this player, who has not joined yet. */
  reserved?: boolean;
}

/** Progress is how far a seat is in the step that the match waits in. */
export interface Progress {
  /** Name of the step. */
  name: string;
  /** What people call it. */
  label?: string;
  /** What the seat is asked, before it is asked for an action or a pick. */
  ask?: Line;
  /** How many moves the seat has made in it. */
  used: number;
  /** How many more it must make. */
  needs: number;
  /** How many more it can make; -1: any number. */
  left: number;
}

/** Offer is an action, or the next pick of one. */
export interface Offer {
  /** Name of the action. */
  action: string;
  /** What people call it. */
  label: string;
  /** Why it cannot be done. */
  why?: Line;
  /** It cannot be taken back. */
  noUndo?: boolean;
  /** It takes too long to find out whether the move can be completed: it may be refused. */
  unproved?: boolean;
  /** The draft can be played as it is. */
  complete: boolean;
  /** The pick can be ended: an empty list, put behind, goes on to the next one. */
  stop?: boolean;
  /** To end the pick ends the move: the draft is played as it is. */
  stopLast?: boolean;
  /** Name of the pick to be made next. */
  pick?: string;
  /** Number of the pick: where its values go in a draft. */
  at?: number;
  /** What the seat is asked. */
  prompt?: Line;
  /** What is chosen. */
  sort?: "element" | "seat" | "number" | "value" | "text" | "kind";
  /** How many are to be chosen at least. */
  min?: number;
  /** How many at most; 0: as long as there is anything. */
  max?: number;
  /** Whatever is chosen completes the move. */
  last?: boolean;
  /** It may be left out. */
  optional?: boolean;
  /** One value after the other is chosen. */
  repeat?: boolean;
  /** The lowest number. */
  lo?: number;
  /** The highest number. */
  hi?: number;
  /** What a free text must be like. */
  text?: Text;
  /** What can be chosen, or why it cannot. */
  values?: Value[];
}

/** Refusal is why something was not done. Nothing has changed then. */
export interface Refusal {
  /** Of what sort it is; codes do not change. */
  code: string;
  /** The action it is about. */
  action?: string;
  /** The pick it is about. */
  pick?: string;
  /** The field of the request it is about. */
  field?: string;
  /** The reason in words. */
  why: string;
  /** The same with its arguments, if there are seats or things among them. */
  line?: Line;
}

/** Asked is a request to take moves back that seats have to agree to. */
export interface Asked {
  /** Who asks. */
  seat: Seat;
  /** The entry to go back to. */
  back: number;
  /** Why it needs consent. */
  why: Line;
  /** Who has not agreed yet. */
  need: Seat[];
}

/** Game is a game as the API tells of it. */
export interface Game {
  /** Name of the game, as paths have it. */
  name: string;
  /** What people call it. */
  title: string;
  /** What it is, in a sentence or two. */
  description: string;
  /** How it is played. */
  rules?: string;
  /** Version of the rules. */
  version: string;
  /** How many play at least. */
  minSeats: number;
  /** How many play at most. */
  maxSeats: number;
  /** What the players of the seats are called in the game, by seat, where it has names or colours for them. */
  roles?: Role[];
  /** How long a game takes. */
  minutes?: number;
  /** From 1, a child plays it, to 5. */
  complexity?: number;
  /** What sort of game it is. */
  categories?: string[];
  /** A picture of it. */
  picture?: string;
  /** What can be set before a match begins. */
  options?: Option[];
  /** Options that go well together. */
  presets?: Preset[];
}

/** NamedBot is a bot that can be chosen. */
export interface NamedBot {
  /** Name of the bot. */
  name: string;
  /** The parameter it takes, after a colon: SIMULATIONS for uct:1000. */
  takes?: string;
  /** What it does, in a sentence. */
  about?: string;
}

/** Role is what whoever plays a seat is called, and the colour of what is theirs. */
export interface Role {
  /** Such as White; player 1 for seat 0, if it is missing. */
  name?: string;
  /** Name of a colour. */
  color?: string;
}

/** Place is a place as the rules declare it: one, or one for each seat or each of some names. */
export interface Place {
  /** Name of the place. */
  name: string;
  /** What people call it, if that is something else. */
  label?: string;
  /** The name of the spot that it lies in; the table, if it is missing. */
  in?: string;
  /** Each seat has one. */
  each?: boolean;
  /** What the order of things in it means. */
  order: "ordered" | "unordered" | "stacked";
  /** How many things it can hold; any number, if it is missing. */
  max?: number;
  /** How it is shown. */
  look?: Look;
  /** The places it consists of, by the names that views have. */
  spots: Spot[];
}

/** Kind is a sort of thing. */
export interface Kind {
  /** Name of the kind. */
  name: string;
  /** What people call it, if that is something else. */
  label?: string;
  /** What players should know of it. */
  description?: string;
  /** How it is shown. */
  look?: Look;
}

/** Part is a value that changes. */
export interface Part {
  /** Name of the Part. What each seat has for itself is called so in views with / and the seat behind it. */
  name: string;
  /** What people call it, if that is something else. */
  label?: string;
  /** Players need not be shown it. */
  hidden?: boolean;
  /** It is computed from what is seen: it is in no view and no change, but told beside them as derived. */
  derived?: boolean;
}

/** Action is what a seat may do. */
export interface Action {
  /** Name of the action. */
  name: string;
  /** What people call it, if that is something else. */
  label?: string;
  /** What players should know of it. */
  description?: string;
}

/** Line is a sentence for people, in which {0}, {1} and so on stand for its arguments. The user interface fills in the names of players, labels and translations. */
export interface Line {
  /** The sentence; {0}, {1} and so on stand for the arguments. */
  text: string;
  /** The arguments. */
  args?: Arg[];
}

/** Values are option values by name; missing options have their default. */
export type Values = Record<string, string>;

/** Sitter is the player in a seat, without secrets. */
export interface Sitter {
  /** What the others call the player. */
  name?: string;
  /** Which bot plays the seat. */
  bot?: string;
  /** Nobody sits there, and anybody may. */
  free?: boolean;
  /** The seat is kept for this player of the last match, who has not joined yet. */
  reserved?: boolean;
}

/** Element is a thing in a view. */
export interface Element {
  /** Its name in this view. */
  id: string;
  /** What it is; ? for what has no face. */
  kind: string;
  /** The name of the place or thing it lies in. */
  in: string;
  /** Whose it is; nobody's, if it is missing. */
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
  /** What it is, in a word of the game. */
  name: string;
  /** What it is about: names of elements, numbers of seats, numbers, words. */
  args?: string[];
}

/** Text is what a free text must be like. */
export interface Text {
  /** How many letters at least. */
  min: number;
  /** How many at most. */
  max: number;
  /** A regular expression for the whole. */
  pattern?: string;
}

/** Value is something that can be chosen, or cannot. */
export interface Value {
  /** As a move names it. */
  value: string;
  /** What people call it, if that is something else. */
  label?: string;
  /** Why it cannot be chosen. */
  why?: Line;
  /** It completes the move, where not all values do. */
  last?: boolean;
  /** It takes too long to find out whether the move can be completed with it: it may be refused. */
  unproved?: boolean;
  /** What it means on the table, to be marked: things and places by name. */
  points?: string[];
}

/** Option is something that can be set before a match begins. */
export interface Option {
  /** Name of the option. */
  name: string;
  /** What people call it. */
  label?: string;
  /** What it does. */
  description?: string;
  /** What it is if nothing is said. */
  default: string;
  /** What it can be, if that is not a number. */
  values?: string[];
  /** The lowest number. */
  min?: number;
  /** The highest number. */
  max?: number;
}

/** Preset is options that go well together. */
export interface Preset {
  /** Name of the preset. */
  name: string;
  /** What people call it. */
  label?: string;
  /** The options that it sets. */
  values: Values;
}

/** Look is how something is shown. All of it are hints. */
export interface Look {
  /** A word or sign for it. */
  label?: string;
  /** Path of a picture, or a character. */
  picture?: string;
  /** disc, square, card, hex or another one. */
  shape?: string;
  /** Name of a colour. */
  color?: string;
  /** A character or picture for each seat that may own it. */
  bySeat?: string[];
  /** Of a place: row, fan, pile, grid or hex. */
  layout?: string;
  /** Of neighbours in a row or fan, in percent. */
  overlap?: number;
  /** Of a board: whose its top, right, bottom and left are, -1 for nobody's. */
  sides?: Seat[];
  /** Of a board, column or row: a click anywhere in one means what can be chosen there. */
  aim?: string;
}

/** Spot is one of the places that go by one declaration. */
export interface Spot {
  /** Its name in views. */
  name: string;
  /** Where its centre is drawn, to the right, in units of the distance of neighbours. */
  x?: number;
  /** The same upwards. */
  y?: number;
  /** Whose it is; nobody's, if it is missing. */
  owner?: Seat;
}

/** Arg is an argument of a Line: a seat, an element, a number or a word. */
export interface Arg {
  /** It is a seat: its number. */
  seat?: Seat;
  /** With seat: who sat there when it was said. */
  name?: string;
  /** It is a thing or place: its name in the view of the observer. */
  element?: string;
  /** With element: what people call it, if that is something else. */
  label?: string;
  /** It is a number. */
  number?: number;
  /** It is a word; the empty one, if nothing else is there. */
  word?: string;
}
