/** Widths in em of a common sans-serif font, rounded up, because the server has no fonts. */
const NARROW = /^[iljtfrI.,:;'|!()[\] ]$/;
const WIDE = /^[mwMW@%]$/;
const CAPITAL = /^[\p{Lu}\d#&$€+=<>~]$/u;
const FIRST_WIDE_CODE_POINT = 0x1100;
/** Hangul, CJK, emoji and similar characters are one em wide; other scripts are narrower. */
const FULL_WIDTH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff00-\uff60]$/u;
const INVISIBLE = /^[\p{Mn}\p{Cf}\ufe0f]$/u;

export function textWidth(text: string, sizePx: number): number {
  let em = 0;
  for (const character of text) em += characterWidth(character);
  return em * sizePx;
}

/** A plan has few different characters and many of each. */
const known = new Map<string, number>();
const MOST_KNOWN = 5_000;

export function characterWidth(character: string): number {
  const before = known.get(character);
  if (before !== undefined) return before;
  const width = measure(character);
  if (known.size < MOST_KNOWN) known.set(character, width);
  return width;
}

function measure(character: string): number {
  if (NARROW.test(character)) return 0.38;
  if (WIDE.test(character)) return 1;
  if (CAPITAL.test(character)) return 0.72;
  const code = character.codePointAt(0) ?? 0;
  if (code < FIRST_WIDE_CODE_POINT) return 0.64;
  if (INVISIBLE.test(character)) return 0;
  return FULL_WIDTH.test(character) ? 1.1 : 0.68;
}

const ELLIPSIS = '…';
/** Shorter texts are not useful. */
const FEWEST_CHARACTERS = 3;

export type Keep = 'start' | 'end';

/** The longest part of the text that fits, with an ellipsis if it is shortened; empty if almost nothing fits. */
export function shorten(
  text: string,
  widthPx: number,
  { sizePx, keep = 'start' }: { readonly sizePx: number; readonly keep?: Keep },
): string {
  if (textWidth(text, sizePx) <= widthPx) return text;
  const characters = keep === 'start' ? [...text] : [...text].toReversed();
  const left = widthPx / sizePx - characterWidth('n');
  const kept: string[] = [];
  let em = 0;
  for (const character of characters) {
    em += characterWidth(character);
    if (em > left) break;
    kept.push(character);
  }
  if (kept.length < FEWEST_CHARACTERS) return '';
  return keep === 'start'
    ? `${kept.join('').trimEnd()}${ELLIPSIS}`
    : `${ELLIPSIS}${kept.toReversed().join('').trimStart()}`;
}
