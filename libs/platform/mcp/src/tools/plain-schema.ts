/** Formats of JSON Schema 2020-12 that programs of agents know. */
const FORMATS = new Set(['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname']);
const LEFT_OUT = new Set(['$schema', '$id', 'title', 'examples', 'default']);
type Json = Readonly<Record<string, unknown>>;

/**
 * A schema as plain JSON Schema 2020-12, with the texts that a model needs: definitions are at the root, and the members of the product
 * (`x-...`), own formats and the step of exact numbers are left out.
 */
export function plainSchema(schema: object): Json {
  const definitions: Record<string, unknown> = {};
  const lift = (name: string, definition: unknown) => {
    definitions[name] ??= {};
    definitions[name] = plain(definition, lift);
  };
  const root = plain(JSON.parse(JSON.stringify(schema)), lift) as Json;
  return Object.keys(definitions).length > 0 ? { ...root, $defs: definitions } : root;
}

type Lift = (name: string, definition: unknown) => void;

function plain(value: unknown, lift: Lift): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, lift));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (key === '$defs') for (const [name, one] of Object.entries(member as Json)) lift(name, one);
    else if (key === 'properties' || key === 'patternProperties')
      result[key] = Object.fromEntries(Object.entries(member as Json).map(([name, one]) => [name, plain(one, lift)]));
    else if (key === '$ref') result[key] = String(member).replace(/^.*\/\$defs\//, '#/$defs/');
    else if (isKept(key, member)) result[key] = key === 'enum' || key === 'const' ? member : plain(member, lift);
  }
  return result;
}

function isKept(key: string, member: unknown): boolean {
  if (key.startsWith('x-') || key.startsWith('~') || LEFT_OUT.has(key)) return false;
  if (key === 'multipleOf') return typeof member === 'number' && member >= 1;
  return key !== 'format' || FORMATS.has(String(member));
}
