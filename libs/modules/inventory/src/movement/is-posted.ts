import type { ModuleContext } from '@cubit/core';
import { movement } from './movement.kind.js';

/** Whether the cause key was posted before: the run then returns the first result and changes nothing. */
export async function isPosted(
  { records }: ModuleContext,
  _target: unknown,
  { cause_key: causeKey }: { readonly cause_key?: string },
): Promise<boolean> {
  return causeKey !== undefined && (await records.count(movement, { cause_key: causeKey })) > 0;
}
