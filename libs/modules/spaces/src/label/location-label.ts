import { codeAddress, type Label, printedCode } from '@cubit/labels';
import { Field } from '@cubit/core';
import { Type } from 'typebox';
import type { LocationRecord } from '../plan/match-locations.js';

/** Prefix of codes on location labels. Readers of codes rely on it. */
const LOCATION_LETTER = 'L';

/** Maximum number of labels per call. Each is a page of the PDF, or a field of a sheet. */
export const MAX_LABELS = 500;

export const qrField = Type.Optional(
  Field.enum(['code', 'link'], {
    default: 'code',
    title: 'QR code',
    description:
      'What the QR codes hold: `code` alone, or `link`, an address that the camera of a phone opens. Scanning reads both.',
  }),
);

export interface QrOptions {
  readonly qr: 'code' | 'link';
  readonly publicUrl: string;
}

/** Label content: name, code and path of the location. */
export function labelOf({ id, fields: { name, code, path } }: LocationRecord, { qr, publicUrl }: QrOptions): Label {
  const printed = codeOfLocation(id);
  const label = { code: printed, title: name, lines: [code ?? '', path === name ? '' : path].filter(Boolean) };
  return qr === 'link' ? { ...label, qr: codeAddress(publicUrl, printed) } : label;
}

export function codeOfLocation(id: string): string {
  return printedCode(LOCATION_LETTER, id);
}
