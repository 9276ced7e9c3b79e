import { cutText } from './cut-text.js';

/** External text as a single line without control characters, truncated to `length`. */
export function oneLine(text: string, length: number): string {
  return cutText(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    length,
  );
}
