/** shortened cuts a text after a sentence, or else after a word, if it has more than `most` characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most + 1);
  const sentence = start.lastIndexOf(". ");
  return sentence > most / 3 ? start.slice(0, sentence) : `${start.slice(0, start.lastIndexOf(" "))} …`;
}
