import type { UiAction } from '@cubit/web-client';
import { fieldsOfSchema } from '../model/form-field.js';

/** Whether people have to be asked before the action runs. */
export function needsForm(action: UiAction): boolean {
  return action.ui.confirm !== undefined || fieldsOfSchema(action.input, action.ui.hidden).length > 0;
}
