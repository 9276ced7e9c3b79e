import { splitPath } from './record-keys.js';

/** Titles of a path as programs write it: `A/B`, `A / B`, `A > B`, `A->B`. A slash in brackets belongs to a title: `Controllers (MCU/MPU)`. */
export function titlesOf(path: string): readonly string[] {
  if (isArrowPath(path)) return titled(path.split(ARROW));
  const written = !path.includes('/') && /\s>\s|\s»\s/.test(path) ? path.split(/\s[>»]\s/) : joined(splitPath(path));
  return titled(written);
}

const ARROW = /\s*(?:->|→)\s*/;

export function isArrowPath(path: string): boolean {
  return ARROW.test(path);
}

function titled(titles: readonly string[]): readonly string[] {
  return titles.map((title) => title.trim()).filter((title) => title !== '');
}

function joined(titles: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const title of titles) {
    const open = whole.at(-1);
    if (open !== undefined && depthOf(open) > 0) whole[whole.length - 1] = `${open}/${title}`;
    else whole.push(title);
  }
  return whole;
}

function depthOf(text: string): number {
  return text.split('(').length - text.split(')').length;
}
