import { FIELD_FACTS, type FieldTypeName, type ShapeField } from '@cubit/core/host';
import { plainName } from '@cubit/core';
import { DECIMAL_PLACES } from '@cubit/decimal';
import { decodeCell, OTHER_MARK } from './cell.js';
import { dateOf, type DateOrder, dateSignOf, hasTime, instantOf } from './foreign-date.js';
import { type NumberStyle, signOf, withPoint } from './foreign-number.js';
import { unguardText } from './guarded-text.js';
import { inUnitOfField } from './unit-of-field.js';

/** A value as a cell means it. A warning tells what was changed or left out; `value` undefined: nothing. */
export type CleanValue =
  /** `unit`: beside a number, whose field does not tell whether it converts. `isTrimmed`: blanks around it are left out. */
  | { readonly value: unknown; readonly warning?: string; readonly unit?: string; readonly isTrimmed?: boolean }
  | { readonly fault: string; readonly code?: string };

const NOTHING = new Set(['n/a', '#n/a', 'null', 'nan', 'undefined']);
/** `-`, `—`, `-\\-`, `_`, `~`. */
const ONLY_MARKS = /^[-–—_~\\/\s]*$/;
/** Sign, digits, exponent and what follows; the amount in parentheses is below zero, as accountants write it. */
const NUMBER =
  /^(\()?\s*([+\-−])?\s*(?:\p{Sc}\s*)?(\d(?:[\d.,'’\u00A0\u202F ]*\d)?[.,]?|[.,]\d+)(e[+-]?\d{1,3})?(\s*\))?\s*(\D.*)?$/iu;
/** A unit or a word after a number; not a prefix such as `k`, which makes another number of it. */
const UNIT = /^(?![kMGTRnpuµ]$)(?:[%"°\p{Sc}]|[\p{L}µ][\p{L}.\- ]*[23²³]?)$/u;
const TRUE = new Set(['true', 'yes', 'y', 't', 'x', 'on', '1', 'ja', 'oui', 'si', 'wahr']);
const FALSE = new Set(['false', 'no', 'n', 'f', 'off', '0', 'nein', 'non', 'falsch']);

/** How programs write that there is nothing. */
export function isNothing(cell: string): boolean {
  const text = cell.trim().toLowerCase();
  return ONLY_MARKS.test(text) || NOTHING.has(text);
}

/** How the column of a cell is written. */
export interface ColumnStyle {
  readonly style: NumberStyle;
  /** Null: nothing tells it. */
  readonly order: DateOrder | null;
  /** A slash in the name of a record belongs to its title. Default: it separates the titles of a path. */
  readonly slash?: 'title';
}

interface CellOptions extends ColumnStyle {
  /** A unit beside a number is returned with it. Default: the number is converted into the unit of its field. */
  readonly keepsUnit?: boolean | undefined;
}

const BREAK = /[\r\n]/;

export function cutText({ schema, type }: Pick<ShapeField, 'schema' | 'type'>, text: string): CleanValue {
  const { maxLength = Infinity } = schema as { readonly maxLength?: number };
  const plain = text.replaceAll('\0', '');
  const isLine = FIELD_FACTS[type].long !== true;
  const open = isLine ? plain.replaceAll(/\s*[\r\n]+\s*/g, ' ') : plain;
  const line = isLine ? open.trim() : open;
  const points = line.length <= maxLength ? null : [...line];
  if (points !== null && points.length > maxLength)
    return { value: points.slice(0, maxLength).join(''), warning: `was cut to ${maxLength} characters.` };
  const shown = `'${line.slice(0, 50)}'`;
  if (plain !== text) return { value: line, warning: `${shown} has characters that cannot be stored.` };
  const isBroken = isLine && BREAK.test(text.trim());
  if (isBroken) return { value: line, warning: `${shown} has line breaks, which became spaces.` };
  return { value: line, isTrimmed: line !== open };
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

function cleanNumber(
  field: ShapeField,
  text: string,
  { style, keepsUnit = false }: Pick<CellOptions, 'style' | 'keepsUnit'>,
): CleanValue {
  const { type, required } = field;
  const shown = `'${text.slice(0, 50)}'`;
  if (!/\d/.test(text))
    return required ? { value: text } : { value: undefined, warning: `${shown} is not a number and was left out.` };
  const [, open, sign, digits = '', exponent = '', close, unit = ''] = NUMBER.exec(text) ?? [];
  const isNumber = digits !== '' && (open === undefined) === (close === undefined) && (unit === '' || UNIT.test(unit));
  if (!isNumber || signOf(digits) === 'invalid') return { fault: `${shown} is not a number.` };
  const pointed = withPoint(digits, style);
  if (pointed === null) return { fault: OTHER_MARK };
  const size = Number(pointed + exponent);
  const written = open !== undefined || sign === '-' || sign === '−' ? -size : size;
  const name = unit.trim();
  if (keepsUnit && name !== '') {
    const kept = roundedTo(written);
    const warned = kept === written ? {} : { warning: `${shown} was read as ${kept} ${name}.` };
    return { value: kept, unit: name, ...warned };
  }
  const plain = name === '' ? { value: written } : inUnitOfField(field, { value: written, unit: name });
  if ('fault' in plain) return { fault: plain.fault, code: 'wrong_unit' };
  if (FIELD_FACTS[type].whole === true) return cleanInteger(field, { ...plain, text, unit: name });
  const rounded = roundedTo(plain.value);
  return rounded === plain.value && name === ''
    ? { value: rounded }
    : { value: rounded, warning: `${shown} was read as ${rounded}.` };
}

function cleanInteger(
  { schema, required }: Pick<ShapeField, 'schema' | 'required'>,
  { value, text, unit }: { readonly value: number; readonly text: string; readonly unit: string },
): CleanValue {
  const shown = `'${text.slice(0, 50)}'`;
  const { minimum = -Infinity } = schema as { readonly minimum?: number };
  if (!Number.isInteger(value)) return { fault: `must be a whole number, and ${shown} is none.` };
  // Zero is how programs write that there is no such number.
  if (value === 0 && minimum > 0 && !required) return { value: undefined, warning: `${shown} was left out.` };
  return unit === '' ? { value } : { value, warning: `${shown} was read as ${value}.` };
}

function roundedTo(value: number): number {
  const factor = 10 ** DECIMAL_PLACES;
  return Math.abs(value * factor) < Number.MAX_SAFE_INTEGER ? Math.round(value * factor) / factor : value;
}

interface Dated {
  readonly value: string | null | undefined;
  readonly order: DateOrder | null;
  readonly isDay: boolean;
}

function dated(text: string, { value, order, isDay }: Dated): CleanValue {
  const shown = `'${text.slice(0, 50)}'`;
  if (value === null) return { value: undefined };
  if (value !== undefined)
    return isDay && hasTime(text) ? { value, warning: `${shown} was read as ${value}.` } : { value };
  if (order === null && dateSignOf(text) === 'either')
    return { fault: `${shown} may have the day or the month first: name the order with \`dates\`.` };
  return { value: undefined, warning: `${shown} is not a date and was left out.` };
}

type Clean = (field: ShapeField, text: string, options: CellOptions) => CleanValue;

const cleanText: Clean = (field, text) => cutText(field, unguardText(text));
const cleanNumberCell: Clean = (field, text, options) => cleanNumber(field, text.trim(), options);

function cleanBoolean(_field: ShapeField, cell: string): CleanValue {
  const text = cell.trim();
  const word = text.toLowerCase();
  if (TRUE.has(word)) return { value: true };
  return { value: FALSE.has(word) ? false : text };
}

/** How cells of other programs are read; null: as those of an export. */
const CLEANERS: Readonly<Record<FieldTypeName, Clean | null>> = {
  text: cleanText,
  longtext: cleanText,
  integer: cleanNumberCell,
  decimal: cleanNumberCell,
  boolean: cleanBoolean,
  date: (_field, cell, { order }) => dated(cell.trim(), { value: dateOf(cell.trim(), order), order, isDay: true }),
  datetime: (_field, cell, { order }) =>
    dated(cell.trim(), { value: instantOf(cell.trim(), order), order, isDay: false }),
  url: (_field, cell) => cleanUrl(cell.trim()),
  money: null,
  enum: null,
  multi_select: null,
  email: null,
  user: null,
  users: null,
  file: null,
  ref: null,
  refs: null,
  any_ref: null,
  json: null,
};

/** Decodes a cell of another program's file: units, spellings and formats become values, with a warning where something is lost. */
export function cleanCell(field: ShapeField, cell: string, options: CellOptions): CleanValue {
  const clean = CLEANERS[field.type];
  return clean === null ? decodeCell(field, cell, options.style) : clean(field, cell, options);
}

const DOMAIN = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:].*)?$/i;

function cleanUrl(text: string): CleanValue {
  const url = DOMAIN.test(text) ? `https://${text}` : text;
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) {
    const whole = url.replace(/^https?/i, (scheme) => scheme.toLowerCase());
    const value = /[\s"<>\\^`{|}]|[^\x20-\x7E]/.test(whole) ? new URL(whole).href : whole;
    const shown = `'${text.slice(0, 100)}'`;
    return value === text ? { value } : { value, warning: `${shown} was read as ${value.slice(0, 200)}.` };
  }
  return { value: undefined, warning: `'${text.slice(0, 100)}' is not an http address and was left out.` };
}
