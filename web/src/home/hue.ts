const hues = 24; // few enough that any two are easy to distinguish

/** hue is the colour of a game in degrees, derived from its name. */
export function hue(name: string): number {
  let hash = 2;
  for (const letter of name) hash = (hash * 101 + letter.codePointAt(0)!) % 65521;
  return (hash % hues) * (360 / hues);
}
