import { sha256Hex } from '@cubit/core';
import type { SourceRow } from '../source/row.js';
import type { DecimalMark } from '../table/cell.js';
import type { Column } from '../table/columns.js';
import { fieldOfColumn } from './import-node.js';
import { draftRow } from './draft-row.js';
import type { RowDraft } from './row-draft.js';
import type { RowTargets } from './row-targets.js';

/** What is learnt from all rows of a file before the first one is imported. */
export interface FileFacts {
  /** Rows of the file. */
  readonly total: number;
  /** Decimal separators by column; null for columns that do not tell. */
  readonly marks: readonly (DecimalMark | null)[];
  /** Of what the rows say, in any order; null if the kind has none. */
  readonly digest: string | null;
}

const NUMERIC = new Set(['integer', 'decimal', 'money']);
/** `1,5`, `1234,50`, `1.234,50`; not `1,234`, which may be a number with a separator of thousands. */
const COMMA = /^\D*[+-]?(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+|0,\d+)\D*$/;
const POINT = /^\D*[+-]?(?:\d{1,3}(?:,\d{3})+\.\d+|\d*\.(?:\d{1,2}|\d{4,})|\d{4,}\.\d+|0?\.\d+)\D*$/;

/** Reads the rows of a file once. */
export class FileReading {
  #total = 0;
  readonly #targets: RowTargets;
  readonly #guessed: readonly (ColumnMarks | null)[];
  readonly #lines: string[] | null;
  readonly #digestOf: readonly (readonly string[])[];

  constructor(targets: RowTargets, { isGuessed }: { readonly isGuessed: boolean }) {
    this.#targets = targets;
    this.#guessed = isGuessed ? targets.columns.map((column) => (isNumeric(column) ? new ColumnMarks() : null)) : [];
    const { digest } = targets.node.importing;
    this.#digestOf = (digest?.of ?? []).map((target) => target.split('.'));
    this.#lines = digest ? [] : null;
  }

  see(row: SourceRow): void {
    this.#total = row.number;
    if ('cells' in row) for (const [index, marks] of this.#guessed.entries()) marks?.see(row.cells[index] ?? '');
    if (!this.#lines) return;
    const draft = draftRow(row, this.#targets);
    if (!draft.isEmpty) this.#lines.push(JSON.stringify(this.#digestOf.map((path) => valueAt(draft, path))));
  }

  facts(): FileFacts {
    return {
      total: this.#total,
      marks: this.#guessed.map((marks) => marks?.mark ?? null),
      digest: this.#lines ? sha256Hex(Buffer.from(this.#lines.toSorted().join('\n'))) : null,
    };
  }
}

/** The decimal separator that every number of a column agrees on. */
class ColumnMarks {
  #commas = 0;
  #points = 0;

  see(cell: string): void {
    const text = cell.trim();
    if (COMMA.test(text)) this.#commas += 1;
    else if (POINT.test(text)) this.#points += 1;
  }

  get mark(): DecimalMark | null {
    if (this.#commas > 0 && this.#points > 0) return null;
    if (this.#commas > 0) return ',';
    return this.#points > 0 ? '.' : null;
  }
}

function isNumeric(column: Column | null): boolean {
  return column !== null && NUMERIC.has(fieldOfColumn(column)?.type ?? '');
}

function valueAt(draft: RowDraft, [name = '', ...rest]: readonly string[]): unknown {
  if (rest.length === 0) return draft.fields[name] ?? null;
  return (draft.nested.get(name) ?? []).map((inner) => valueAt(inner, rest));
}
