// What goes over the wire: docs/protocol.md tells what it means.

export type Seat = number;

export interface Look {
  label?: string;
  picture?: string;
  shape?: string;
  color?: string;
  bySeat?: string[];
  layout?: string;
  overlap?: number;
  sides?: Seat[];
  aim?: string;
}

export interface Spot {
  name: string;
  owner?: Seat;
  x?: number;
  y?: number;
}

export interface Place {
  name: string;
  label?: string;
  in?: string;
  each?: boolean;
  order: "ordered" | "unordered" | "stacked";
  max?: number;
  look?: Look;
  spots: Spot[];
}

export interface Kind {
  name: string;
  label?: string;
  description?: string;
  look?: Look;
}

export interface Part {
  name: string;
  label?: string;
  hidden?: boolean;
}

export interface Action {
  name: string;
  label?: string;
  description?: string;
}

/** Table is what the rules of a match declare. */
export interface Table {
  seats: number;
  places: Place[];
  kinds: Kind[];
  parts: Part[];
  actions: Action[];
}

export interface Element {
  id: string;
  kind: string;
  in: string;
  owner?: Seat;
}

export interface View {
  view: Seat;
  game: string;
  seats: number;
  turn: Seat;
  moves: number;
  out?: number;
  away?: number;
  by?: string;
  elements: Element[];
  parts?: Record<string, Record<string, unknown>>;
}

export type Labels = Record<string, string>;

/** Derived are values that are computed from a view, by their name, then by what has it; null for what is gone. */
export type Derived = Record<string, Record<string, unknown>>;

/** Sample is a made-up position of a game, for pictures. */
export interface Sample {
  table: Table;
  view: View;
  labels?: Labels;
  derived?: Derived;
}

export interface Change {
  of?: string;
  field: string;
  was?: string;
  is?: string;
}

export interface Notice {
  name: string;
  args?: unknown[];
}

export interface Event {
  n: number;
  kind: "move" | "undo" | "reseed" | "seat" | "resign" | "rules";
  seat: Seat;
  at: string;
  move?: string;
  words?: string;
  said?: string[];
  notices?: Notice[];
  back?: number;
  name?: string;
  bot?: string;
}

export interface Player {
  name?: string;
  bot?: string;
  free?: boolean;
}

export interface Listing {
  id: string;
  game: string;
  options?: Record<string, string>;
  seats: Player[];
  entries: number;
  toAct?: Seat[];
  over: boolean;
  outcome?: string;
  created: string;
  updated: string;
}

export interface Outcome {
  text: string;
  draw: boolean;
  winners: Seat[];
  ranks: number[];
  scores: number[];
}

export interface Value {
  value: string;
  label?: string;
  why?: string;
  last?: boolean;
  unproved?: boolean;
  points?: string[];
}

export interface Offer {
  action: string;
  label: string;
  why?: string;
  noUndo?: boolean;
  unproved?: boolean;
  complete: boolean;
  stop?: boolean;
  stopLast?: boolean;
  last?: boolean;
  pick?: string;
  at?: number;
  prompt?: string;
  sort?: "element" | "seat" | "number" | "value" | "text" | "kind";
  min?: number;
  max?: number;
  optional?: boolean;
  repeat?: boolean;
  lo?: number;
  hi?: number;
  text?: { min: number; max: number; pattern?: string };
  values?: Value[];
}

/** Step is where in the order of play a seat is. */
export interface Step {
  name: string;
  label?: string;
  ask?: string;
  used: number;
  needs: number;
  left: number;
}

export interface Refusal {
  code: string;
  why: string;
  action?: string;
  pick?: string;
  field?: string;
}

export interface Asked {
  seat: Seat;
  back: number;
  why: string;
  need: Seat[];
}

export interface Move {
  action?: string;
  picks?: string[][];
}

/** Stage is what is seen of a move up to a moment that it shows, or from the last one to its end. */
export interface Stage {
  changes?: Change[];
  labels?: Labels;
  derived?: Derived;
  said?: string[];
  notices?: Notice[];
}

export interface Message {
  type: "welcome" | "update" | "answer" | "refusal" | "presence" | "asked" | "farewell" | "next";
  re?: number;
  seq?: number;
  from?: number;
  mark?: string;
  toAct?: Seat[];
  over?: boolean;
  outcome?: Outcome;
  resigned?: Seat;
  role?: "spectator" | "seat" | "host" | "judge";
  seat?: Seat;
  match?: Listing;
  view?: View;
  labels?: Labels;
  derived?: Derived;
  changes?: Change[];
  stages?: Stage[];
  events?: Event[];
  step?: Step;
  offers?: Offer[];
  ask?: boolean;
  more?: boolean;
  refusal?: Refusal;
  here?: boolean[];
  spectators?: number;
  asked?: Asked;
  next?: string;
  code?: "restart" | "slow" | "gone" | "left" | "misuse";
  why?: string;
}

export interface Option {
  name: string;
  label?: string;
  description?: string;
  default: string;
  values?: string[];
  min?: number;
  max?: number;
}

export interface Preset {
  name: string;
  label?: string;
  values: Record<string, string>;
}

export interface Game {
  name: string;
  title: string;
  description: string;
  rules?: string;
  version: string;
  minSeats: number;
  maxSeats: number;
  minutes?: number;
  complexity?: number;
  categories?: string[];
  picture?: string;
  options?: Option[];
  presets?: Preset[];
}
