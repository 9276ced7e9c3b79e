import type { ShapeField } from '@cubit/core/host';
import { plainName } from '@cubit/core';
import { DECIMAL_PLACES } from '@cubit/decimal';
import { decodeCell, type CellValue, type DecimalMark, readNumber } from './cell.js';
import { dateOf, instantOf } from './foreign-date.js';

/** A value as a cell means it. A warning tells what was changed or left out; `value` undefined: nothing. */
export type CleanValue = { readonly value: unknown; readonly warning?: string } | { readonly fault: string };

const NOTHING = new Set(['n/a', '#n/a', 'null', 'nan', 'undefined']);
/** `-`, `—`, `-\\-`. */
const ONLY_MARKS = /^[-–—\\/\s]*$/;
const NUMBER_WITHIN = /^[~≈<>≥≤=\s]*([+-]?\s*\p{Sc}?\s*\d[\d.,'’\u00A0\u202F ]*)\s*(\D.*)?$/u;
const TRUE = new Set(['true', 'yes', 'y', 't', 'x', 'on', '1', 'ja', 'oui', 'si', 'wahr']);
const FALSE = new Set(['false', 'no', 'n', 'f', 'off', '0', 'nein', 'non', 'falsch']);

/** How programs write that there is nothing. */
export function isNothing(cell: string): boolean {
  const text = cell.trim().toLowerCase();
  return ONLY_MARKS.test(text) || NOTHING.has(text);
}

/** Decodes a cell of another program's file: units, spellings and formats become values, with a warning where something is lost. */
export function cleanCell(field: ShapeField, cell: string, mark: DecimalMark): CleanValue {
  const text = cell.trim();
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return cleanNumber(field, text, mark);
    case 'boolean': {
      const word = text.toLowerCase();
      if (TRUE.has(word)) return { value: true };
      return { value: FALSE.has(word) ? false : text };
    }
    case 'date':
      return dated(text, dateOf(text));
    case 'datetime':
      return dated(text, instantOf(text));
    case 'url':
      return cleanUrl(text);
    case 'text':
    case 'longtext':
      return cutText(field, decoded(decodeCell(field, cell, mark)));
    default:
      return decodeCell(field, cell, mark);
  }
}

function decoded(value: CellValue): string {
  return 'value' in value ? String(value.value as string) : '';
}

export function cutText({ schema, type }: Pick<ShapeField, 'schema' | 'type'>, text: string): CleanValue {
  const { maxLength = Infinity } = schema as { readonly maxLength?: number };
  const plain = text.replaceAll('\0', '');
  const line = type === 'text' ? plain.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim() : plain;
  if (line.length <= maxLength) return { value: line };
  const points = [...line];
  if (points.length <= maxLength) return { value: line };
  return { value: points.slice(0, maxLength).join(''), warning: `was cut to ${maxLength} characters.` };
}

/** A word of another program as a value of an enum; undefined if it is not known. */
export function wordOf(
  values: Readonly<Record<string, readonly string[]>> | undefined,
  { schema }: ShapeField,
  text: string,
): string | undefined {
  const { enum: known = [] } = schema as { readonly enum?: readonly string[] };
  const plain = plainName(text);
  const own = known.find((value) => plainName(value) === plain);
  if (own !== undefined) return own;
  return Object.entries(values ?? {}).find(([, words]) => words.some((word) => plainName(word) === plain))?.[0];
}

function cleanNumber({ type, schema, required }: ShapeField, text: string, mark: DecimalMark): CleanValue {
  if (!required && !/\d/.test(text))
    return { value: undefined, warning: `'${text.slice(0, 50)}' is not a number and was left out.` };
  const [, within = '', unit = ''] = NUMBER_WITHIN.exec(text) ?? [];
  const plain = within.replaceAll(/[\s'’\u00A0\u202F]|\p{Sc}/gu, '');
  const written = /^[eE][+-]?\d{1,3}$/.test(unit.trim()) ? plain + unit.trim() : plain;
  const number = written === '' ? { value: text } : readNumber(written, mark);
  if ('fault' in number || typeof number.value !== 'number') return number;
  const cleaned = fitted(number.value, type === 'integer');
  const { minimum } = schema as { readonly minimum?: number };
  const value = minimum !== undefined && cleaned < minimum && type === 'integer' ? minimum : cleaned;
  const isSame = value === number.value && (written !== plain || unit.trim() === '');
  return isSame ? { value } : { value, warning: `'${text.slice(0, 50)}' was read as ${value}.` };
}

function fitted(value: number, isInteger: boolean): number {
  if (isInteger) return Math.round(value);
  const factor = 10 ** DECIMAL_PLACES;
  const scaled = Math.round(value * factor) / factor;
  return Math.abs(value * factor) < Number.MAX_SAFE_INTEGER ? scaled : value;
}

function dated(text: string, value: string | null | undefined): CleanValue {
  if (value === null) return { value: undefined };
  return value === undefined
    ? { value: undefined, warning: `'${text.slice(0, 50)}' is not a date and was left out.` }
    : { value };
}

const DOMAIN = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:].*)?$/i;

function cleanUrl(text: string): CleanValue {
  const url = DOMAIN.test(text) ? `https://${text}` : text;
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) {
    const whole = url.replace(/^https?/i, (scheme) => scheme.toLowerCase());
    return { value: /[\s"<>\\^`{|}]|[^\x20-\x7E]/.test(whole) ? new URL(whole).href : whole };
  }
  return { value: undefined, warning: `'${text.slice(0, 100)}' is not an http address and was left out.` };
}
