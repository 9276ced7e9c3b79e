import { addDecimals, subtractDecimals } from '@cubit/core';
import type { StockItem } from '../stock-item/stock-item.kind.js';

const NEVER = '9999-12-31';

/** Opened first, then what expires first, then the oldest (FEFO, then FIFO). */
export function inOrderOfUse(items: readonly StockItem[]): readonly StockItem[] {
  const key = ({ id, created_at, fields: { opened_at, expires_on } }: StockItem) =>
    `${opened_at === undefined ? 1 : 0} ${expires_on ?? NEVER} ${created_at} ${id}`;
  return items
    .map((item) => ({ item, key: key(item) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => item);
}

export interface Candidate {
  readonly item: StockItem;
  /** What nobody else holds a claim on. */
  readonly free: number;
}

export interface Take {
  readonly item: StockItem;
  readonly qty: number;
}

/** From whom how much, in the given order. A numbered item is taken whole or not at all. `short`: what was not found. */
export function pickStock(
  candidates: readonly Candidate[],
  qty: number,
): { readonly takes: readonly Take[]; readonly short: number } {
  const takes: Take[] = [];
  let short = qty;
  for (const { item, free } of candidates) {
    if (short <= 0) break;
    const take = Math.min(free, short);
    const isWhole = item.fields.serial === undefined || take === item.fields.qty;
    if (take <= 0 || !isWhole) continue;
    takes.push({ item, qty: take });
    short = subtractDecimals(short, take);
  }
  return { takes, short };
}

export function totalOf(quantities: readonly number[]): number {
  return addDecimals(0, ...quantities);
}
