import type { CubitRecord, UiAction } from '@cubit/web-client';
import type { HintValue, PrefilledEntries, PrefilledRows } from '@cubit/web-contract';
import { isEmpty } from '../model/encode.js';
import type { Values } from '../model/condition.js';

export type Rows = PrefilledRows | PrefilledEntries;
export type Prefill = HintValue | { readonly field: string } | Rows;

export const isRows = (prefill: Prefill): prefill is Rows =>
  typeof prefill === 'object' && prefill !== null && ('rows' in prefill || 'entries' in prefill);

/** Whether the initial input needs records that have to be loaded. */
export function needsRows(action: UiAction): boolean {
  return Object.values(action.ui.prefill ?? {}).some((prefill) => isRows(prefill as Prefill));
}

/** The initial input that the hints of an action give, without rows. */
export function prefilled(action: UiAction, record: CubitRecord | undefined): Values {
  const given = Object.entries(action.ui.prefill ?? {}).filter(([, prefill]) => !isRows(prefill as Prefill));
  const values = given.map(
    ([name, prefill]) => [name, valueOf(prefill as HintValue | { readonly field: string }, record)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
}

/** A value of a hint, or of the record. */
export function valueOf(prefill: HintValue | { readonly field: string }, record: CubitRecord | undefined): unknown {
  if (typeof prefill !== 'object' || prefill === null) return prefill;
  return prefill.field === 'id' ? record?.id : record?.fields[prefill.field];
}
