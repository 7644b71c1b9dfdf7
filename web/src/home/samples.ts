import { api } from "../api";
import type { Sample } from "../wire";

const asked = new Map<string, Promise<Sample>>();

/** sampleOf asks for the sample of a game, once; when it fails, it may be asked for again. */
export function sampleOf(game: string): Promise<Sample> {
  let sample = asked.get(game);
  if (!sample) {
    sample = api.sample(game);
    asked.set(game, sample);
    sample.catch(() => asked.delete(game));
  }
  return sample;
}
