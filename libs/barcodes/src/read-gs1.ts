// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the package has no types, and programs of other libraries must find these
/// <reference path="./gs1-barcode-parser-mod.d.ts" />
import { parseBarcode } from 'gs1-barcode-parser-mod';
import { checkGtin } from './gtin.js';
import type { CodeParts as Parts } from './scanned-code.js';
import { GS } from './separators.js';

/** Symbology identifiers of GS1, a text in brackets, an article number first, or a separator of fields. */
const FORM = /^(?:\](?:C1|d2|e0|Q3|J1)|\x1d|\(\d{2,4}\)|01\d{14}|02\d{14})/;
/** Ctrl+] without its Ctrl, or with a caret: no value of GS1 has these signs. */
const TYPED = /(?!^)[\]^]/g;

interface Element {
  readonly ai: string;
  readonly raw: string;
  readonly isoDate?: string;
}

/** Takes a code with GS1 application identifiers apart; null for another. A plain number is never one. */
export function readGs1(code: string): Parts | null {
  if (!FORM.test(code) && !code.includes('\x1d')) return null;
  const elements = elementsOf(FORM.test(code) ? code.replace(TYPED, GS) : code);
  if (elements.length === 0) return null;
  const value = (...identifiers: string[]) => elements.find(({ ai }) => identifiers.includes(ai))?.raw.trim();
  const gtin = value('01', '02');
  // Without its check digit the first digits are something else.
  if (gtin !== undefined && !('gtin' in checkGtin(gtin))) return null;
  const expiry = elements.find(({ ai }) => ai === '17' || ai === '15')?.isoDate;
  const quantity = Number(value('30', '37') ?? Number.NaN);
  return compacted({
    format: 'gs1',
    gtin,
    part_number: value('241', '240'),
    lot: value('10'),
    serial: value('21'),
    quantity: Number.isFinite(quantity) && quantity > 0 ? quantity : undefined,
    expires_on: expiry === '' ? undefined : expiry,
    order_number: value('400'),
  });
}

function elementsOf(code: string): readonly Element[] {
  try {
    return (parseBarcode(code) as { readonly parsedCodeItems: readonly Element[] }).parsedCodeItems;
  } catch {
    return [];
  }
}

export function compacted(parts: { readonly [Name in keyof Parts]: Parts[Name] | undefined }): Parts {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined && value !== ''),
  ) as unknown as Parts;
}
