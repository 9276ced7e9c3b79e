import type { RegisteredKind } from '@cubit/core/host';
import { encodeCell } from '../table/cell.js';
import { csvLine } from '../table/csv-line.js';

/** The example of a kind as a CSV file of one row, for the documentation. Null if the kind has no example. */
export function exampleFile({ definition, shape }: RegisteredKind): string | null {
  const entries = Object.entries(definition.example ?? {}).flatMap(([name, value]): [string, string][] => {
    const field = shape.fields.get(name);
    return field ? [[name, encodeCell(field, value)]] : [];
  });
  if (entries.length === 0) return null;
  return csvLine(entries.map(([name]) => name)) + csvLine(entries.map(([, cell]) => cell));
}
