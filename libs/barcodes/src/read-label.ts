import type { CodeParts as Parts } from './scanned-code.js';
import { compacted } from './read-gs1.js';

/** The header of ISO 15434, format 06 or 12. Mouser prints it without separators and with `>` in front. */
const HEADER = /^>?\[\)>\x1e?(?:06|12)\x1d?/;
/** A data identifier of MH10.8.2: digits and one letter. */
const FIELD = /^(\d{0,3}[A-Z])(.*)$/s;

/** Takes the label of a distributor apart: Mouser, DigiKey and others by ISO 15434, LCSC by its own form. Null for another code. */
export function readLabel(code: string): Parts | null {
  return readIso15434(code) ?? readLcsc(code);
}

function readIso15434(code: string): Parts | null {
  if (!HEADER.test(code)) return null;
  const fields = new Map<string, string>();
  for (const part of code
    .replace(HEADER, '')
    .replace(/\x1e?\x04?$/, '')
    .split('\x1d')) {
    const [, identifier, value = ''] = FIELD.exec(part) ?? [];
    if (identifier !== undefined && value.trim() !== '' && !fields.has(identifier))
      fields.set(identifier, value.trim());
  }
  const value = (...identifiers: string[]) =>
    identifiers.map((name) => fields.get(name)).find((one) => one !== undefined);
  const isDigiKey = fields.has('30P');
  return compacted({
    format: 'iso15434',
    // DigiKey prints its own number in 30P, and in P that of the customer, or its own again.
    part_number: value('30P', 'P'),
    mpn: value('1P') ?? (isDigiKey ? undefined : value('2P')),
    lot: value('1T', 'T', '9D', '10D'),
    serial: value('S', '25S'),
    quantity: quantityOf(value('Q', '7Q')),
    expires_on: dayOf(value('14D', '15D')),
    order_number: value('1K', 'K'),
  });
}

/** `{pbn:PICK2311170001,on:GB2311160001,pc:C7371628,pm:TMK316BJ476ML-T,qty:20,...}` */
function readLcsc(code: string): Parts | null {
  if (!/^\{.*\bpc:.*\}$/s.test(code)) return null;
  const fields = new Map(
    code
      .slice(1, -1)
      .split(',')
      .map((pair) => [pair.slice(0, pair.indexOf(':')).trim(), pair.slice(pair.indexOf(':') + 1).trim()] as const),
  );
  return compacted({
    format: 'lcsc',
    part_number: fields.get('pc'),
    mpn: fields.get('pm'),
    quantity: quantityOf(fields.get('qty')),
    order_number: fields.get('on'),
  });
}

function quantityOf(text: string | undefined): number | undefined {
  const number = /^\d{1,9}(?:\.\d{1,6})?/.exec(text ?? '')?.[0];
  return number === undefined || Number(number) === 0 ? undefined : Number(number);
}

/** `20271231` or `271231` as a day. */
function dayOf(text: string | undefined): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4}|\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  const iso = `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}
