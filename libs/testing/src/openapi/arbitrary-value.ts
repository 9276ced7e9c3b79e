import fc from 'fast-check';
import { dereference, type OpenApiDocument } from './openapi-document.js';

type Json = Readonly<Record<string, unknown>>;

export interface ArbitraryContext {
  readonly document: OpenApiDocument;
  /** Ids of records that exist, by kind. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

/** One of this many members does not match its schema. */
const VALID_WEIGHT = 24;
const MAX_DEPTH = 6;
const MAX_ITEMS = 4;
const MAX_TEXT = 600;
const YEARS = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true };

/** Generates values that match a schema, and sometimes one that does not. */
export function arbitraryValue(context: ArbitraryContext, schema: Json, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: VALID_WEIGHT, arbitrary: validValue(context, schema, depth) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function validValue(context: ArbitraryContext, reference: Json, depth: number): fc.Arbitrary<unknown> {
  if (depth > MAX_DEPTH) return fc.constant(null);
  const schema = dereference(context.document, reference);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => validValue(context, choice, depth + 1)));
  const kind = schema['x-kind'] as string | undefined;
  if (schema['format'] === 'uuid') return idOf(context, kind);
  const types = [(schema['type'] ?? 'any') as string | readonly string[]].flat();
  const typed = fc.oneof(...types.map((type) => ofType(context, { schema, type, depth })));
  const examples = (schema['examples'] ?? []) as readonly unknown[];
  return examples.length > 0 ? fc.oneof(typed, fc.constantFrom(...examples)) : typed;
}

/** An id of the wanted kind, of another kind, or of no record. */
function idOf({ ids }: ArbitraryContext, kind: string | undefined): fc.Arbitrary<string> {
  const fitting = kind === undefined ? [] : (ids.get(kind) ?? []);
  const known = [...ids.values()].flat();
  return fc.oneof(
    ...(fitting.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...fitting) }] : []),
    ...(known.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...known) }] : []),
    { weight: 1, arbitrary: fc.uuid() },
  );
}

interface Typed {
  readonly schema: Json;
  readonly type: string;
  readonly depth: number;
}

function ofType(context: ArbitraryContext, { schema, type, depth }: Typed): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return ofObject(context, schema, depth);
    case 'array':
      return ofArray(context, schema, depth);
    case 'string':
      return ofText(schema);
    case 'integer':
      return fc.integer(integerLimits(schema));
    case 'number':
      return ofNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofObject(context: ArbitraryContext, schema: Json, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, arbitraryValue(context, member, depth + 1)]),
  );
  if (Object.keys(members).length > 0)
    return fc.record(members, { requiredKeys: required.filter((name) => name in members), noNullPrototype: true });
  const others = schema['additionalProperties'];
  const value = typeof others === 'object' ? arbitraryValue(context, others as Json, depth + 1) : fc.jsonValue();
  return fc.dictionary(fc.string({ maxLength: 10 }), value, { maxKeys: MAX_ITEMS, noNullPrototype: true });
}

function ofArray(context: ArbitraryContext, schema: Json, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = MAX_ITEMS, prefixItems } = schema;
  if (Array.isArray(prefixItems))
    return fc.tuple(...(prefixItems as Json[]).map((item) => arbitraryValue(context, item, depth + 1)));
  const minLength = Number(minItems);
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(Number(maxItems), MAX_ITEMS)) };
  return fc.array(arbitraryValue(context, items as Json, depth + 1), limits);
}

function ofText({ format, maxLength, minLength, pattern }: Json): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date(YEARS).map((date) => date.toISOString());
  if (format === 'date') return fc.date(YEARS).map((date) => date.toISOString().slice(0, 10));
  if (format === 'currency') return fc.constantFrom('EUR', 'JPY', 'KWD');
  if (format === 'color') return fc.constantFrom('#1f6feb', 'F00', 'teal', '#11223380');
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl({ withFragments: true, withQueryParameters: true });
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  const most = Math.min(Number(maxLength ?? MAX_TEXT), MAX_TEXT);
  const limits = { minLength: Math.min(Number(minLength ?? 0), most), maxLength: most };
  return fc.oneof(fc.string({ ...limits, unit: 'grapheme' }), fc.string({ ...limits, unit: 'binary' }));
}

function integerLimits({ minimum, maximum }: Json): { readonly min: number; readonly max: number } {
  return { min: Number(minimum ?? -1e12), max: Number(maximum ?? 1e12) };
}

function ofNumber({ exclusiveMinimum, maximum, minimum }: Json): fc.Arbitrary<number> {
  const min = Number(minimum ?? exclusiveMinimum ?? -1e12);
  const limits = { min, max: Number(maximum ?? 1e12) };
  const whole = fc.integer({ min: Math.ceil(limits.min), max: Math.floor(limits.max) });
  const decimal = fc.integer({ min: 1, max: 1_000_000 }).map((millionths) => Math.max(0, min) + millionths / 1e6);
  return fc.oneof(whole, decimal, fc.double({ ...limits, noNaN: true }));
}
