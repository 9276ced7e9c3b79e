import { compact, type ModuleContext } from '@cubit/core';
import type { MaterialLine } from '../job/job.fields.js';
import { reservation } from '../stock.js';
import type { Assignment } from './match-jobs.js';

/** Reserves the material of assigned jobs in one write. Returns the material lines with their reservations, by job id. */
export async function reserveFor(
  { records }: ModuleContext,
  assignments: readonly Assignment[],
): Promise<ReadonlyMap<string, MaterialLine[]>> {
  const wanted = assignments.flatMap(({ job, bound }) =>
    bound.flatMap((binding) => (binding.part === undefined || binding.qty === 0 ? [] : [{ job, binding }])),
  );
  const made = await records.createMany(
    reservation,
    wanted.map(({ job, binding: { part = '', stockItem, qty } }) => ({
      fields: compact({ part, stock_item: stockItem, qty, for: { kind: job.kind, id: job.id }, note: job.title }),
    })),
  );
  const ids = new Map(wanted.map(({ job, binding }, index) => [`${job.id}/${binding.line}`, made[index]?.id]));
  return new Map(
    assignments.flatMap(({ job, bound }) => {
      const lines = job.fields.materials;
      if (lines === undefined) return [];
      const bindings = new Map(bound.map((binding) => [binding.line, binding]));
      const reserved = lines.map((line, index) => {
        const binding = bindings.get(index);
        return compact({
          ...line,
          part: binding?.part ?? line.part,
          stock_item: binding?.stockItem ?? line.stock_item,
          reservation: ids.get(`${job.id}/${index}`),
        });
      });
      return [[job.id, reserved] as const];
    }),
  );
}
