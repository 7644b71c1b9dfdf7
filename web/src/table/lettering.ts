// The size of letters on a card, so that no word is broken.

const guess = 0.72; // of a letter's width in ems, where nothing can be measured
const bold = 650;

let pen: OffscreenCanvasRenderingContext2D | null | undefined;
const measured = new Map<string, number>();

/** letterSize is the largest font size, up to the usual one, at which the longest word of a text is no wider than a room in the same unit. */
export function letterSize(text: string, room: number, usual: number): number {
  return Math.min(usual, room / Math.max(...text.split(/[\s-]+/).map(wordWidth)));
}

const mostUneven = 1.25; // times the size of the longest title

/** evenSize is a letterSize at which a title looks like the others: none is much larger than the smallest. */
export function evenSize(text: string, all: readonly string[], room: number, usual: number): number {
  const smallest = Math.min(...all.map((other) => letterSize(other, room, usual)));
  return Math.min(letterSize(text, room, usual), Math.max(mostUneven * smallest, usual / 2));
}

/** textWidth is the width of a text in one line of bold letters, in ems. */
export const textWidth = wordWidth;

/** wordWidth is the width of a word in bold letters, in ems. */
function wordWidth(word: string): number {
  let width = measured.get(word);
  if (width === undefined) measured.set(word, (width = measure(word)));
  return width;
}

function measure(word: string): number {
  if (pen === undefined) pen = newPen();
  return pen ? pen.measureText(word).width / 100 : word.length * guess;
}

function newPen(): OffscreenCanvasRenderingContext2D | null {
  if (typeof OffscreenCanvas === "undefined") return null;
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  if (pen) pen.font = `${bold} 100px ${getComputedStyle(document.documentElement).fontFamily}`;
  return pen;
}
