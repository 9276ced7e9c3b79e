import { printedCode, readPrintedCode } from '@cubit/labels';
import { part, type Part } from '../part/part.kind.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { place } from './place.js';

/** That of a place is the one that its own module prints. */
const LETTERS = { [part.id]: 'P', [stockItem.id]: 'S', [place.id]: 'L' } as const;
const SCANNED = [part, stockItem, place];

export function codeOf({ kind, id }: Part | StockItem): string {
  return printedCode(LETTERS[kind], id);
}

/** What a printed code names; null where it is none of these. */
export function readCode(code: string): { readonly kind: (typeof SCANNED)[number]; readonly id: string } | null {
  const read = readPrintedCode(code);
  const kind = SCANNED.find(({ id }) => LETTERS[id] === read?.letter);
  return read && kind ? { kind, id: read.id } : null;
}
