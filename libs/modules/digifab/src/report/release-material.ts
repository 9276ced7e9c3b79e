import type { ModuleContext } from '@cubit/core';
import type { Job, MaterialLine } from '../job/job.fields.js';
import { OPEN_RESERVATIONS, reservation } from '../stock.js';

/** Releases the reservations of a job. Returns its material lines without them. */
export async function releaseMaterial(
  { records, invoke }: ModuleContext,
  { fields }: Job,
): Promise<MaterialLine[] | undefined> {
  const ids = (fields.materials ?? []).flatMap((line) => line.reservation ?? []);
  const reservations = ids.length === 0 ? new Map() : await records.getMany(reservation, ids);
  for (const {
    id,
    kind,
    fields: { status },
  } of reservations.values())
    if (OPEN_RESERVATIONS.includes(status)) await invoke('inventory:release', { kind, id }, {});
  return fields.materials?.map(({ reservation: _, ...line }) => line);
}
