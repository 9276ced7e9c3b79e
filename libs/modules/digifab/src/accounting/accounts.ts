import type { Static } from 'typebox';
import type { usedMaterial } from '../events/print-events.js';

export type UsedMaterial = Static<typeof usedMaterial>;

/** What the end of a print says of its material: every line, and in short where there is one. */
export function accountsOf(used: readonly UsedMaterial[]) {
  const [first] = used;
  const inShort = first && used.length === 1 ? { partId: first.partId, delta: -first.usedG } : {};
  return { materials: [...used], ...inShort };
}

/** One posting per job, attempt and line, whatever is repeated. */
export function causeKey({
  job,
  attempt,
  line,
}: {
  readonly job: string;
  readonly attempt: number;
  readonly line: number;
}) {
  return `digifab:job:${job}:${attempt}:${line}`;
}
