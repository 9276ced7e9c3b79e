import type { CubitRecord } from '@cubit/web-client';
import type { ActionHints, Condition } from '@cubit/web-contract';
import { holds } from '../../cells/tone-of.js';

export type Values = Readonly<Record<string, unknown>>;

/** Whether a condition holds for the values that it names. */
export function applies(condition: Condition, values: Values): boolean {
  return holds(condition, values[condition.field], values);
}

type Target = Pick<CubitRecord, 'kind' | 'fields'>;

/** Whether an action is offered for a record. */
export function isOffered({ offered = true, visible }: ActionHints, { kind, fields }: Target): boolean {
  if (!offered || !visible) return offered;
  return (visible.kind ?? kind) !== kind || applies(visible, fields);
}

/** As `isOffered`, for a record of a list, which has only the fields of its columns: an action that depends on another field is offered. */
export function mayBeOffered(hints: ActionHints, record: Target): boolean {
  const { offered = true, visible } = hints;
  return visible && !(visible.field in record.fields) ? offered : isOffered(hints, record);
}
