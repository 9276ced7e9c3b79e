import type { Weight } from './fonts.js';
import type { Ruler } from './ruler.js';

interface FitTextOptions {
  readonly width: number;
  readonly maxLines: number;
  /** Largest and smallest size, in mm. */
  readonly sizes: readonly [largest: number, smallest: number];
  readonly weight: Weight;
  readonly ruler: Ruler;
}

export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

const STEP_MM = 0.25;
const ELLIPSIS = '…';

/** Fits text at the largest possible size; at the smallest size, text that is too long ends in an ellipsis. */
export function fitText(
  text: string,
  { width, maxLines, sizes: [largest, smallest], weight, ruler }: FitTextOptions,
): FittedText {
  const plain = text.replace(/\s+/g, ' ').trim();
  for (let size = largest; size >= smallest; size -= STEP_MM) {
    const lines = wrap(plain, (part) => ruler(part, { sizeMm: size, weight }) <= width);
    if (lines && lines.length <= maxLines) return { lines, size };
  }
  const fits = (part: string) => ruler(part, { sizeMm: smallest, weight }) <= width;
  const lines: string[] = [];
  let rest = plain;
  while (rest !== '' && lines.length < maxLines) {
    const isLast = lines.length === maxLines - 1;
    const line = isLast ? shorten(rest, fits) : head(rest, fits);
    lines.push(line);
    rest = isLast ? '' : rest.slice(line.length).trimStart();
  }
  return { lines, size: smallest };
}

/** Wraps at spaces; null if one word is too long. */
function wrap(text: string, fits: (part: string) => boolean): readonly string[] | null {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (fits(longer)) lines.splice(Math.max(0, lines.length - 1), 1, longer);
    else if (fits(word)) lines.push(word);
    else return null;
  }
  return lines;
}

/** The longest prefix that fits, cut at a space if there is one. */
function head(text: string, fits: (part: string) => boolean): string {
  const part = longest(text, fits);
  const space = part === text ? -1 : part.lastIndexOf(' ');
  return space > 0 ? part.slice(0, space) : part;
}

function shorten(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  return longest(text, (part) => fits(part + ELLIPSIS)).trimEnd() + ELLIPSIS;
}

function longest(text: string, fits: (part: string) => boolean): string {
  const points = [...text];
  let [most, tooMany] = [1, points.length + 1];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(points.slice(0, middle).join(''))) most = middle;
    else tooMany = middle;
  }
  return points.slice(0, most).join('');
}
