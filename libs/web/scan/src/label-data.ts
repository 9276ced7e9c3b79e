import type { UiAction } from '@cubit/web-client';

/** What the label of a distributor or manufacturer says. */
export interface LabelData {
  readonly mpn?: string;
  readonly part_number?: string;
  readonly gtin?: string;
  readonly quantity?: number;
  readonly lot?: string;
  readonly serial?: string;
  readonly expires_on?: string;
  readonly order_number?: string;
}

const TITLES: readonly (readonly [keyof LabelData, string])[] = [
  ['mpn', "Manufacturer's number"],
  ['part_number', 'Part number'],
  ['quantity', 'Quantity'],
  ['lot', 'Lot'],
  ['serial', 'Serial number'],
  ['expires_on', 'Expires'],
  ['order_number', 'Order number'],
];

/** What a label says besides an article number, with titles. */
export function labelItems(data: LabelData): readonly { readonly title: string; readonly value: string }[] {
  return TITLES.flatMap(([name, title]) => (data[name] === undefined ? [] : [{ title, value: String(data[name]) }]));
}

/** The number of a label that its next bag has as well. */
export function lastingNumber({ mpn, part_number, gtin }: LabelData): string | undefined {
  return mpn ?? part_number ?? gtin;
}

/** What a label gives to the input of an action for stock that comes in: one that takes a lot. A use never takes the whole bag by itself. */
export function labelInput({ input }: UiAction, { quantity: qty, lot, expires_on }: LabelData): object | null {
  const properties = input.properties ?? {};
  if (!('lot' in properties)) return null;
  const given = Object.entries({ qty, lot, expires_on }).filter(
    ([name, value]) => value !== undefined && name in properties,
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}
