import type { RecordShape } from '@cubit/core/host';

/** Values in their stored form: times in UTC with milliseconds, so that they compare as text; `-0` as `0`. */
export function normaliseFields(
  shape: RecordShape,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const normalised: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    const isTime = typeof value === 'string' && shape.fields.get(name)?.type === 'datetime';
    normalised[name] = isTime ? new Date(value).toISOString() : value === 0 ? 0 : value;
  }
  return normalised;
}
