import { gtinForms } from './gtin.js';
import { readGs1 } from './read-gs1.js';
import { readLabel } from './read-label.js';
import type { ScannedCode } from './scanned-code.js';

/** The part of an address after `/c/`, which printed codes have. */
const ADDRESS = /^https?:\/\/[^\s]*?\/c\/([^/?#\s]+)\/?(?:[?#].*)?$/i;
/** GS1 Digital Link: the article number, and a lot. */
const DIGITAL_LINK = /^https?:\/\/[^\s]*?\/01\/(\d{8,14})(?:\/(?:10\/([^/?#]+)|21\/([^/?#]+)))?(?:[/?#].*)?$/i;
/** How scanners that act as keyboards write the separators of fields and records. */
const SEPARATORS: readonly (readonly [RegExp, string])[] = [
  [/␝|<GS>|\{GS\}|\^\]|\\x1d|\\u001d/gi, '\x1d'],
  [/␞|<RS>|\{RS\}|\^\^|\\x1e|\\u001e/gi, '\x1e'],
  [/␄|<EOT>|\{EOT\}|\\x04|\\u0004/gi, '\x04'],
];

/** Takes a scanned code apart. A code of no known form is its own number. */
export function readCode(scanned: string): ScannedCode {
  const code = withinAddress(scanned.trim());
  const link = DIGITAL_LINK.exec(code);
  if (link) return fromLink(link, code);
  const raw = SEPARATORS.reduce((text, [written, separator]) => text.replace(written, separator), code);
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
