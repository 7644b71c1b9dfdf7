// What is needed to draw a place that is not a board.

import type { Place, Spot } from "../wire";
import type { Choices } from "./choices";
import type { Position } from "./position";

export interface SpotProps {
  place: Place;
  spot: Spot;
  label: string;
  position: Position;
  choices: Choices;
  seats: string[];
  recent?: ReadonlySet<string>;
  own?: boolean; // the player's own place
  slot?: boolean; // one of several places of the same sort
}
