import type { AnyRecord, RegisteredKind, WorkspaceSchema } from '@cubit/core/host';
import { withoutHidden } from './record-row.js';

/** The record as clients of the workspace see it: without references to kinds that it has not enabled. */
export function visibleRecord(schema: WorkspaceSchema, record: AnyRecord): AnyRecord {
  const hidden = schema.kinds.get(record.kind)?.hidden ?? [];
  return hidden.length === 0
    ? record
    : { ...record, fields: withoutHidden(hidden, record.fields as Readonly<Record<string, unknown>>) };
}

/** A record with the children that were created with it. */
export function visibleFamily(schema: WorkspaceSchema, kind: RegisteredKind, record: AnyRecord): AnyRecord {
  const members = record as AnyRecord & Readonly<Record<string, unknown>>;
  const children = (kind.definition.children ?? []).flatMap(({ name }) => {
    const records = members[name] as readonly AnyRecord[] | undefined;
    return records ? [[name, records.map((child) => visibleRecord(schema, child))] as const] : [];
  });
  const visible = visibleRecord(schema, record);
  return children.length === 0 ? visible : { ...visible, ...Object.fromEntries(children) };
}
