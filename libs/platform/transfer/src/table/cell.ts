import type { AnyRef } from '@cubit/core';
import type { Money } from '@cubit/decimal';
import type { FieldTypeName, ShapeField } from '@cubit/core/host';
import { type NumberStyle, signOf, withPoint } from './foreign-number.js';
import { guardText, unguardText } from './guarded-text.js';
import { decodeList, encodeList } from './list-cell.js';

type Typed = Pick<ShapeField, 'type'>;

/** How a value of a type is written in a cell, and read from one. */
interface FieldCell {
  readonly encode: (value: unknown) => string;
  /** Of a cell that is not empty. Text of another type is passed on, and the schema refuses it. */
  readonly decode: (cell: string, style: NumberStyle) => CellValue;
  /** A value can identify the record of a row. */
  readonly identifies?: true;
  /** In a file of another program, a value that does not fit is left out with a warning rather than refusing the row. */
  readonly dispensable?: true;
}

/** The content of a cell: a value, nothing, or a fault. */
export type CellValue = { readonly value: unknown } | { readonly fault: string };

const NUMBER = /^([+-]?)(\d[\d.,]*|[.,]\d+)(e[+-]?\d{1,3})?$/i;
const MONEY = /^([+-]?)(\d[\d.,]*|[.,]\d+)\s*([A-Z]{3})$/i;

const ANY_REFERENCE = /^([a-z][a-z0-9-]*:[a-z][a-z0-9_]*)\/([0-9a-f-]{36})$/i;
const TRUE = new Set(['true', 'yes', '1']);
const FALSE = new Set(['false', 'no', '0']);

/** A value of a field as the text of a cell; empty for none. `decodeCell` is its inverse. */
export function encodeCell({ type }: Typed, value: unknown): string {
  return value === undefined || value === null ? '' : FIELD_CELLS[type].encode(value);
}

/** An empty list is a value, and not the same as none. */
export function encodeTexts(items: readonly string[]): string {
  return items.length === 0 ? '[]' : guardText(encodeList(items));
}

export function decodeTexts(cell: string): readonly string[] {
  const text = cell.trim();
  return text === '[]' ? [] : decodeList(unguardText(cell));
}

/** Decodes a cell that is not empty into the type of its field. */
export function decodeCell({ type }: Typed, cell: string, style: NumberStyle = '.'): CellValue {
  return FIELD_CELLS[type].decode(cell, style);
}

export const OTHER_MARK = 'has another decimal mark than the file: name the one that it has with `decimal`.';

/** A number in the style of its column; other text as it is. */
export function readNumber(text: string, style: NumberStyle): CellValue {
  const [, sign = '', digits, exponent = ''] = NUMBER.exec(text) ?? [];
  if (digits === undefined || signOf(digits) === 'invalid') return { value: text };
  const plain = withPoint(digits, style);
  return plain === null ? { fault: OTHER_MARK } : { value: Number(sign + plain + exponent) };
}

function booleanOf(text: string): boolean | null {
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : null;
}

function parsed(text: string): CellValue {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // It only throws `SyntaxError`, whose message quotes the cell.
    return { fault: 'must be JSON.' };
  }
}

function encodeMoney(value: unknown): string {
  const { amount, currency } = value as Money;
  return `${amount} ${currency}`;
}

function decodeMoney(cell: string, style: NumberStyle): CellValue {
  const [, sign, digits, currency = ''] = MONEY.exec(cell.trim()) ?? [];
  if (digits === undefined) return { fault: 'must be an amount and a currency: `12.50 EUR`.' };
  const amount = withPoint(digits, style);
  if (amount === null) return { fault: OTHER_MARK };
  return { value: { amount: `${sign === '-' ? '-' : ''}${amount}`, currency: currency.toUpperCase() } };
}

function encodeAnyReference(value: unknown): string {
  const { kind, id } = value as AnyRef;
  return `${kind}/${id}`;
}

function decodeAnyReference(cell: string): CellValue {
  const [, kind = '', id = ''] = ANY_REFERENCE.exec(cell.trim()) ?? [];
  return id === '' ? { fault: 'must be a kind and an id: `inventory:part/<id>`.' } : { value: { kind, id } };
}

const plain = (value: unknown) => String(value as string | number | boolean);
const TEXT: FieldCell = {
  encode: (value) => guardText(plain(value)),
  decode: (cell) => ({ value: unguardText(cell) }),
};
const WORD: FieldCell = { encode: plain, decode: (cell) => ({ value: unguardText(cell.trim()) }) };
const NUMERIC: FieldCell = { encode: plain, decode: (cell, style) => readNumber(cell.trim(), style), identifies: true };
const LIST: FieldCell = {
  encode: (value) => encodeTexts(value as readonly string[]),
  decode: (cell) => ({ value: decodeTexts(cell) }),
};

export const FIELD_CELLS: Readonly<Record<FieldTypeName, FieldCell>> = {
  text: { ...TEXT, identifies: true, dispensable: true },
  longtext: TEXT,
  integer: NUMERIC,
  decimal: NUMERIC,
  money: { encode: encodeMoney, decode: decodeMoney },
  boolean: { encode: plain, decode: (cell) => ({ value: booleanOf(cell.trim().toLowerCase()) ?? cell.trim() }) },
  date: { ...WORD, identifies: true, dispensable: true },
  datetime: { ...WORD, dispensable: true },
  enum: { ...WORD, encode: TEXT.encode, identifies: true },
  multi_select: LIST,
  url: { ...TEXT, identifies: true, dispensable: true },
  email: { ...TEXT, identifies: true, dispensable: true },
  user: WORD,
  users: LIST,
  file: WORD,
  ref: WORD,
  refs: LIST,
  any_ref: { encode: encodeAnyReference, decode: decodeAnyReference },
  json: {
    encode: (value) => guardText(JSON.stringify(value)),
    decode: (cell) => parsed(unguardText(cell.trim())),
  },
};
