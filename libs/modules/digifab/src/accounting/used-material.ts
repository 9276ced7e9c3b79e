import type { Static } from 'typebox';
import type { usedMaterial } from '../events/print-events.js';

export type UsedMaterial = Static<typeof usedMaterial>;

/** Event properties for the material of an ended print: all lines, and `partId` and `delta` if there is exactly one. */
export function usagePayload(used: readonly UsedMaterial[]) {
  const [first] = used;
  const single = first && used.length === 1 ? { partId: first.partId, delta: -first.usedG } : {};
  return { materials: [...used], ...single };
}

/** Identifies the stock posting of one line of one attempt, so that a repeated event posts it once. */
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
