// What is needed to draw a place that is not a board.

import type { Place, Position, Spot } from "@plygame/client";
import type { Choices } from "./choices";

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
