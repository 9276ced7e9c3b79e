import type { FieldTypeName, ShapeField } from '@cubit/core/host';
import { decodeCell, type CellValue } from './cell.js';
import type { NumberStyle } from './foreign-number.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
interface Written {
  readonly pattern: RegExp;
  readonly example: string;
}

/** How an export writes the types of which a spreadsheet may rewrite values. Letter case of words does not matter. Null: it leaves them alone. */
const WRITTEN: Readonly<Record<FieldTypeName, Written | null>> = {
  integer: { pattern: NUMBER, example: '1250' },
  decimal: { pattern: NUMBER, example: '1250.5' },
  boolean: { pattern: /^(?:true|false)$/i, example: 'true' },
  date: { pattern: /^\d{4}-\d{2}-\d{2}$/, example: '2026-01-31' },
  datetime: {
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i,
    example: '2026-01-31T12:00:00.000Z',
  },
  money: { pattern: /^-?\d+(?:\.\d+)? [A-Z]{3}$/, example: '1250.50 EUR' },
  text: null,
  longtext: null,
  enum: null,
  multi_select: null,
  url: null,
  email: null,
  user: null,
  users: null,
  file: null,
  ref: null,
  refs: null,
  any_ref: null,
  json: null,
};

/** Decodes a cell, not empty, of a file that an export wrote. Fault: another program has written the value in its own way. */
export function exactCell(field: ShapeField, cell: string, style: NumberStyle): CellValue {
  const written = WRITTEN[field.type];
  const text = cell.trim();
  if (written === null) return decodeCell(field, cell, style);
  const plain = style === ',' && !text.includes('.') ? text.replace(',', '.') : text;
  if (written.pattern.test(plain)) return decodeCell(field, plain);
  return {
    fault: `'${text.slice(0, 50)}' is not as an export writes it (\`${written.example}\`). If another program has changed the file, import it with \`reading=foreign\`.`,
  };
}
