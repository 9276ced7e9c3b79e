const ELLIPSIS = '…';
const HALF_A_PAIR = /[\ud800-\udbff]$/;

/** The text, or as much of it as has `length` UTF-16 units with an ellipsis: no character is cut in two. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - ELLIPSIS.length).replace(HALF_A_PAIR, '')}${ELLIPSIS}`;
}
