const hues = 24; // far enough from each other to be told apart

/** hue is the colour of a game, in degrees: always the same for the same name. */
export function hue(name: string): number {
  let hash = 2;
  for (const letter of name) hash = (hash * 101 + letter.codePointAt(0)!) % 65521;
  return (hash % hues) * (360 / hues);
}
