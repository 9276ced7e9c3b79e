import { type RecordShape, withoutFloatNoise } from '@cubit/core/host';

const SIX_PLACES = { multipleOf: 1e-6 };

/** Values in their stored form: times in UTC with milliseconds, so that they compare as text; decimals with six places; `-0` as `0`. */
export function normaliseFields(
  shape: RecordShape,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const normalised: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    const type = typeof value === 'string' || typeof value === 'number' ? shape.fields.get(name)?.type : undefined;
    if (type === 'datetime' && typeof value === 'string') normalised[name] = new Date(value).toISOString();
    else if (type === 'decimal' && typeof value === 'number')
      normalised[name] = value === 0 ? 0 : withoutFloatNoise(SIX_PLACES, value);
    else normalised[name] = value === 0 ? 0 : value;
  }
  return normalised;
}
