/** `Ada King Lovelace` gives `AL`, `ada@example.org` gives `A`. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const first = [...(words[0] ?? '?')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** 1 to 8, always the same for a seed. */
export function tintOf(seed: string): number {
  let hash = 0;
  for (const character of seed) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return ((hash >>> 0) % 8) + 1;
}
