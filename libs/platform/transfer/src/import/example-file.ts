import type { RegisteredKind } from '@cubit/core';
import { encodeCell } from '../table/cell.js';
import { csvLine } from '../table/csv-line.js';

/** The kind's own example as a CSV file of one row: shown in the docs. Null where the kind has none. */
export function exampleFile({ definition, shape }: RegisteredKind): string | null {
  const entries = Object.entries(definition.example ?? {}).flatMap(([name, value]): [string, string][] => {
    const field = shape.fields.get(name);
    return field ? [[name, encodeCell(field, value)]] : [];
  });
  if (entries.length === 0) return null;
  return csvLine(entries.map(([name]) => name)) + csvLine(entries.map(([, cell]) => cell));
}
