import type { UiAction } from '@cubit/web-client';
import { typeHoldsOne } from '@cubit/web-contract';
import { type FormField, fieldsOfSchema } from '../model/form-field.js';

/** What people can tell the action. */
export const asksOf = (action: UiAction): readonly FormField[] => fieldsOfSchema(action.input, action.ui.hidden);

/** Whether people have to be asked before the action runs: a remark or a switch that is off is no reason to ask. */
export function needsForm(action: UiAction): boolean {
  const fields = asksOf(action);
  if (action.ui.confirm !== undefined) return true;
  return fields.some(isAsked) || (fields.length > 0 && action.ui.tone === 'danger');
}

function isAsked({ required, type, schema }: FormField): boolean {
  if (required) return true;
  if (schema.default === true) return true;
  return type === 'object' || type === 'array' || !typeHoldsOne(type, 'text', 'boolean');
}
