export interface DoneWords {
  /** What happened. */
  readonly text: string;
  /** What is so now. */
  readonly rest: string;
}

/** Fills the words that tell what an action did. A part between commas is left out if a value in it is missing; null without the first part. */
export function fillWords(words: string, valueOf: (name: string) => string): DoneWords | null {
  const [first, ...others] = words.split(', ').map((part) => filled(part, valueOf));
  return first ? { text: first, rest: others.map((part) => part && `, ${part}`).join('') } : null;
}

function filled(part: string, valueOf: (name: string) => string): string {
  const values = new Map([...part.matchAll(/\{([^}]*)\}/gu)].map(([braces, name = '']) => [braces, valueOf(name)]));
  return [...values.values()].includes('') ? '' : part.replaceAll(/\{[^}]*\}/gu, (braces) => values.get(braces) ?? '');
}
