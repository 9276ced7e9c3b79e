import { errorOf, type RecordDraft } from '@cubit/core';
import type { RunKind } from './run.fields.js';

/**
 * Sets the status of a run to `completed` exactly when `done_qty` reaches `target_qty`, whichever of the two changes.
 * Throws `invalid_transition` if the status was set to something else by hand.
 */
export function updateCompletion(draft: RecordDraft<RunKind>): void {
  const { before, fields } = draft;
  const { status, done_qty, target_qty } = fields;
  if (before === null || status === 'cancelled') return;
  const isEnough = done_qty >= target_qty;
  const was = before.fields.status;
  if (status !== was && (status === 'completed') !== isEnough && (status === 'completed' || was === 'completed'))
    throw invalidStatus(draft, `${done_qty} of ${target_qty} pieces are made. Change target_qty, or cancel the run.`);
  if (isEnough) draft.fields = { ...fields, status: 'completed' };
  else if (status === 'completed') draft.fields = { ...fields, status: 'active' };
}

function invalidStatus(draft: RecordDraft<RunKind>, message: string): Error {
  return errorOf('invalid_transition', message, {
    details: [{ path: draft.path('status'), code: 'invalid_transition', message }],
  });
}
