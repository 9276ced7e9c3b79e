import type { FormField } from './form-field.js';

/** The kinds of the records that fields name, by the names of the fields; `id` names the record that they are about. */
export function referencesOf(
  fields: readonly Pick<FormField, 'name' | 'schema'>[],
  kind?: string,
): Readonly<Record<string, string>> {
  const named = fields.flatMap(({ name, schema }) =>
    typeof schema['x-kind'] === 'string' ? [[name, schema['x-kind']] as const] : [],
  );
  return { ...(kind !== undefined && { id: kind }), ...Object.fromEntries(named) };
}
