import { decimalPlaces } from './multiple-of.js';

interface Node {
  readonly multipleOf?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** A valid value with its decimals rounded to the places that the schema allows: 0.30000000000000004 is 0.3. Returns the same value if there is nothing to round. */
export function withoutFloatNoise<Value>(schema: object, value: Value): Value {
  return rounded(schema, value) as Value;
}

function rounded(schema: Node, value: unknown): unknown {
  if (typeof value === 'number') return roundedNumber(schema, value);
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = schema;
  if (Array.isArray(value)) {
    const all = items === undefined ? value : value.map((item) => rounded(items, item));
    return all.some((item, index) => item !== value[index]) ? all : value;
  }
  const changed = Object.entries(value).flatMap(([name, member]) => {
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const next = own === undefined ? member : rounded(own, member);
    return next === member ? [] : [[name, next] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function roundedNumber({ multipleOf }: Node, value: number): number {
  if (typeof multipleOf !== 'number' || Number.isInteger(value)) return value;
  const places = decimalPlaces(multipleOf);
  return places === null ? value : Number(value.toFixed(places));
}
