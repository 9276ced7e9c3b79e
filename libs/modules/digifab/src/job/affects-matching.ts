import type { RecordChange } from '@cubit/core';
import { differs } from '../changed.js';
import type { JobKind } from './job.fields.js';

/** Whether a change can let the scheduler find a machine for the job. */
export function affectsMatching({ operation, before, after }: RecordChange<JobKind>): boolean {
  if (operation === 'delete' || after.fields.status !== 'queued') return false;
  const known = operation === 'update' ? before?.fields : undefined;
  return differs(known, after.fields, ['status', 'target', 'materials', 'not_before', 'approval', 'file', 'priority']);
}
