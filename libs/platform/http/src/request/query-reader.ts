import type { TObject, TSchema } from 'typebox';
import { invalidCursor, MAX_DETAILS } from '@cubit/core/host';
import { type CubitError, type ErrorDetail, errorOf, validate } from '@cubit/core';
import { repeatedItems, textReaderOf, type TextReader } from './read-text.js';

/** Parses and validates the query string. */
export type QueryReader = (text: string) => Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly read: TextReader;
  readonly repeated: boolean;
}

const EMPTY = Object.freeze({});
const FIRST_POINTER_CHARACTER = 1;
/** The name is the same in every list. */
const CURSOR = 'cursor';

/** Created once per route. Unknown parameters are refused: a mistyped filter must not return all records. */
export function queryReader(schema: TObject | undefined): QueryReader {
  const properties: Readonly<Record<string, TSchema>> = schema?.properties ?? {};
  const parameters = new Map(Object.entries(properties).map(([name, property]) => [name, parameterOf(name, property)]));
  const defaults = defaultsOf(properties);
  const required = ((schema as { required?: readonly string[] } | undefined)?.required ?? []).length > 0;
  const unasked = Object.freeze({ ...defaults });
  return (text) => {
    if (text === '' && !required) return schema ? unasked : EMPTY;
    const values: Record<string, unknown> = {};
    const details: ErrorDetail[] = [];
    for (const pair of text.split('&')) if (pair !== '') readPair(pair, { parameters, values, details });
    const query = { ...defaults, ...values };
    if (details.length === 0 && schema) details.push(...validate(schema, query).map(inQuery));
    if (details.length > 0) throw invalidParameters(details);
    return query;
  };
}

function parameterOf(name: string, schema: TSchema): Parameter {
  const items = repeatedItems(schema);
  return { name, read: textReaderOf(items ?? schema), repeated: items !== null };
}

function defaultsOf(properties: Readonly<Record<string, TSchema>>): Readonly<Record<string, unknown>> {
  const defaults = Object.entries(properties).map(([name, schema]) => [
    name,
    (schema as { default?: unknown }).default,
  ]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
}

interface PairContext {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly values: Record<string, unknown>;
  readonly details: ErrorDetail[];
}

function readPair(pair: string, { parameters, values, details }: PairContext): void {
  const equals = pair.indexOf('=');
  const name = decode(equals < 0 ? pair : pair.slice(0, equals));
  const text = equals < 0 ? '' : decode(pair.slice(equals + 1));
  const refuse = (code: string, message: string) =>
    void details.push({ path: `query:${(name ?? '').replaceAll('\0', '')}`, code, message });
  const parameter = parameters.get(name ?? '');
  const isUnreadable = text === null || text.includes('\0');
  // Bytes that are not text are an invalid cursor like any other.
  if (parameter && name === CURSOR && isUnreadable) throw invalidCursor();
  if (name === null || text === null) return refuse('format', 'is not percent-encoded UTF-8.');
  if (!parameter) return refuse('unknown', 'is not a parameter of this route.');
  if (isUnreadable) return refuse('text', 'must not hold a NUL character.');
  const value = parameter.read(text);
  if (parameter.repeated) values[name] = [...((values[name] as unknown[] | undefined) ?? []), value];
  else if (Object.hasOwn(values, name)) refuse('not_unique', 'is given more than once.');
  else values[name] = value;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // It only throws `URIError`. The caller reports the parameter.
    return null;
  }
}

function inQuery({ path, code, message }: ErrorDetail): ErrorDetail {
  const name = path.slice(FIRST_POINTER_CHARACTER).split('/', 1)[0] ?? '';
  return { path: `query:${name.replaceAll('~1', '/').replaceAll('~0', '~')}`, code, message };
}

function invalidParameters(details: readonly ErrorDetail[]): CubitError {
  const [first] = details;
  const message =
    details.length === 1 && first
      ? `${first.path.slice('query:'.length)} ${first.message}`
      : `${details.length} faults in the query.`;
  return errorOf('invalid_query', message, { details: details.slice(0, MAX_DETAILS) });
}
