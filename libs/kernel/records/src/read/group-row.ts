import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  type Money,
  toDecimal,
  toMoney,
  ZERO,
} from '@cubit/decimal';
import type { GroupKey } from './group-key.js';
import type { Measure, MeasuredField } from './measure.js';

type Numbered<Letter extends string, Value> = Readonly<Record<`${Letter}${number}`, Value>>;

/** A row of the statement: keys, titles of the records and people that they name, and values of the measures. */
export type StoredGroup = { readonly groups: number; readonly n: string } & Numbered<'k', unknown> &
  Numbered<'t', string | null> &
  Numbered<'v', unknown>;

/** Currency, amount, number of amounts. */
type AmountPart = readonly [string, string, number];

export function groupRow(row: StoredGroup, keys: readonly GroupKey[], measures: readonly Measure[]) {
  const titled = keys.flatMap(({ name, target }, index) =>
    target === null ? [] : [[name, row[`t${index}`] ?? null] as const],
  );
  return {
    group: Object.fromEntries(keys.map(({ name }, index) => [name, row[`k${index}`] ?? null])),
    titles: Object.fromEntries(titled),
    values: Object.fromEntries(
      measures.map(({ name, of }, index) => [name, of ? valueOf(of, row[`v${index}`] ?? null) : Number(row.n)]),
    ),
  };
}

function valueOf(measure: MeasuredField, value: unknown): unknown {
  return measure.currency ? moneyOf(measure, (value ?? []) as readonly AmountPart[]) : value;
}

/** One amount of each currency, in the order of their codes. */
function moneyOf({ apply }: MeasuredField, parts: readonly AmountPart[]): readonly Money[] {
  const currencies = [...new Set(parts.map(([currency]) => currency))].sort();
  return currencies.map((currency) => {
    const own = parts.filter((part) => part[0] === currency);
    const amounts = own.map(([, amount]) => toDecimal(amount));
    const count = own.reduce((sum, part) => sum + part[2], 0);
    return toMoney(COMBINE[apply](amounts, count), currency);
  });
}

const sumOf = (amounts: readonly Decimal[]) => amounts.reduce(addDecimals, ZERO);
const extreme = (amounts: readonly Decimal[], sign: number) =>
  amounts.reduce((best, amount) => (compareDecimals(amount, best) * sign > 0 ? amount : best));

const COMBINE: Readonly<Record<MeasuredField['apply'], (amounts: readonly Decimal[], count: number) => Decimal>> = {
  sum: sumOf,
  avg: (amounts, count) => divideDecimals(sumOf(amounts), toDecimal(count)) ?? ZERO,
  min: (amounts) => extreme(amounts, -1),
  max: (amounts) => extreme(amounts, 1),
};
