import { printedCode, readPrintedCode } from '@cubit/labels';
import { part, type Part } from '../part/part.kind.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';

const LETTERS = { [part.id]: 'P', [stockItem.id]: 'S' } as const;

export function codeOf({ kind, id }: Part | StockItem): string {
  return printedCode(LETTERS[kind], id);
}

/** What a printed code names; null where it is none of this module's. */
export function readCode(code: string): { readonly kind: typeof part | typeof stockItem; readonly id: string } | null {
  const read = readPrintedCode(code);
  const kind = [part, stockItem].find(({ id }) => LETTERS[id] === read?.letter);
  return read && kind ? { kind, id: read.id } : null;
}
