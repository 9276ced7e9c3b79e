export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value after a round trip through JSON: without functions, symbols and hidden markers. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
