import { createHash } from 'node:crypto';

/** Readable under white and black text alike. */
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

/** The name as it is compared: two that people take for the same are the same. */
export function tagKey(name: string): string {
  // Not the compatible form: one ligature may become eighteen letters there, and the key has to fit into an index.
  return name.normalize('NFC').toLowerCase();
}

/** What a tag is shown in until somebody chooses: the same wherever and whenever it first appears. */
export function tagColor(key: string): string {
  const index = createHash('sha256').update(key).digest().readUInt32BE() % COLORS.length;
  return COLORS[index] ?? '#7a8793';
}
