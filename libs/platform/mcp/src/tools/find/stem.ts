/** Words that say nothing about an action. */
const STOP_WORDS = new Set(
  `a an the of to from for and or in on at by with into onto is are was were be been being it its this that these those there
  then than as i we you they he she my our your their me us them please can could should would will want need needs have has had
  do does did so all any some one two three four five six seven eight nine ten which what who when how not no if
  now just also again`.split(/\s+/),
);
const SHORTEST_STEM = 3;

/** The stems of the words of a text, in order: `Receiving these parts` is `receiv`, `part`. */
export function stemsOf(text: string): readonly string[] {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !/^\d+$/.test(word)).map(stem);
}

/** A light English stemmer: the ends of plurals and verbs are cut. */
export function stem(word: string): string {
  let cut = word;
  if (cut.endsWith('ies') && cut.length > 4) cut = `${cut.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(cut)) cut = cut.slice(0, -2);
  else if (cut.endsWith('s') && !/(?:ss|us|is)$/.test(cut)) cut = cut.slice(0, -1);
  for (const end of ['ing', 'ed'])
    if (cut.endsWith(end) && /[aeiouy]/.test(cut.slice(0, -end.length)) && cut.length - end.length >= SHORTEST_STEM) {
      cut = cut.slice(0, -end.length).replace(/([b-df-hj-km-np-rtv-z])\1$/, '$1');
      break;
    }
  return cut.length > SHORTEST_STEM ? cut.replace(/e$/, '') : cut;
}
