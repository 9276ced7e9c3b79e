import { sha256Hex } from '@cubit/core';
import type { ShapeField } from '@cubit/core/host';
import type { SourceRow } from '../source/row.js';
import type { Column } from '../table/columns.js';
import { type ColumnChoice, ColumnChoices, type GivenStyle } from './column-choices.js';
import { fieldOfColumn } from './import-node.js';
import { draftRow } from './draft-row.js';
import type { MemberUse } from './member-use.js';
import { isObject, membersOf } from './read-members.js';
import type { RowDraft } from './row-draft.js';
import type { RowTargets } from './row-targets.js';
import { namesTree, TitleColumns } from './title-columns.js';
import { isValue } from './row-values.js';

/** What is learnt from all rows of a file before the first one is imported. */
export interface FileFacts {
  /** Rows of the file. */
  readonly total: number;
  /** How the columns are read of which the cells decide it. */
  readonly choices: readonly ColumnChoice[];
  /** Columns and members whose slashes belong to titles. Absent in facts of an earlier version. */
  readonly titles?: readonly string[];
  /** Columns and members that no field takes, and paths of members that a reader does not use. */
  readonly ignored: readonly string[];
  /** Of what the rows say, in any order; null if the kind has none. */
  readonly digest: string | null;
  /** A row has the value itself that the digest stands for. Absent in facts of an earlier version. */
  readonly isIdentified?: boolean;
  /** Values that the reader of the file uses, and those that neither it nor a row has. Absent in those of an earlier version. */
  readonly values?: { readonly used: number; readonly unused: number };
}

/** Reads the rows of a file once. */
export class FileReading {
  #total = 0;
  readonly #targets: RowTargets;
  readonly #choices: ColumnChoices;
  readonly #columns: readonly (ToldColumn | null)[];
  readonly #titles = new TitleColumns();
  /** Members of JSON rows, by name. */
  readonly #members = new Map<string, ToldColumn | null>();
  readonly #ignored: Set<string>;
  readonly #use: MemberUse | undefined;
  readonly #lines: string[] | null;
  readonly #digestOf: readonly (readonly string[])[];
  readonly #digestFor: readonly string[];
  #isIdentified = false;

  constructor(targets: RowTargets, { given, isTyped, use }: ReadingOptions) {
    const { node, header, columns } = targets;
    this.#targets = targets;
    this.#choices = new ColumnChoices({ given, isTyped, lenient: node.lenient });
    this.#columns = node.exact ? [] : columns.map((column, index) => this.#told(header?.[index] ?? '', column));
    this.#ignored = new Set((header ?? []).filter((name, index) => columns[index] === null && name !== ''));
    this.#use = use;
    const { digest } = node.importing;
    this.#digestOf = (digest?.of ?? []).map((target) => target.split('.'));
    this.#digestFor = (digest?.target ?? '').split('.');
    this.#lines = digest ? [] : null;
  }

  see(row: SourceRow): void {
    this.#total = row.number;
    if ('cells' in row) this.#seeCells(row.number, row.cells);
    else if ('value' in row && isObject(row.value)) this.#seeMembers(row.number, row.value);
    if (!this.#lines) return;
    const draft = draftRow(row, this.#targets);
    if (draft.isEmpty) return;
    this.#isIdentified ||= valueAt(draft, this.#digestFor) !== null;
    const values = this.#digestOf.map((path) => valueAt(draft, path));
    // A target that was added later changes no digest of files without it.
    this.#lines.push(JSON.stringify(values.slice(0, values.findLastIndex((value) => !isAbsent(value)) + 1)));
  }

  #seeCells(row: number, cells: readonly string[]): void {
    for (const [index, column] of this.#columns.entries())
      if (column) this.#see(column, row, (cells[index] ?? '').trim());
  }

  #seeMembers(row: number, value: Readonly<Record<string, unknown>>): void {
    for (const [name, member] of membersOf(this.#targets.node.shape, value).members) {
      if (!isValue(member)) continue;
      const column = this.#toldMember(name);
      if (typeof member !== 'string') continue;
      // Programs write the numbers of JSON with a point.
      if (column && (column.isTree || this.#choices.parameterOf(column.field) === 'dates'))
        this.#see(column, row, member.trim());
    }
  }

  #see(column: ToldColumn, row: number, text: string): void {
    if (column.isTree) this.#titles.see(column.name, text);
    else this.#choices.see({ ...column, row, text });
  }

  #toldMember(name: string): ToldColumn | null {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const column = this.#targets.member(name) ?? null;
    // Rows of a reader name targets alone.
    if (!column && !this.#targets.open && this.#ignored.size < MOST_IGNORED) this.#ignored.add(name);
    const told = this.#targets.node.lenient ? this.#told(name, column) : null;
    if (this.#members.size < MOST_MEMBERS) this.#members.set(name, told);
    return told;
  }

  #told(name: string, column: Column | null): ToldColumn | null {
    const field = column && fieldOfColumn(column);
    if (!column || !field) return null;
    const isTree = !this.#targets.open && namesTree(this.#targets.node, column);
    return isTree || this.#choices.parameterOf(field) !== null ? { name, target: column.name, field, isTree } : null;
  }

  facts(): FileFacts {
    return {
      total: this.#total,
      choices: this.#choices.decide(),
      titles: this.#titles.decide(),
      isIdentified: this.#isIdentified,
      values: this.#use?.counts() ?? { used: 0, unused: 0 },
      ignored: [...this.#ignored, ...(this.#use?.unused() ?? [])].slice(0, MOST_IGNORED),
      digest: this.#lines ? sha256Hex(Buffer.from(this.#lines.toSorted().join('\n'))) : null,
    };
  }
}

const MOST_IGNORED = 200;
/** Names that are remembered: a file may name each member otherwise. */
const MOST_MEMBERS = 10_000;

interface ReadingOptions {
  readonly given: GivenStyle;
  readonly isTyped: boolean;
  /** What the reader of the file uses of it. */
  readonly use: MemberUse;
}

/** A column whose cells may tell how they are to be read. */
interface ToldColumn {
  readonly name: string;
  readonly target: string;
  readonly field: ShapeField;
  /** Names records of a tree. */
  readonly isTree: boolean;
}

function valueAt(draft: RowDraft, [name = '', ...rest]: readonly string[]): unknown {
  if (rest.length > 0) return (draft.nested.get(name) ?? []).map((inner) => valueAt(inner, rest));
  const { values, keys } = draft.references.get(name) ?? {};
  return draft.fields[name] ?? values ?? keys ?? null;
}

function isAbsent(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every(isAbsent));
}
