import { type ErrorDetail, pointer } from '@cubit/core';
import type { Bin, Container, Floorplan } from './floorplan.js';

/** Limits of one document against abuse, far above real buildings. */
export const MAX_ROOMS = 2_000;
export const MAX_CONTAINERS = 10_000;
export const MAX_NESTING = 32;
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
/** Nesting of JSON: containers need at most 70 levels, the rest is for unknown properties. */
export const MAX_JSON_DEPTH = 128;

/** Faults of a valid document that exceeds the limits. */
export function limitFaults({ rooms }: Floorplan): readonly ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (rooms.length > MAX_ROOMS) faults.push(tooMany('/rooms', `must have at most ${MAX_ROOMS} rooms.`));
  let count = 0;
  const visit = (
    containers: readonly (Partial<Container> & Pick<Bin, 'bins'>)[],
    path: string,
    nesting: number,
  ): void => {
    if (nesting > MAX_NESTING) {
      const message = `lies deeper than ${MAX_NESTING} containers in each other.`;
      faults.push({ path, code: 'too_deep', message });
      return;
    }
    for (const [index, container] of containers.entries()) {
      const at = pointer(path, index);
      count += 1;
      if (count === MAX_CONTAINERS + 1) faults.push(tooMany(at, `is beyond the ${MAX_CONTAINERS} of a plan.`));
      for (const [shelf, { bins }] of (container.face?.shelves ?? []).entries())
        if (bins?.length) visit(bins, `${at}/face/shelves/${shelf}/bins`, nesting + 1);
      if (container.bins?.length) visit(container.bins, pointer(at, 'bins'), nesting + 1);
      if (container.containers?.length) visit(container.containers, pointer(at, 'containers'), nesting + 1);
    }
  };
  for (const [index, room] of rooms.entries())
    if (room.containers) visit(room.containers, `/rooms/${index}/containers`, 1);
  return faults;
}

function tooMany(path: string, message: string): ErrorDetail {
  return { path, code: 'too_many', message };
}
