import { dereference, type OpenApiDocument } from './openapi-document.js';

type Json = Readonly<Record<string, unknown>>;

const TEXT_OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0190a6e2-7c1d-7b3a-9f00-000000000001',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'somebody@example.org',
  uri: 'https://example.org/',
  currency: 'EUR',
};

/** The simplest value that a schema accepts: its example if it has one, otherwise only the required members. */
export function sampleValue(document: OpenApiDocument, reference: Json): unknown {
  const schema = dereference(document, reference);
  const [example] = (schema['examples'] ?? []) as unknown[];
  if (example !== undefined) return example;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  for (const keyword of ['anyOf', 'oneOf']) {
    const [choice] = (schema[keyword] ?? []) as Json[];
    if (choice) return sampleValue(document, choice);
  }
  const type = Array.isArray(schema['type']) ? (schema['type'][0] as unknown) : schema['type'];
  return ofType(document, schema, type);
}

function ofType(document: OpenApiDocument, schema: Json, type: unknown): unknown {
  switch (type) {
    case 'object':
      return objectOf(document, schema);
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () =>
        sampleValue(document, (schema['items'] ?? {}) as Json),
      );
    case 'string':
      return (
        TEXT_OF_FORMAT[String(schema['format'])] ??
        'sample-text'.padEnd(Number(schema['minLength'] ?? 0), 'x').slice(0, Number(schema['maxLength'] ?? 1_000))
      );
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function objectOf(document: OpenApiDocument, schema: Json): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const names = (schema['required'] ?? []) as string[];
  return Object.fromEntries(names.map((name) => [name, sampleValue(document, properties[name] ?? {})]));
}
