import fc from 'fast-check';
import type { TestRequest } from '../test-client.js';
import { arbitraryValue, type ArbitraryContext } from './arbitrary-value.js';
import { dereference, type OpenApiOperation } from './openapi-document.js';

type Json = Readonly<Record<string, unknown>>;

export interface RequestContext extends ArbitraryContext {
  /** Slug of the workspace that the document is of. */
  readonly workspace: string;
}

const ENTITY_TAGS = ['"1"', '"2"', 'W/"1"', '*', '"x"', '1', ''];
const FILTERS = [
  'title == "x"',
  'title.contains("é")',
  'size(tags) > 0 && "a" in tags',
  'created_at > timestamp("2020-01-01T00:00:00Z")',
  'has(name) ? name == "" : true',
  'version % 2 == 0',
  '1 / 0 == 1',
  '((((',
];
const SORTS = ['-created_at', 'title,-version', 'name', 'id', '-', ',', 'nothing'];

/** Generates requests that the document describes, most of them valid, for every operation except endless streams. */
export function arbitraryRequest(context: RequestContext): fc.Arbitrary<TestRequest> {
  const operations = Object.entries(context.document.paths).flatMap(([template, ofPath]) =>
    Object.entries(ofPath)
      .filter(([, operation]) => !isEndless(operation))
      .map(([method, operation]) => ({ method, template, operation })),
  );
  // Of hundreds of operations, only the chosen ones are prepared.
  return fc.constantFrom(...operations).chain((operation) => requestOf(context, operation));
}

function isEndless({ responses }: OpenApiOperation): boolean {
  return Object.keys((responses['200']?.['content'] ?? {}) as object).includes('text/event-stream');
}

interface Operation {
  readonly method: string;
  readonly template: string;
  readonly operation: OpenApiOperation;
}

function requestOf(context: RequestContext, { method, template, operation }: Operation): fc.Arbitrary<TestRequest> {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(context.document, parameter));
  const query = parameters.filter((parameter) => parameter['in'] === 'query');
  return fc
    .record({
      path: pathOf(context, template),
      query: queryOf(context, query),
      sent: bodyOf(context, operation),
      headers: headersOf(parameters),
    })
    .map(({ path, query: search, sent, headers }) => ({
      method: method.toUpperCase(),
      path: search === '' ? path : `${path}?${search}`,
      headers: { ...headers, ...sent.headers },
      ...('body' in sent ? { body: sent.body } : {}),
    }));
}

/** Path ids are mostly of the kind, and of records in the list above them. */
function pathOf(context: RequestContext, template: string): fc.Arbitrary<string> {
  const [, module = '', local = ''] = /\/modules\/([^/]+)\/records\/([^/]+)/.exec(template) ?? [];
  const [list = ''] = template.split('/{id}', 1);
  const fitting = context.ids.get(`${module}:${local}`) ?? context.ids.get(list) ?? [];
  const known = [...context.ids.values()].flat();
  const anything = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).map(encodeURIComponent);
  const id = fc.oneof(
    ...(fitting.length > 0 ? [{ weight: 10, arbitrary: fc.constantFrom(...fitting) }] : []),
    ...(known.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...known) }] : []),
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: anything.filter((text) => text !== '.' && text !== '..') },
  );
  const segments = template.split('/').map((segment) => {
    if (segment === '{workspace}') return fc.constant(context.workspace);
    return segment.startsWith('{') ? id : fc.constant(segment);
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function queryOf(context: RequestContext, parameters: readonly Json[]): fc.Arbitrary<string> {
  const members = Object.fromEntries(
    parameters.map((parameter) => [String(parameter['name']), queryValue(context, parameter)]),
  );
  const requiredKeys = parameters.filter((parameter) => parameter['required'] === true).map(({ name }) => String(name));
  return fc.record(members, { requiredKeys, noNullPrototype: true }).map((values) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
      )
      .join('&'),
  );
}

function queryValue(context: RequestContext, { name, schema }: Json): fc.Arbitrary<unknown> {
  const value = arbitraryValue(context, schema as Json);
  if (name === 'filter') return fc.oneof(value, fc.constantFrom(...FILTERS));
  // A generated cursor is never valid, so most requests have none.
  if (name === 'cursor') return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, value);
  return name === 'sort' ? fc.oneof(value, fc.constantFrom(...SORTS)) : value;
}

interface SentBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function bodyOf(context: RequestContext, { requestBody }: OpenApiOperation): fc.Arbitrary<SentBody> {
  if (!requestBody) return fc.constant({ headers: {} });
  return fc.oneof(
    ...Object.entries(requestBody.content).map(([mediaType, { schema = {}, example }]) => {
      const isJson = /\bjson\b/.test(mediaType);
      const made = isJson ? arbitraryValue(context, schema) : fc.string({ unit: 'binary', maxLength: 200 });
      const value = example === undefined ? made : fc.oneof({ weight: 3, arbitrary: made }, fc.constant(example));
      return value.map((body) => ({
        headers: { 'content-type': mediaType },
        // A text body would be sent unserialized.
        body: isJson ? JSON.stringify(body) : String(body),
      }));
    }),
  );
}

/** Sometimes repeats an `Idempotency-Key`, with the same or another request. */
function headersOf(parameters: readonly Json[]): fc.Arbitrary<Readonly<Record<string, string>>> {
  const known: Readonly<Record<string, fc.Arbitrary<string>>> = {
    'If-Match': fc.oneof(fc.constantFrom(...ENTITY_TAGS), { weight: 2, arbitrary: fc.constant('*') }),
    'If-None-Match': fc.constantFrom(...ENTITY_TAGS),
    'Idempotency-Key': fc.oneof(fc.constantFrom('again', 'and again', ''), { weight: 9, arbitrary: fc.uuid() }),
  };
  const members = parameters
    .filter((parameter) => parameter['in'] === 'header')
    .flatMap(({ name }) => {
      const value = known[String(name)];
      return value ? [[String(name).toLowerCase(), value] as const] : [];
    });
  return fc
    .record(Object.fromEntries(members), { requiredKeys: [], noNullPrototype: true })
    .map((headers) =>
      Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}
