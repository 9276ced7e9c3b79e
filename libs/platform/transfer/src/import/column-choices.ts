import { errorOf, type CubitError } from '@cubit/core';
import { FIELD_FACTS, typeHolds, type ShapeField } from '@cubit/core/host';
import { cleanCell, type ColumnStyle } from '../table/clean-cell.js';
import { readMoney } from '../table/clean-money.js';
import { DATE_ORDERS, type DateOrder, dateSignOf } from '../table/foreign-date.js';
import { type DecimalMark, type NumberStyle, signOf } from '../table/foreign-number.js';

/** One way to read a column whose values are others in another way. */
export interface ColumnReading {
  /** Of the parameter. */
  readonly value: DecimalMark | DateOrder;
  /** The first cell that is another value in another reading, as it is in this one. Of mixed dates: the first in this order. */
  readonly first: string;
  readonly row: number;
}

/** How all cells of a column are read, which all of them decided. */
export interface ColumnChoice {
  /** Its name in the file. */
  readonly column: string;
  /** Its target. */
  readonly field: string;
  /** The parameter that decides it otherwise. */
  readonly parameter: 'decimal' | 'dates';
  /**
   * `mixed`: both. Numbers that could be misread are rejected; dates are refused as a whole, since each might be misread. Null: the
   * column fits several readings.
   */
  readonly value: DecimalMark | 'mixed' | DateOrder | null;
  /** Of a column that fits several. */
  readonly readings: readonly ColumnReading[];
}

/** What the request says of all columns. */
export interface GivenStyle {
  readonly decimal: DecimalMark | null;
  readonly dates: DateOrder | null;
}

interface Seen {
  readonly row: number;
  readonly text: string;
}

interface ColumnCell extends Seen {
  /** Of the column in the file. */
  readonly name: string;
  readonly target: string;
  readonly field: ShapeField;
}

interface Evidence {
  readonly field: ShapeField;
  readonly target: string;
  readonly parameter: ColumnChoice['parameter'];
  /** The first cell of each reading that excludes the other. */
  readonly signs: Map<DecimalMark | DateOrder, Seen>;
  /** The first cell that fits both. */
  either: Seen | null;
}

interface Format {
  readonly given: GivenStyle;
  /** The cells have types: a number with a point is one. */
  readonly isTyped: boolean;
  /** Dates of other programs are read. */
  readonly lenient: boolean;
}

const DIGITS = /\d(?:[\d.,'’\u00A0\u202F ]*\d)?|[.,]\d+/u;

/** Decides, from all cells of each column, which decimal separator and which order of dates it has. */
export class ColumnChoices {
  readonly #format: Format;
  readonly #columns = new Map<string, Evidence>();

  constructor(format: Format) {
    this.#format = format;
  }

  /** The parameter that the cells of a field decide; null: none, or the request names it. */
  parameterOf(field: ShapeField): ColumnChoice['parameter'] | null {
    const { given, lenient } = this.#format;
    if (typeHolds(field.type, 'number', 'money')) return given.decimal === null ? 'decimal' : null;
    return typeHolds(field.type, 'day', 'instant') && lenient && given.dates === null ? 'dates' : null;
  }

  see({ name, target, field, row, text }: ColumnCell): void {
    const parameter = this.parameterOf(field);
    if (parameter === null || text === '') return;
    const evidence = this.#columns.get(name) ?? { field, target, parameter, signs: new Map(), either: null };
    this.#columns.set(name, evidence);
    const sign = parameter === 'dates' ? dateSignOf(text) : this.#numberSign(field, text);
    if (sign === 'either') evidence.either ??= { row, text };
    else if (sign !== 'none' && !evidence.signs.has(sign)) evidence.signs.set(sign, { row, text });
  }

  #numberSign({ type }: ShapeField, text: string): DecimalMark | 'either' | 'none' {
    const digits = DIGITS.exec(text)?.[0] ?? '';
    const sign = digits === '' ? 'none' : signOf(digits);
    if (sign === 'invalid') return 'none';
    if (sign !== 'either') return sign;
    const mark = digits.includes('.') ? '.' : ',';
    if (this.#format.isTyped && mark === '.') return 'none';
    // A whole number has no places, so the mark stands between thousands.
    if (FIELD_FACTS[type].whole === true && !digits.endsWith(`${mark}000`)) return mark === '.' ? ',' : '.';
    return 'either';
  }

  decide(): readonly ColumnChoice[] {
    return [...this.#columns].flatMap(([column, evidence]) => this.#choiceOf(column, evidence) ?? []);
  }

  #choiceOf(column: string, evidence: Evidence): ColumnChoice | null {
    const { signs, either, parameter, target: field } = evidence;
    const [own, other] = [...signs.keys()];
    const choice = { column, field, parameter, readings: [] };
    if (own !== undefined && other !== undefined) {
      return { ...choice, value: 'mixed', readings: parameter === 'dates' ? mixedOf(signs) : [] };
    }
    if (own !== undefined) return { ...choice, value: own };
    if (!either) return null;
    const elsewhere = this.#signOfFile(parameter);
    if (elsewhere !== null) return { ...choice, value: elsewhere };
    return { ...choice, value: null, readings: readingsOf(evidence, either) };
  }

  /** What the other columns agree on. */
  #signOfFile(parameter: ColumnChoice['parameter']): DecimalMark | DateOrder | null {
    const all = [...this.#columns.values()].filter((evidence) => evidence.parameter === parameter);
    const [one, other] = [...new Set(all.flatMap(({ signs }) => [...signs.keys()]))];
    return one !== undefined && other === undefined ? one : null;
  }
}

function readingsOf({ field, parameter }: Evidence, { text, row }: Seen): readonly ColumnReading[] {
  const values = parameter === 'dates' ? DATE_ORDERS : (['.', ','] as const);
  const readings = values.map((value) => ({
    value,
    first: valueIn(field, text, { ...PLAIN_STYLE, ...styleOf(value) }),
    row,
  }));
  return readings.filter(({ first }) => first !== '');
}

function mixedOf(signs: Evidence['signs']): readonly ColumnReading[] {
  return [...signs].map(([value, { row, text }]) => ({ value, first: text.slice(0, MAX_SHOWN), row }));
}

const MAX_SHOWN = 50;

function valueIn(field: ShapeField, text: string, style: ColumnStyle): string {
  if (typeHolds(field.type, 'money')) {
    const money = readMoney(text, style.style);
    return money !== null && typeof money !== 'string' ? money.amount : '';
  }
  const cleaned = cleanCell(field, text, style);
  return 'value' in cleaned && cleaned.value !== undefined ? String(cleaned.value as string | number) : '';
}

/** With a decimal point; nothing tells the order of dates. */
export const PLAIN_STYLE: ColumnStyle = { style: '.', order: null };

function styleOf(value: NumberStyle | DateOrder): Partial<ColumnStyle> {
  return value === 'dmy' || value === 'mdy' || value === 'ymd' ? { order: value } : { style: value };
}

export interface ColumnStyles {
  readonly given: ColumnStyle;
  readonly byColumn: ReadonlyMap<string, ColumnStyle>;
}

interface StyleOptions extends GivenStyle {
  /** Columns whose slashes belong to titles. */
  readonly titles?: readonly string[];
}

/** How the cells of each column are read, by its name. A column that fits several readings takes the first one. */
export function stylesOf(
  choices: readonly ColumnChoice[],
  { decimal, dates, titles = [] }: StyleOptions,
): ColumnStyles {
  const given: ColumnStyle = { style: decimal ?? PLAIN_STYLE.style, order: dates };
  const byColumn = choices.flatMap(({ column, value, readings }) => {
    const chosen = value ?? readings[0]?.value;
    return chosen === undefined ? [] : [[column, { ...given, ...styleOf(chosen) }] as const];
  });
  const ofTitles = titles.map((column) => [column, { ...given, slash: 'title' }] as const);
  return { given, byColumn: new Map<string, ColumnStyle>([...byColumn, ...ofTitles]) };
}

/** The fault of a file with columns that fit several readings; null without any. A rehearsal shows both readings instead. */
export function ambiguityOf(
  choices: readonly ColumnChoice[],
  { isRehearsal }: { readonly isRehearsal: boolean },
): CubitError | null {
  const details = choices
    .filter(({ value, parameter }) => (value === null && !isRehearsal) || (value === 'mixed' && parameter === 'dates'))
    .map((choice) => ({ path: pathOf(choice), code: 'ambiguous_column', message: messageOf(choice) }));
  const [first] = details;
  return first ? errorOf('ambiguous_column', first.message, { details }) : null;
}

function messageOf({ column, parameter, value, readings }: ColumnChoice): string {
  const name = column.slice(0, 100);
  const ways = readings.map((reading) =>
    value === null
      ? `${reading.first} with \`${parameter}=${reading.value}\``
      : `'${reading.first}' in row ${reading.row} (${reading.value})`,
  );
  return value === null
    ? `The column '${name}' fits several readings: its first unclear value, in row ${readings[0]?.row ?? 0}, is ${ways.join(', or ')}.`
    : `The column '${name}' has dates in two orders: ${ways.join(', ')}. Write them in one.`;
}

function pathOf({ column }: ColumnChoice): string {
  return `/columns/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
