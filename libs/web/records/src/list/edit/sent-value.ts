import { plain } from '../../app/change-fields.js';
import { encode } from '../../forms/model/encode.js';
import type { FormField } from '../../forms/model/form-field.js';

/** A value of one field as the API takes it; null where it is empty. */
export function sentValue(field: FormField, value: unknown): unknown {
  return encode([field], { [field.name]: plain(value) }).value[field.name] ?? null;
}
