import { distance } from 'fastest-levenshtein';

/** `'packge'; did you mean 'package'?`, or the name alone where no known name is near. */
export function quotedWithNearest(name: string, known: readonly string[]): string {
  const limit = Math.max(1, Math.floor(name.length / 2));
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .sort((one, other) => one.edits - other.edits);
  return nearest ? `'${name}'; did you mean '${nearest.candidate}'?` : `'${name}'.`;
}
