/** Letters that Unicode does not decompose. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
};
const SPELT_LETTERS = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'g');

const ASCII = /^\p{ASCII}*$/u;

/**
 * Normalises text for comparison in a search, without accents and case. Done here, the same for every database,
 * instead of with `unaccent`.
 */
export function fold(text: string): string {
  // Most texts need no decomposition, and every write folds texts.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(SPELT_LETTERS, (letter) => SPELT[letter] ?? letter);
}
