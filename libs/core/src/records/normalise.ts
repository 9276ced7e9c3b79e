import type { RecordShape } from './record-shape.js';

/** Values in their one stored form: times in UTC with milliseconds, so that they compare as text; `-0` as `0`. */
export function normaliseFields(
  shape: RecordShape,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    const type = shape.fields.get(name)?.type;
    if (type === 'datetime' && typeof value === 'string') return [[name, new Date(value).toISOString()]];
    return [[name, value === 0 ? 0 : value]];
  });
  return Object.fromEntries(entries);
}
