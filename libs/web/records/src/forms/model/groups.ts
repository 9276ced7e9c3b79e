import type { FormGroup } from '@cubit/web-contract';
import type { FormField } from './form-field.js';

export interface FieldGroup<Field = FormField> {
  /** Null: fields without a group. */
  readonly title: string | null;
  readonly fields: readonly Field[];
  readonly collapsed: boolean;
  /** Comes first on the page of a record. */
  readonly lead: boolean;
}

/** Fields without a group first, required ones at their head, then the declared groups. */
export function groupFields<Field extends Pick<FormField, 'name' | 'required'>>(
  fields: readonly Field[],
  groups: readonly FormGroup[] = [],
): readonly FieldGroup<Field>[] {
  const named = new Map(fields.map((field) => [field.name, field]));
  const grouped = new Set(groups.flatMap((group) => group.fields));
  const loose = fields.filter(({ name }) => !grouped.has(name));
  const first = {
    title: null,
    fields: [...loose.filter(({ required }) => required), ...loose.filter(({ required }) => !required)],
    collapsed: false,
    lead: false,
  };
  const others = groups.map(({ title, fields: names, collapsed = false, lead = false }) => ({
    title,
    fields: names.flatMap((name) => named.get(name) ?? []),
    collapsed,
    lead,
  }));
  return [first, ...others].filter((group) => group.fields.length > 0);
}
