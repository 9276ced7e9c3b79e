import { fail, type RecordDraft } from '@cubit/core';
import type { RunKind } from './run.fields.js';

/**
 * A run is complete once so many good pieces are made as are wanted, and no sooner: whether a verdict changes how many are made, or somebody how
 * many are wanted.
 */
export function settleRun(draft: RecordDraft<RunKind>): void {
  const { before, fields } = draft;
  const { status, done_qty, target_qty } = fields;
  if (before === null || status === 'cancelled') return;
  const isEnough = done_qty >= target_qty;
  const was = before.fields.status;
  if (status !== was && (status === 'completed') !== isEnough && (status === 'completed' || was === 'completed'))
    throw notSo(draft, `${done_qty} of ${target_qty} are made; change target_qty, or cancel the run.`);
  if (isEnough) draft.fields = { ...fields, status: 'completed' };
  else if (status === 'completed') draft.fields = { ...fields, status: 'active' };
}

function notSo(draft: RecordDraft<RunKind>, message: string): Error {
  return fail('invalid_transition', message, {
    details: [{ path: draft.path('status'), code: 'invalid_transition', message }],
  });
}
