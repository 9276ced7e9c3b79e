import type { Schema } from '@cubit/web-client';
import { fieldTypeOf, typeHolds } from '@cubit/web-contract';
import { fieldOfSchema, type FormField } from './form-field.js';
import type { Values } from './condition.js';
import { mergePatch, same } from './merge-patch.js';

const DECIMAL = /^-?\d+(\.\d+)?$/;
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** JSON that does not parse yet, as it was typed. */
export interface Unparsed {
  readonly $unparsed: string;
}

export function isUnparsed(value: unknown): value is Unparsed {
  return typeof value === 'object' && value !== null && '$unparsed' in value;
}

/** What is sent: empty members are absent, digits are numbers. */
export interface Encoded {
  readonly value: Values;
  /** The place in the form of a place in what is sent, as rows that are left out shift the others. */
  readonly place: (path: string) => string;
}

export function encode(fields: readonly FormField[], values: Values): Encoded {
  const rows = new Map<string, readonly number[]>();
  const value = encodeMembers(fields, values, { at: '', rows });
  return { value, place: (path) => placeOf(path, rows) };
}

interface Progress {
  readonly at: string;
  /** Positions in the form of the sent rows, by the path of their array. */
  readonly rows: Map<string, readonly number[]>;
}

function encodeMembers(fields: readonly FormField[], values: Values, { at, rows }: Progress): Values {
  const entries = fields.map((field) => {
    const encoded = encodeValue(field, values[field.name], { at: `${at}/${field.name}`, rows });
    return [field.name, encoded === undefined && field.required && field.nullable ? null : encoded] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function encodeValue(field: FormField, value: unknown, progress: Progress): unknown {
  if (isEmpty(value)) return undefined;
  if (typeHolds(field.type, 'number')) return numberOf(value);
  // In place of any value there may be an expression: a text.
  if (typeHolds(field.type, 'money') && typeof value === 'object')
    return isEmpty((value as { amount?: unknown }).amount) ? undefined : value;
  if (Array.isArray(value)) return encodeArray(field.schema, value, progress);
  if (typeHolds(field.type, 'record_of_any_kind')) return value;
  const members = membersOf(field.schema);
  if (members && typeof value === 'object' && !isUnparsed(value))
    return encodeMembers(members, value as Values, progress);
  return value;
}

function encodeArray(
  { items = {} }: Schema,
  values: readonly unknown[],
  { at, rows }: Progress,
): readonly unknown[] | undefined {
  const item = fieldOfSchema('', items, true);
  const isObject = membersOf(items) !== null;
  const kept = values.map((_, index) => index).filter((index) => !isLeftOut(items, values[index], isObject));
  rows.set(at, kept);
  const sent = kept.map((index, position) => encodeValue(item, values[index], { at: `${at}/${position}`, rows }));
  return sent.length === 0 ? undefined : sent;
}

/** Rows that people left empty, and prepared rows without their number. */
function isLeftOut(items: Schema, value: unknown, isObject: boolean): boolean {
  if (!isObject) return isEmpty(value);
  const row = value as Values;
  if (Object.values(row).every(isEmpty)) return true;
  return (
    row[PREPARED] === true &&
    (items.required ?? []).some((name) => isEmpty(row[name]) || isZeroLeftOut(items, name, row))
  );
}

const isZeroLeftOut = (items: Schema, name: string, row: Values) =>
  items.properties?.[name]?.exclusiveMinimum === 0 && Number(row[name]) === 0;

/** Marks a row that a hint made: its record is fixed, and it is not sent without its number. */
export const PREPARED = '$prepared';

function membersOf(schema: Schema): readonly FormField[] | null {
  if (!schema.properties || typeHolds(fieldTypeOf(schema), 'record_of_any_kind')) return null;
  const required = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, member]) =>
    fieldOfSchema(name, member, required.includes(name)),
  );
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Digits become the number that they write; another text stays, so that the fault can name it. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && isDecimal(value) ? Number(value) : value;
}

function placeOf(path: string, rows: ReadonlyMap<string, readonly number[]>): string {
  const parts = path.split('/').slice(1);
  let sent = '';
  let shown = '';
  for (const part of parts) {
    const index = /^\d+$/.test(part) ? rows.get(sent)?.[Number(part)] : undefined;
    sent += `/${part}`;
    shown += `/${index ?? part}`;
  }
  return shown;
}

/** A merge patch of the members that differ; null removes one. */
export function patchOf(fields: readonly FormField[], before: Values, after: Values): Values {
  const was = encode(fields, before).value;
  const is = encode(fields, after).value;
  const changed = fields.filter(({ name }) => !same(was[name], is[name]));
  return Object.fromEntries(changed.map(({ name }) => [name, mergePatch(was[name], is[name])]));
}
