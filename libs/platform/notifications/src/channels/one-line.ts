import { cutText } from './cut-text.js';

/** Text from elsewhere as one line that can be stored and shown. */
export function oneLine(text: string, length: number): string {
  return cutText(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    length,
  );
}
