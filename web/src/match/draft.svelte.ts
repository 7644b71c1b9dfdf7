// A draft that Svelte observes.

import { DraftLogic, type Ambiguous, type Chosen, type Offer, type Progress, type Snapshot } from "@plygame/client";

export class Draft extends DraftLogic {
  offers = $state.raw<Offer[]>([]);
  step = $state.raw<Progress | undefined>();
  move = $state.raw<Chosen>({});
  ambiguous = $state.raw<Ambiguous | undefined>();
  busy = $state(false);
  sent = $state.raw<readonly string[]>([]);
  protected ready = $state(false);
  protected taking = $state<string | undefined>();
  protected foreseen = $state.raw<Offer[]>([]);
  protected past = $state.raw<Snapshot[]>([]);
}
