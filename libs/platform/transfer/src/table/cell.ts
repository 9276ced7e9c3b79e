import type { AnyRef } from '@cubit/core';
import type { Money } from '@cubit/decimal';
import type { ShapeField } from '@cubit/core/host';
import { type NumberStyle, signOf, withPoint } from './foreign-number.js';
import { guardText, unguardText } from './guarded-text.js';
import { decodeList, encodeList } from './list-cell.js';

type Typed = Pick<ShapeField, 'type'>;

/** The content of a cell: a value, nothing, or a fault. */
export type CellValue = { readonly value: unknown } | { readonly fault: string };

const NUMBER = /^([+-]?)(\d[\d.,]*|[.,]\d+)(e[+-]?\d{1,3})?$/i;
const MONEY = /^([+-]?)(\d[\d.,]*|[.,]\d+)\s*([A-Z]{3})$/i;

const ANY_REFERENCE = /^([a-z][a-z0-9-]*:[a-z][a-z0-9_]*)\/([0-9a-f-]{36})$/i;
const TRUE = new Set(['true', 'yes', '1']);
const FALSE = new Set(['false', 'no', '0']);

/** A value of a field as the text of a cell; empty for none. `decodeCell` is its inverse. */
export function encodeCell({ type }: Typed, value: unknown): string {
  if (value === undefined || value === null) return '';
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'ref':
    case 'user':
    case 'file':
      return String(value as string | number | boolean);
    case 'money': {
      const { amount, currency } = value as Money;
      return `${amount} ${currency}`;
    }
    case 'any_ref': {
      const { kind, id } = value as AnyRef;
      return `${kind}/${id}`;
    }
    case 'refs':
    case 'users':
    case 'multi_select':
      return encodeTexts(value as readonly string[]);
    case 'json':
      return guardText(JSON.stringify(value));
    default:
      return guardText(String(value as string));
  }
}

/** An empty list is a value, and not the same as none. */
export function encodeTexts(items: readonly string[]): string {
  return items.length === 0 ? '[]' : guardText(encodeList(items));
}

export function decodeTexts(cell: string): readonly string[] {
  const text = cell.trim();
  return text === '[]' ? [] : decodeList(unguardText(cell));
}

/** Decodes a cell that is not empty into the type of its field. Text of another type is passed on, and the schema refuses it. */
export function decodeCell({ type }: Typed, cell: string, style: NumberStyle = '.'): CellValue {
  const text = cell.trim();
  switch (type) {
    case 'integer':
    case 'decimal':
      return readNumber(text, style);
    case 'boolean':
      return { value: booleanOf(text.toLowerCase()) ?? text };
    case 'date':
    case 'datetime':
    case 'enum':
      return { value: unguardText(text) };
    case 'ref':
    case 'user':
    case 'file':
      return { value: unguardText(text) };
    case 'money': {
      const [, sign, digits, currency = ''] = MONEY.exec(text) ?? [];
      if (digits === undefined) return { fault: 'must be an amount and a currency: `12.50 EUR`.' };
      const amount = withPoint(digits, style);
      if (amount === null) return { fault: OTHER_MARK };
      return { value: { amount: `${sign === '-' ? '-' : ''}${amount}`, currency: currency.toUpperCase() } };
    }
    case 'any_ref': {
      const [, kind = '', id = ''] = ANY_REFERENCE.exec(text) ?? [];
      return id === '' ? { fault: 'must be a kind and an id: `inventory:part/<id>`.' } : { value: { kind, id } };
    }
    case 'refs':
    case 'users':
    case 'multi_select':
      return { value: decodeTexts(cell) };
    case 'json':
      return parsed(unguardText(text));
    default:
      return { value: unguardText(cell) };
  }
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
