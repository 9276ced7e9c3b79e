import type { CodeParts as Parts } from './scanned-code.js';
import { compacted, readGs1 } from './read-gs1.js';
import { GS, RS } from './separators.js';

/**
 * The header of ISO 15434: formats 06 and 12 have data identifiers, 05 those of GS1. What stands before the format separates records, what
 * stands behind it separates fields, however the scanner writes them. Mouser prints `>` in front.
 */
const HEADER = /^>?\[\)>([^\dA-Z]{0,8})(05|06|12)([^\dA-Z]{0,8})(?=[\dA-Z])/i;
/** A data identifier of MH10.8.2: digits and one letter. */
const FIELD = /^(\d{0,3}[A-Z])(.*)$/s;

/** Takes the label of a distributor apart: Mouser, DigiKey and others by ISO 15434, LCSC by its own form. Null for another code. */
export function readLabel(code: string): Parts | null {
  return readIso15434(code) ?? readLcsc(code);
}

function readIso15434(code: string): Parts | null {
  const [header, recordSeparator = '', format = '', fieldSeparator = ''] = HEADER.exec(code) ?? [];
  if (header === undefined) return null;
  // One sign in place of both separates fields.
  const ends = [RS, recordSeparator, ...(fieldSeparator === ']' ? ['^'] : [])].filter((end) => end !== fieldSeparator);
  const body = upTo(code.slice(header.length), ends).replace(/[\x04\s]+$/, '');
  const separator = fieldSeparator === '' ? GS : fieldSeparator;
  if (format === '05') return readGs1(`]d2${body.replaceAll(separator, GS)}`);
  const isWhole = fieldSeparator !== '' || body.includes(GS);
  return partsOf(isWhole ? fieldsOf(body.split(separator)) : fieldsInOrder(body));
}

/** The first record of an envelope. */
function upTo(body: string, separators: readonly string[]): string {
  const ends = separators.filter((one) => one !== '').map((one) => body.indexOf(one));
  return body.slice(0, Math.min(body.length, ...ends.filter((end) => end >= 0)));
}

type LabelFields = ReadonlyMap<string, string>;

function fieldsOf(parts: readonly string[]): LabelFields {
  const fields = new Map<string, string>();
  for (const part of parts) {
    const [, identifier, value = ''] = FIELD.exec(part) ?? [];
    if (identifier !== undefined && value.trim() !== '' && !fields.has(identifier))
      fields.set(identifier, value.trim());
  }
  return fields;
}

const BEHIND_DIGIKEY = String.raw`(1K\d+)(10K\d+)(?:9D\d+|1T.+?|11K\d*|4L(?:[A-Z]{2})?)*(Q\d+?)11ZPICK`;
/**
 * The order in which DigiKey and Mouser print their fields: a scanner that leaves out the separators leaves nothing else to go by. Most
 * orders at DigiKey have no number of the customer (K), and many numbers of manufacturers end in a K.
 */
const ORDERS: readonly RegExp[] = [
  new RegExp(`^(P.+?)(1P.+?)(30P.+?)?K${BEHIND_DIGIKEY}`),
  new RegExp(`^(P.+?)(1P.+?)(30P.+?)?(K.+?)${BEHIND_DIGIKEY}`),
  /^(K.*?)14K\d{3}(1P.+?)(Q\d+?)11K\d+4L[A-Z]{2}1V/,
];

function fieldsInOrder(body: string): LabelFields {
  const match = ORDERS.map((order) => order.exec(body)).find((one) => one !== null);
  return fieldsOf(match?.slice(1).filter((part) => part !== undefined) ?? []);
}

function partsOf(fields: LabelFields): Parts {
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
  const number = /^\d{1,15}(?:\.\d{1,6})?/.exec(text ?? '')?.[0];
  return number === undefined || Number(number) === 0 ? undefined : Number(number);
}

/** `20271231` or `271231` as a day. */
function dayOf(text: string | undefined): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4}|\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  const iso = `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}
