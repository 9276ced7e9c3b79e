const ELLIPSIS = '…';
const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** Truncates a text to `length` UTF-16 units, including an ellipsis. Never splits a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - ELLIPSIS.length).replace(HIGH_SURROGATE, '')}${ELLIPSIS}`;
}
