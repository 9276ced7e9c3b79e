/** Letters that Unicode does not take apart. */
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

/** Text as it is compared in a search: accents and case do not count. Done here, alike on every database, not by `unaccent`. */
export function fold(text: string): string {
  // Nothing to take apart: most texts are that, and each is folded with every write.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(SPELT_LETTERS, (letter) => SPELT[letter] ?? letter);
}
