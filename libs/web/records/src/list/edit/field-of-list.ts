import type { UiKind } from '@cubit/web-client';
import type { ShownField } from '../../cells/shown-field.js';
import { valueTitle } from '../../cells/value-text.js';
import type { FormField } from '../../forms/model/form-field.js';

/** A field of a list as forms know it. States are called as in the lifecycle, and tags are several words. */
export function fieldOfList(kind: UiKind, field: ShownField): FormField {
  const { name, title, description, type, schema, required, read_only: readOnly } = field;
  const own = { name, title, description, required, readOnly, nullable: false };
  if (type === 'tags') return { ...own, ...TAGS };
  const values = (schema.enum ?? []).map(String);
  const titles = Object.fromEntries(values.map((value) => [value, valueTitle(kind, field, value)]));
  return { ...own, type, schema, ui: values.length === 0 ? field.ui : { ...field.ui, titles } };
}

const TAGS = {
  type: 'array',
  schema: { type: 'array', items: { type: 'string' } },
  ui: { placeholder: 'Add a tag' },
} as const;
