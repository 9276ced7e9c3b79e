type Json = Readonly<Record<string, unknown>>;

/** A copy of a value with the defaults of its schema, also within objects and lists. Reads JSON Schema, whatever version of TypeBox made it. */
export function filled(schema: object, value: unknown): unknown {
  const { default: initial, properties, items } = schema as Json;
  const given = structuredClone(value === undefined ? initial : value);
  if (Array.isArray(given)) return isObject(items) ? given.map((item) => filled(items, item)) : given;
  if (!isObject(given) || !isObject(properties)) return given;
  const members = Object.entries(properties)
    .map(([name, member]) => [name, isObject(member) ? filled(member, given[name]) : given[name]] as const)
    .filter(([, member]) => member !== undefined);
  return { ...given, ...Object.fromEntries(members) };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
