import { isDeepStrictEqual } from 'node:util';
import { type AnyRecord, FIELD_FACTS } from '@cubit/core/host';
import { leaveOut, type RowDraft } from './row-draft.js';

/** Leaves out what a row says otherwise of a record that is there and is not changed. */
export function leaveKept(draft: RowDraft, { fields: present }: Pick<AnyRecord, 'fields'>): void {
  const stored = present as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(draft.fields))
    if (value !== null && !draft.fallbacks.has(name) && !isSameValue(draft, name, stored[name]))
      leaveOut(draft, { field: name, reason: 'kept' });
}

function isSameValue({ node, fields }: RowDraft, name: string, stored: unknown): boolean {
  const value = fields[name];
  const field = node.field(name);
  const isInstant = field !== undefined && FIELD_FACTS[field.type].holds === 'instant';
  const isTime = isInstant && typeof stored === 'string' && typeof value === 'string';
  return isTime ? Date.parse(stored) === Date.parse(value) : isSame(stored, value);
}

/** Amounts are compared by value: `2.0800` is `2.08`. */
export function isSame(stored: unknown, value: unknown): boolean {
  const [one, other] = [stored, value].map((amount) => {
    const money = amount as { readonly amount?: unknown; readonly currency?: unknown } | null | undefined;
    return typeof money?.amount === 'string' ? [Number(money.amount), money.currency] : (amount ?? null);
  });
  return isDeepStrictEqual(one, other);
}
