import { prefilled } from '@cubit/web-records/changes';
import type { CubitRecord, UiAction } from '@cubit/web-client';

/** The input that the hints of an action give; null if a person has to add something. */
export function readyInput(action: UiAction, record: CubitRecord): Readonly<Record<string, unknown>> | null {
  if (action.ui.confirm !== undefined) return null;
  const input = prefilled(action, record);
  return (action.input.required ?? []).every((name) => name in input) ? input : null;
}
