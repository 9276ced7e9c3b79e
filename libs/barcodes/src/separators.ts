export const GS = '\x1d';
export const RS = '\x1e';
const EOT = '\x04';

/**
 * How scanners that act as keyboards write separators: the pictures of control characters, their names, carets, escapes, what a DOS code page
 * shows for them, and the function keys that stand for them (F8 and F9, in the numbers that macOS gives to keys).
 */
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/[␝↔\uf70b]|[<{[](?:GS|FNC1)[>}\]]|\^\]|\\x1d|\\u001d|\\035|&#(?:29|x1d);/gi, GS],
  [/[␞▲\uf70c]|[<{[]RS[>}\]]|\^\^|\\x1e|\\u001e|\\036|&#(?:30|x1e);/gi, RS],
  [/[␄♦]|[<{[]EOT[>}\]]|\^D$|\\x04|\\u0004|\\004|&#(?:4|x04);/gi, EOT],
];

/** A code with control characters in place of what is written for them. */
export function withSeparators(code: string): string {
  return WRITTEN.reduce((text, [written, separator]) => text.replace(written, separator), code);
}
