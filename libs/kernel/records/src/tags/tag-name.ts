import { createHash } from 'node:crypto';

/** Readable under white and black text. */
const COLORS = [
  '#4c78a8',
  '#f58518',
  '#e45756',
  '#72b7b2',
  '#54a24b',
  '#b79a20',
  '#b279a2',
  '#9d755d',
  '#7a8793',
  '#5b8ff9',
];

/** The normalised name: two names that look the same are the same. */
export function tagKey(name: string): string {
  // NFC, not NFKC: a ligature may become eighteen letters in NFKC, and the key must fit into an index.
  return name.normalize('NFC').toLowerCase();
}

/** The default colour of a tag, derived from its name. */
export function tagColor(key: string): string {
  const index = createHash('sha256').update(key).digest().readUInt32BE() % COLORS.length;
  return COLORS[index] ?? '#7a8793';
}
