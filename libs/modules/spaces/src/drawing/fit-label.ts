import { shorten, textWidth, type Keep } from './text-width.js';
import { tag, text as textElement, type Attributes, type Box } from './svg.js';

const LINE_HEIGHT = 1.18;
const PADDING_PX = 3;

interface Fit {
  readonly lines: readonly string[];
  readonly sizePx: number;
}

export interface LabelSize {
  readonly largestPx: number;
  readonly smallestPx: number;
  /** The part that is kept if a name is shortened. Default `start`. */
  readonly keep?: Keep;
}

/**
 * A name inside a box: as large as possible, in two lines or upright if that helps, otherwise shortened; empty if
 * it would be unreadable.
 */
export function boxLabel(
  name: string,
  box: Box,
  { attributes = {}, ...size }: LabelSize & { readonly attributes?: Attributes },
): string {
  const [w, h] = [box.w - 2 * PADDING_PX, box.h - 2 * PADDING_PX];
  const flat = fitLines(name, { w, h }, size);
  const upright = h > w * 1.4 ? fitLines(name, { w: h, h: w }, size) : null;
  const turned = upright !== null && (flat === null || reads(upright) > reads(flat) * 1.15);
  const fit = turned ? upright : flat;
  if (fit === null) return '';
  const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const rotation = turned ? { transform: `rotate(-90 ${middle.x.toFixed(2)} ${middle.y.toFixed(2)})` } : {};
  const first = middle.y - ((fit.lines.length - 1) * fit.sizePx * LINE_HEIGHT) / 2 + fit.sizePx * 0.35;
  const lines = fit.lines.map((line, index) =>
    textElement(line, { x: middle.x, y: first + index * fit.sizePx * LINE_HEIGHT }),
  );
  return tag('g', { 'font-size': fit.sizePx, 'text-anchor': 'middle', ...rotation, ...attributes }, lines.join(''));
}

/** A score for how much of a name is readable, and how well. */
function reads({ lines, sizePx }: Fit): number {
  const isWhole = !lines.some((line) => line.includes('…'));
  return (isWhole ? 100 : lines.join('').length) * sizePx;
}

function fitLines(
  name: string,
  { w, h }: Pick<Box, 'w' | 'h'>,
  { largestPx, smallestPx, keep = 'start' }: LabelSize,
): Fit | null {
  const broken = inTwo(name);
  for (let sizePx = largestPx; sizePx >= smallestPx; sizePx -= 0.5) {
    if (sizePx > h) continue;
    if (textWidth(name, sizePx) <= w) return { lines: [name], sizePx };
    if (broken && sizePx * 2 * LINE_HEIGHT <= h && broken.every((line) => textWidth(line, sizePx) <= w))
      return { lines: broken, sizePx };
  }
  const short = smallestPx <= h ? shorten(name, w, { sizePx: smallestPx, keep }) : '';
  return short === '' ? null : { lines: [short], sizePx: smallestPx };
}

/** Split at the space nearest to the middle. */
function inTwo(name: string): readonly [string, string] | null {
  const middle = name.length / 2;
  let best = -1;
  for (let at = name.indexOf(' '); at >= 0; at = name.indexOf(' ', at + 1))
    if (best < 0 || Math.abs(at - middle) < Math.abs(best - middle)) best = at;
  return best <= 0 || best === name.length - 1 ? null : [name.slice(0, best), name.slice(best + 1)];
}
