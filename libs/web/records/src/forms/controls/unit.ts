import { unitText } from '../../cells/unit-text.js';
import type { FormField } from '../model/form-field.js';
import type { Values } from '../model/condition.js';

export const isFilled = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined;

/** The unit behind a number: a text, or what the field that the hint names has. */
export function unitOf({ ui }: Pick<FormField, 'ui'>, values: Values): string | undefined {
  return unitText(ui, values) ?? (ui.widget === 'percent' ? '%' : undefined);
}
