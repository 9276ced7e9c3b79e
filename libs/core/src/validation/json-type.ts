/** The JSON types that a schema allows by `type`; null if it has no `type`. */
export function jsonTypesOf(schema: Readonly<Record<string, unknown>>): readonly string[] | null {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? (type as string[]) : null;
}

export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
