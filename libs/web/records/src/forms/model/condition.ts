import type { Condition } from '@cubit/web-contract';
import { holds } from '../../cells/tone-of.js';

export type Values = Readonly<Record<string, unknown>>;

/** Whether a condition holds for the values that it names. */
export function applies(condition: Condition, values: Values): boolean {
  return holds(condition, values[condition.field], values);
}
