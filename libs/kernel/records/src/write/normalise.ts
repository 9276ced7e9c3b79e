import {
  FIELD_FACTS,
  type FieldFacts,
  hasColors,
  normaliseColors,
  type RecordShape,
  withoutFloatNoise,
} from '@cubit/core/host';

const SIX_PLACES = { multipleOf: 1e-6 };

const coloured = new WeakMap<RecordShape, object | null>();

/** The schema of the fields, if one of them is or has a colour. */
export function colorSchemaOf(shape: RecordShape): object | null {
  const known = coloured.get(shape);
  if (known !== undefined) return known;
  const properties = Object.fromEntries([...shape.fields].map(([name, { schema }]) => [name, schema]));
  const schema = hasColors({ properties }) ? { properties } : null;
  coloured.set(shape, schema);
  return schema;
}

/** Values in their stored form: colours as `#rrggbb`; times in UTC with milliseconds, so that they compare as text; decimals with six places; `-0` as `0`. */
export function normaliseFields(
  shape: RecordShape,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const normalised: Record<string, unknown> = {};
  const colors = colorSchemaOf(shape);
  const given = colors ? normaliseColors(colors, fields) : fields;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    const isScalar = typeof value === 'string' || typeof value === 'number';
    const field = isScalar ? shape.fields.get(name) : undefined;
    normalised[name] = field && isScalar ? storedScalar(FIELD_FACTS[field.type], value) : value === 0 ? 0 : value;
  }
  return normalised;
}

function storedScalar({ holds, whole }: FieldFacts, value: string | number): string | number {
  if (value === 0) return 0;
  if (holds === 'instant' && typeof value === 'string') return new Date(value).toISOString();
  if (holds === 'number' && whole !== true && typeof value === 'number') return withoutFloatNoise(SIX_PLACES, value);
  return value;
}
