import { type ErrorDetail, type KindHookContext, validationFailed } from '@cubit/core';
import { differs } from '../changed.js';
import { machineRecord } from '../machine/machine.fields.js';
import { poolRecord } from '../pool/pool.fields.js';
import { part } from '../stock.js';
import type { JobDraft } from './job.fields.js';

/** Checks that the machines, pools and parts in `target` and `output` exist. */
export async function checkTargets({ records }: KindHookContext, drafts: readonly JobDraft[]): Promise<void> {
  const named = drafts
    .filter(({ before, fields }) => differs(before?.fields, fields, ['target', 'output']))
    .flatMap(({ fields: { target, output }, path }) => [
      { kind: machineRecord, id: target?.machine, path: `${path('target')}/machine` },
      { kind: poolRecord, id: target?.pool, path: `${path('target')}/pool` },
      { kind: part, id: output?.part, path: `${path('output')}/part` },
    ])
    .filter((one) => one.id !== undefined);
  const faults: ErrorDetail[] = [];
  for (const kind of new Set(named.map((one) => one.kind))) {
    const mine = named.filter((one) => one.kind === kind);
    const found = await records.getMany(
      kind,
      mine.flatMap(({ id }) => id ?? []),
    );
    for (const { id = '', path } of mine)
      if (!found.has(id)) faults.push({ path, code: 'unknown_reference', message: 'The record does not exist.' });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
