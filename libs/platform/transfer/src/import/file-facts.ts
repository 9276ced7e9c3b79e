import { sha256Hex } from '@cubit/core';
import type { ShapeField } from '@cubit/core/host';
import type { SourceRow } from '../source/row.js';
import type { Column } from '../table/columns.js';
import { type ColumnChoice, ColumnChoices, type GivenStyle } from './column-choices.js';
import { fieldOfColumn } from './import-node.js';
import { draftRow } from './draft-row.js';
import { isObject, membersOf } from './read-members.js';
import type { RowDraft } from './row-draft.js';
import type { RowTargets } from './row-targets.js';

/** What is learnt from all rows of a file before the first one is imported. */
export interface FileFacts {
  /** Rows of the file. */
  readonly total: number;
  /** How the columns are read of which the cells decide it. */
  readonly choices: readonly ColumnChoice[];
  /** Of what the rows say, in any order; null if the kind has none. */
  readonly digest: string | null;
}

/** Reads the rows of a file once. */
export class FileReading {
  #total = 0;
  readonly #targets: RowTargets;
  readonly #choices: ColumnChoices;
  readonly #columns: readonly (ToldColumn | null)[];
  /** Members of JSON rows, by name. */
  readonly #members = new Map<string, ToldColumn | null>();
  readonly #lines: string[] | null;
  readonly #digestOf: readonly (readonly string[])[];

  constructor(targets: RowTargets, { given, isTyped }: { readonly given: GivenStyle; readonly isTyped: boolean }) {
    const { node, header, columns } = targets;
    this.#targets = targets;
    this.#choices = new ColumnChoices({ given, isTyped, lenient: node.lenient });
    this.#columns = node.exact ? [] : columns.map((column, index) => this.#told(header?.[index] ?? '', column));
    const { digest } = node.importing;
    this.#digestOf = (digest?.of ?? []).map((target) => target.split('.'));
    this.#lines = digest ? [] : null;
  }

  see(row: SourceRow): void {
    this.#total = row.number;
    if ('cells' in row) this.#seeCells(row.number, row.cells);
    else if ('value' in row && isObject(row.value) && this.#targets.node.lenient)
      this.#seeMembers(row.number, row.value);
    if (!this.#lines) return;
    const draft = draftRow(row, this.#targets);
    if (!draft.isEmpty) this.#lines.push(JSON.stringify(this.#digestOf.map((path) => valueAt(draft, path))));
  }

  #seeCells(row: number, cells: readonly string[]): void {
    for (const [index, column] of this.#columns.entries())
      if (column) this.#choices.see({ ...column, row, text: (cells[index] ?? '').trim() });
  }

  #seeMembers(row: number, value: Readonly<Record<string, unknown>>): void {
    for (const [name, member] of membersOf(this.#targets.node.shape, value).members) {
      if (typeof member !== 'string') continue;
      let column = this.#members.get(name);
      if (column === undefined)
        this.#members.set(name, (column = this.#told(name, this.#targets.member(name) ?? null)));
      // Programs write the numbers of JSON with a point.
      if (column && this.#choices.parameterOf(column.field) === 'dates')
        this.#choices.see({ ...column, row, text: member.trim() });
    }
  }

  #told(name: string, column: Column | null): ToldColumn | null {
    const field = column && fieldOfColumn(column);
    return column && field && this.#choices.parameterOf(field) !== null ? { name, target: column.name, field } : null;
  }

  facts(): FileFacts {
    return {
      total: this.#total,
      choices: this.#choices.decide(),
      digest: this.#lines ? sha256Hex(Buffer.from(this.#lines.toSorted().join('\n'))) : null,
    };
  }
}

/** A column whose cells may tell how they are to be read. */
interface ToldColumn {
  readonly name: string;
  readonly target: string;
  readonly field: ShapeField;
}

function valueAt(draft: RowDraft, [name = '', ...rest]: readonly string[]): unknown {
  if (rest.length === 0) return draft.fields[name] ?? null;
  return (draft.nested.get(name) ?? []).map((inner) => valueAt(inner, rest));
}
