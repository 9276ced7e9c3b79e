import type { AnyRecord, WorkspaceSchema } from '@cubit/core/host';
import { withoutHidden } from './record-row.js';

/** The record as clients of the workspace see it: without references to kinds that it has not enabled. */
export function visibleRecord(schema: WorkspaceSchema, record: AnyRecord): AnyRecord {
  const hidden = schema.kinds.get(record.kind)?.hidden ?? [];
  return hidden.length === 0
    ? record
    : { ...record, fields: withoutHidden(hidden, record.fields as Readonly<Record<string, unknown>>) };
}
