import { printedCode, readPrintedCode } from '@cubit/labels';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { place } from './place.js';

/** `L` must be the letter that the `spaces` module prints for locations. */
const LETTERS = { [part.id]: 'P', [stockItem.id]: 'S', [place.id]: 'L' } as const;
const SCANNED = [part, stockItem, place];

export function codeOf({ kind, id }: Part | StockItem): string {
  return printedCode(LETTERS[kind], id);
}

/** The record of a printed code; null if it is not a code of these kinds. */
export function readCode(code: string): { readonly kind: (typeof SCANNED)[number]; readonly id: string } | null {
  const read = readPrintedCode(code);
  const kind = SCANNED.find(({ id }) => LETTERS[id] === read?.letter);
  return read && kind ? { kind, id: read.id } : null;
}
