import { api } from "../api";
import type { Sample } from "../wire";

const asked = new Map<string, Promise<Sample>>();

/** sampleOf fetches the sample of a game once; a failed request can be repeated. */
export function sampleOf(game: string): Promise<Sample> {
  let sample = asked.get(game);
  if (!sample) {
    sample = api.sample(game);
    asked.set(game, sample);
    sample.catch(() => asked.delete(game));
  }
  return sample;
}
