import { api } from "../api";
import type { Sample } from "@plygame/client";

const requests = new Map<string, Promise<Sample>>();

/** sampleOf fetches the sample of a game once; a failed request can be repeated. */
export function sampleOf(game: string): Promise<Sample> {
  let sample = requests.get(game);
  if (!sample) {
    sample = api.sample(game);
    requests.set(game, sample);
    sample.catch(() => requests.delete(game));
  }
  return sample;
}
