import type { ErrorDetail } from '@cubit/core';
import type { ShapeField } from '@cubit/core/host';
import type { Column, LeftOut } from '../table/columns.js';
import type { ImportNode } from './import-node.js';
import { type Fate, type Leaving, RowValues } from './row-values.js';

/** A reference in a row: ids, readable keys, or both. A record that is not found by id is looked up by key. */
export interface ReferenceDraft {
  readonly field: ShapeField;
  values: readonly string[] | null;
  keys: readonly string[] | null;
  /** Id in the other system. */
  foreign: string | null;
}

export interface RowWarning {
  readonly row: number;
  /** Target of the value. */
  readonly field: string;
  readonly message: string;
}

/** An amount whose currency may be in another column. */
export interface AmountDraft {
  readonly amount: string;
  readonly currency: string | null;
  readonly shared: readonly string[] | null;
}

/** The currency of an amount, from a column of its own. */
export interface RowCurrency {
  readonly code: string;
  /** Holds for the whole file: an amount may name another one. */
  readonly isDefault: boolean;
}

export interface QuantityUnit {
  readonly unit: string;
  /** The quantity as in its cell; null: the unit is in a column of its own. */
  readonly cell: string | null;
}

/** A quantity in the unit that it was given in. */
export interface GivenQuantity {
  readonly qty: number;
  readonly unit: string;
  /** The field of the record that takes the unit. */
  readonly input: string;
}

/** A row converted to fields of its kind, before references are resolved. */
export interface RowDraft {
  readonly node: ImportNode;
  readonly number: number;
  /** `supplier_part.`: of a record that the row describes besides its own. */
  readonly prefix: string;
  /** The row as in the file, as JSON. */
  readonly source: string;
  /** The field of a detail that refers to the record of the row; null for other records. */
  readonly owner: string | null;
  id: string | null;
  /** Id of the row in the other system. */
  foreignId: string | null;
  /** Values of the row; null: an empty cell, which clears the field. */
  fields: Record<string, unknown>;
  readonly references: Map<string, ReferenceDraft>;
  /** Records that the row describes besides its own, by reference or detail. */
  readonly nested: Map<string, RowDraft[]>;
  readonly amounts: Map<string, AmountDraft>;
  readonly currencies: Map<string, RowCurrency>;
  /** Units of quantities that are not converted yet, by field: as their cells name them, or the column of units. */
  readonly units: Map<string, QuantityUnit>;
  /** Quantities as they were given, by field, where the rules of the record convert them without rounding. */
  readonly given: Map<string, GivenQuantity>;
  tags: readonly string[] | null;
  /** Fields that took the value of another one, with what the row says of them. A record that is there already does not take it. */
  readonly fallbacks: Map<string, unknown>;
  /** Merged numbers and texts are added to those of the record. */
  addsTo: boolean;
  /** Nothing to import: no cell with a value, a line of totals, or an item that its reader leaves out. */
  isEmpty: boolean;
  leftOut: LeftOut | null;
  /** What becomes of the values of the row. Shared, like faults and warnings, with the records that the row describes. */
  values: RowValues;
  faults: ErrorDetail[];
  warnings: RowWarning[];
}

export function rowPrefix(number: number): string {
  return `/rows/${number}`;
}

export function fieldPath(number: number, name: string): string {
  return `${rowPrefix(number)}/fields/${name.replaceAll('.', '/')}`;
}

export function emptyDraft(node: ImportNode, number: number, source: string): RowDraft {
  return {
    node,
    number,
    prefix: '',
    source,
    owner: null,
    id: null,
    foreignId: null,
    fields: {},
    references: new Map(),
    nested: new Map(),
    amounts: new Map(),
    currencies: new Map(),
    units: new Map(),
    given: new Map(),
    tags: null,
    fallbacks: new Map(),
    addsTo: false,
    isEmpty: false,
    leftOut: null,
    values: new RowValues(),
    faults: [],
    warnings: [],
  };
}

/** A draft of a record that the row describes besides its own. */
export function nestedDraft(draft: RowDraft, at: string): RowDraft | null {
  const known = draft.nested.get(at)?.[0];
  if (known) return known;
  const made = addNested(draft, at);
  return made;
}

export function addNested(draft: RowDraft, at: string): RowDraft | null {
  const node = draft.node.nested(at);
  if (!node) return null;
  const { number, source, prefix, values, faults, warnings } = draft;
  const owner = draft.node.detail(at)?.field ?? null;
  const made = { ...emptyDraft(node, number, source), prefix: `${prefix}${at}.`, owner, values, faults, warnings };
  draft.nested.set(at, [...(draft.nested.get(at) ?? []), made]);
  return made;
}

/** A copy that an attempt may change: the database may abort and retry a transaction. */
export function copyDraft(draft: RowDraft): RowDraft {
  const { faults, warnings, values } = draft;
  return copyWith(draft, { faults: [...faults], warnings: [...warnings], values: new RowValues(values) });
}

function copyWith(draft: RowDraft, shared: Pick<RowDraft, 'faults' | 'warnings' | 'values'>): RowDraft {
  const nested = [...draft.nested].map(([name, drafts]): [string, RowDraft[]] => [
    name,
    drafts.map((one) => copyWith(one, shared)),
  ]);
  const references = [...draft.references].map(([name, one]): [string, ReferenceDraft] => [name, { ...one }]);
  return {
    ...draft,
    fields: { ...draft.fields },
    references: new Map(references),
    units: new Map(draft.units),
    given: new Map(draft.given),
    nested: new Map(nested),
    ...shared,
  };
}

export interface RowFault {
  /** Absent: the fault is in the row as a whole. */
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
}

export function addFault(draft: RowDraft, { name, message, code = 'format' }: RowFault): void {
  const path = name === undefined ? rowPrefix(draft.number) : fieldPath(draft.number, draft.prefix + name);
  draft.faults.push({ path, code, message });
}

/** Warns that a value was read as another one. */
export function addWarning(draft: RowDraft, field: string, message: string): void {
  warn(draft, { field: draft.prefix + field, message }, 'read');
}

/** Warns that a value was left out. */
export function addLoss(draft: RowDraft, field: string, message: string): void {
  warn(draft, { field: draft.prefix + field, message }, 'left_out');
}

function warn({ number: row, warnings, values }: RowDraft, warning: Omit<RowWarning, 'row'>, fate: Fate): void {
  warnings.push({ row, ...warning });
  values.mark(warning.field, fate);
}

/** Leaves a value of the row out for a reason that its column gives in one warning. */
export function leaveOut({ prefix, values }: RowDraft, { field, ...note }: Leaving): void {
  values.leave({ field: prefix + field, ...note });
}

/** Notes that a value of the row is read without the blanks around it. */
export function noteBlanks({ prefix, values }: RowDraft, field: string): void {
  values.trim(prefix + field);
}

export function referenceOf(draft: RowDraft, field: ShapeField): ReferenceDraft {
  const known = draft.references.get(field.name);
  if (known) return known;
  const made: ReferenceDraft = { field, values: null, keys: null, foreign: null };
  draft.references.set(field.name, made);
  return made;
}

/** Whether the row has a value for the column. */
export function hasValue(draft: RowDraft, column: Column): boolean {
  switch (column.holds) {
    case 'nested':
      return (draft.nested.get(column.at) ?? []).some((one) => hasValue(one, column.column));
    case 'field':
    case 'key':
    case 'foreign_key': {
      const { name } = column.field;
      return (
        (draft.fields[name] ?? null) !== null ||
        draft.references.has(name) ||
        draft.amounts.has(name) ||
        draft.nested.has(name)
      );
    }
    case 'currency':
      return draft.currencies.has(column.field.name);
    case 'id':
      return draft.id !== null;
    case 'foreign_id':
      return draft.foreignId !== null;
    case 'tags':
      return (draft.tags ?? []).length > 0;
    case 'path':
    case 'envelope':
      return false;
  }
}
