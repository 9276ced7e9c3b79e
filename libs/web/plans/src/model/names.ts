/** `A-{1..8}`: where the numbers of a row are. `{01..08}` has two digits, `{A..H}` letters. */
const RANGE = /\{(\d+|[A-Za-z])(?:\.\.(\d+|[A-Za-z]))?\}/;
const LETTERS = 26;

/** The names of a row, from a pattern: `A-{1..3}` gives `A-1`, `A-2`, `A-3`. The count decides how many. */
export function namesOf(pattern: string, count: number): readonly string[] {
  const range = RANGE.exec(pattern);
  const text = range ? pattern : `${pattern}{1}`;
  const start = range?.[1] ?? '1';
  return Array.from({ length: count }, (_, index) => {
    if (!range && count === 1) return pattern;
    return text.replace(RANGE, step(start, index));
  });
}

/** The pattern with the end that so many names have. */
export function patternFor(pattern: string, count: number): string {
  const start = RANGE.exec(pattern)?.[1];
  return start === undefined ? pattern : pattern.replace(RANGE, `{${start}..${step(start, count - 1)}}`);
}

/** How many names a pattern with an end means. */
export function countOf(pattern: string): number | undefined {
  const [, start, end] = RANGE.exec(pattern) ?? [];
  if (start === undefined || end === undefined || isNumber(start) !== isNumber(end)) return undefined;
  const count = place(end) - place(start) + 1;
  return count > 0 ? count : undefined;
}

const isNumber = (text: string) => /^\d/.test(text);

function place(text: string): number {
  return isNumber(text) ? Number(text) : text.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
}

function step(start: string, by: number): string {
  if (isNumber(start)) {
    const text = String(Number(start) + by);
    return start.startsWith('0') ? text.padStart(start.length, '0') : text;
  }
  // After Z comes AA, as in the columns of a spreadsheet.
  let letters = '';
  for (let rest = place(start) + by; rest >= 0; rest = Math.floor(rest / LETTERS) - 1)
    letters = String.fromCharCode('A'.charCodeAt(0) + (rest % LETTERS)) + letters;
  return start === start.toLowerCase() ? letters.toLowerCase() : letters;
}

const fold = (name: string) => name.toLowerCase();

/** A name that none of its siblings has: the name itself, or with the next free number at its end. */
export function freeName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map(fold));
  if (!names.has(fold(name))) return name;
  const [, base = name, digits = ''] = /^(.*?)(\d*)$/.exec(name) ?? [];
  const separator = digits === '' ? ' ' : '';
  for (let number = digits === '' ? 2 : Number(digits) + 1; ; number += 1) {
    const text = String(number).padStart(digits.startsWith('0') ? digits.length : 0, '0');
    if (!names.has(fold(`${base}${separator}${text}`))) return `${base}${separator}${text}`;
  }
}

/** The next letter for a row beside others: `A-{1..8}`, then `B-{1..8}`. */
export function freePattern(taken: readonly string[]): string {
  const used = new Set(taken.flatMap((name) => /^([A-Z]+)-\d/i.exec(name)?.[1]?.toUpperCase() ?? []));
  for (let index = 0; ; index += 1) {
    const letter = step('A', index);
    if (!used.has(letter)) return `${letter}-{1}`;
  }
}
