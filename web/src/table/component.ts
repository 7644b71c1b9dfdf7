// What a component of the game's author gets and sends: plain data in, choices out. docs/ui.md, "A component of your own".

import {
  capital,
  faceless,
  type Move,
  type Offer,
  pictureOf,
  type Place,
  placePictureOf,
  type Position,
  type Seat,
  type Thing,
} from "@plygame/client";
import type { Choices } from "./choices";
import { elementOf, type Draw } from "./drawn";
import { seatColour, stoneColour } from "./motif";

/** Choosable is the part of a thing or place that says what a click on it would do. */
interface Choosable {
  name: string; // what choose takes
  label: string;
  state?: "open" | "chosen" | "closed"; // missing if there is nothing to choose here
  why?: string; // why it cannot be chosen
  hint?: number; // how good a hint says that it is, from 0 to 100; missing without one
  recent?: true; // part of the last move
  won?: true; // the match was won with it
}

/** ComponentThing is a thing in a place. */
export interface ComponentThing extends Choosable {
  kind: string; // "?" for a thing without a face
  owner?: Seat;
  picture: string; // address, empty if it has none
  values: Record<string, string>; // its Parts, derived values and traits, by name
  things: ComponentThing[]; // in it
}

/** ComponentPlace is a place, such as a hand or a cell of a board. */
export interface ComponentPlace extends Choosable {
  place: string; // name of the declaration: the cells of a board share it
  in?: string; // the place that it is part of: the board of a cell
  owner?: Seat;
  x?: number; // of a cell; to the right
  y?: number; // of a cell; up
  picture: string; // address, empty if it has none
  values: Record<string, string>;
  things: ComponentThing[];
}

/** ComponentSeat is a seat and its player. The colours are CSS values that follow the settings of the player. */
export interface ComponentSeat {
  name: string;
  role?: string; // the game's name for the seat
  color: string; // of its pieces
  ink: string; // of its name and of lines, legible on every background
  toAct: boolean;
  values: Record<string, string>;
}

/** ComponentOutcome is how the match ended. */
export interface ComponentOutcome {
  text: string;
  winners: readonly Seat[];
  ranks: readonly number[]; // by seat, from 1
  scores: readonly number[]; // by seat, if the game has points
}

/** ComponentState is what a component gets. It is plain data, which survives structuredClone. */
export interface ComponentState {
  art: string; // path of the game's files; ends in a slash
  seats: ComponentSeat[]; // by number, from 0
  values: Record<string, string>; // of the table
  me?: Seat; // missing for spectators
  places: ComponentPlace[];
  offers: Offer[]; // what can be chosen, as in docs/protocol.md; empty for the component of a place
  draft: Move; // what is chosen so far
  outcome?: ComponentOutcome; // when the match is over
  words: { prompt: string }; // what the player is asked
}

/** ComponentElement is an element of the author's class. It dispatches the event "choose" with a value, or a list of values. */
export type ComponentElement = HTMLElement & { state: ComponentState };

/** Showing is what a state is made of. */
export interface Showing {
  position: Position;
  choices: Choices;
  seats: readonly string[];
  me?: Seat | undefined;
  toAct?: readonly Seat[];
  offers?: Offer[];
  draft?: Move;
  prompt?: string;
  recent?: ReadonlySet<string> | undefined;
  outcome?: ComponentOutcome | undefined;
}

/** stateOf returns what a component gets: of the whole table, or of one spot. */
export function stateOf(from: Showing, spot?: string): ComponentState {
  const { position, seats, me, toAct = [], offers = [], draft = {}, prompt = "", outcome } = from;
  return {
    art: position.table.art ?? "",
    seats: seats.map((name, seat) => ({
      name,
      ...(position.table.roles?.[seat]?.name && { role: position.table.roles[seat].name }),
      color: stoneColour(seat),
      ink: seatColour(seat),
      toAct: toAct.includes(seat),
      values: valuesOf(position, `seat/${seat}`),
    })),
    values: valuesOf(position, "table"),
    ...(me !== undefined && { me }),
    places: position.table.places.flatMap((place) =>
      place.spots
        .filter((s) => spot === undefined || s.name === spot)
        .map(({ name, owner, x, y }) => ({
          ...choosable(from, name, titleOf(place) ?? position.label(name)),
          place: place.name,
          ...(place.in && { in: place.in }),
          ...(owner !== undefined && { owner }),
          ...(x !== undefined && { x }),
          ...(y !== undefined && { y }),
          picture: placePictureOf(position, name),
          values: valuesOf(position, name),
          things: position.things(name).map((t) => thingOf(from, t)),
        })),
    ),
    offers,
    draft,
    ...(outcome && { outcome }),
    words: { prompt },
  };
}

function thingOf(from: Showing, thing: Thing): ComponentThing {
  const { position } = from;
  return {
    ...choosable(from, thing.name, thing.text),
    kind: thing.kind,
    ...(thing.owner !== undefined && { owner: thing.owner }),
    picture: pictureOf(position, thing),
    values: { ...position.kind(thing.kind)?.traits, ...valuesOf(position, thing.name) },
    things: thing.kind === faceless ? [] : position.things(thing.name).map((t) => thingOf(from, t)),
  };
}

function choosable({ choices, position, recent }: Showing, name: string, label: string): Choosable {
  const state = choices.state(name);
  const why = state === "closed" ? choices.why(name) : "";
  const hint = choices.advised(name);
  return {
    name,
    label,
    ...(state && { state }),
    ...(why && { why }),
    ...(hint !== undefined && { hint }),
    ...(recent?.has(name) && { recent: true }),
    ...(position.seen.won().has(name) && { won: true }),
  };
}

/** choosableIn reports whether something in a state can be chosen on the table. */
export const choosableIn = ({ places }: ComponentState): boolean =>
  places.some((p) => p.state === "open" || openIn(p.things));

const openIn = (things: readonly ComponentThing[]): boolean =>
  things.some((t) => t.state === "open" || openIn(t.things));

function valuesOf(position: Position, name: string): Record<string, string> {
  return Object.fromEntries(
    position.table.parts.flatMap((p) => {
      const value = position.value(p, name);
      if (value === undefined) return [];
      return [[p.name, typeof value === "object" ? JSON.stringify(value) : `${value as string | number | boolean}`]];
    }),
  );
}

/** titleOf is what players call a place, if it is not one of several with names of their own, such as the cells of a board. */
const titleOf = ({ label, name, each, spots }: Place): string | undefined =>
  each || spots.length === 1 ? label || capital(name) : undefined;

const loaded = new Map<string, Promise<new () => ComponentElement>>();

/** load imports the module of a component and defines its class as an element. */
export function load(url: string): Promise<new () => ComponentElement> {
  let known = loaded.get(url);
  if (!known) {
    known = define(url);
    loaded.set(url, known);
  }
  return known;
}

async function define(url: string): Promise<new () => ComponentElement> {
  const module = (await import(/* @vite-ignore */ url)) as { default?: unknown; style?: string };
  const { default: exported, style = "" } = module;
  if (typeof exported !== "function")
    throw new TypeError("the default export of the module is neither a function nor a class of elements");
  const type = exported.prototype instanceof HTMLElement ? exported : elementOf(exported as Draw, style);
  if (!Object.getOwnPropertyDescriptor(type.prototype, "state")?.set)
    throw new TypeError("the class has no setter for state");
  customElements.define(`ply-component-${loaded.size}`, type as CustomElementConstructor);
  return type as new () => ComponentElement;
}
