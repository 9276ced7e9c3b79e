import { DAY_MS, type KindHookContext, type RecordDraft } from '@cubit/core';
import type { Part, PartKind } from './part.fields.js';

type PartFields = Part['fields'];

/** Sets `service_since`, `replace_due` and `replace_from` when the interval is set or the unit in service is replaced. */
export function setReplaceDue({ now }: KindHookContext, drafts: readonly RecordDraft<PartKind>[]): void {
  for (const draft of drafts) {
    if (draft.operation !== 'create' && draft.operation !== 'update') continue;
    const { before, fields } = draft;
    const isKept =
      before?.fields.replace_every_days === fields.replace_every_days &&
      before?.fields.service_since === fields.service_since;
    if (!isKept) draft.fields = withReplaceDue(fields, now);
  }
}

function withReplaceDue(
  { service_since: since, replace_due: _due, replace_from: _from, ...fields }: PartFields,
  now: Date,
): PartFields {
  const { replace_every_days: days } = fields;
  if (days === undefined) return fields;
  const service_since = since ?? now.toISOString();
  const due = new Date(Date.parse(service_since) + days * DAY_MS).toISOString();
  return { ...fields, service_since, replace_due: due, replace_from: due };
}
