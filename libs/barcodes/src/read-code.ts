import { gtinForms } from './gtin.js';
import { readGs1 } from './read-gs1.js';
import { readLabel } from './read-label.js';
import type { ScannedCode } from './scanned-code.js';
import { withSeparators } from './separators.js';

/** What scanners put around a code where they are set to: its symbology, and the control characters STX and ETX. */
const AROUND = /^[\s\x02]*(?:\](?!C1|d2|e0|Q3|J1)[A-Za-z]\d(?=.))?|[\s\x03]+$/g;
/** The part of an address after `/c/`, which printed codes have. Of any host: a label outlives the address of its service. */
const ADDRESS = /^https?:\/\/[^\s]*?\/c\/([^/?#\s]+)\/?(?:[?#].*)?$/i;
/** The address of a record, of its page or in the API. */
const RECORD =
  /^https?:\/\/\S+?\/modules\/[\w-]+\/records\/[\w-]+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?#]\S*)?$/i;
/** GS1 Digital Link: the article number, and a lot. */
const DIGITAL_LINK = /^https?:\/\/[^\s]*?\/01\/(\d{8,14})(?:\/(?:10\/([^/?#]+)|21\/([^/?#]+)))?(?:[/?#].*)?$/i;

/** Takes a scanned code apart. A code of no known form is its own number. */
export function readCode(scanned: string): ScannedCode {
  const code = withinAddress(scanned.replace(AROUND, ''));
  const [, record] = RECORD.exec(code) ?? [];
  if (record !== undefined) return complete({ format: 'text', text: code, record: record.toLowerCase() });
  const link = DIGITAL_LINK.exec(code);
  if (link) return fromLink(link, code);
  const raw = withSeparators(code);
  const found = readLabel(raw) ?? readGs1(raw);
  if (found) return complete({ ...found, text: code });
  const forms = gtinForms(code);
  if (forms.length > 0) return complete({ format: 'gtin', text: code, gtin: code.replace(/[\s-]/g, '') });
  return { format: 'text', text: code, numbers: unique([code]) };
}

function withinAddress(text: string): string {
  const [, code] = ADDRESS.exec(text) ?? [];
  if (code === undefined) return text;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

function fromLink([, gtin = '', lot, serial]: RegExpExecArray, text: string): ScannedCode {
  return complete({
    format: 'gs1',
    text,
    gtin,
    ...(lot === undefined ? {} : { lot: withinAddress(lot) }),
    ...(serial === undefined ? {} : { serial: withinAddress(serial) }),
  });
}

function complete(code: Omit<ScannedCode, 'numbers'>): ScannedCode {
  const { text, serial, part_number, mpn, gtin } = code;
  const articles = gtin === undefined ? [] : [...gtinForms(gtin), gtin];
  return { ...code, numbers: unique([text, serial, part_number, mpn, ...articles]) };
}

const MAX_NUMBER = 500;

function unique(numbers: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(numbers.filter((one) => one !== undefined && one !== '' && one.length <= MAX_NUMBER))] as string[];
}
