import type { ErrorDetail } from '@cubit/core';
import type { RecordShape, ShapeField } from '@cubit/core/host';
import { isList } from '../keys/page-keys.js';
import type { SourceRow } from '../source/row.js';
import { decodeCell, decodeTexts, type DecimalMark } from '../table/cell.js';
import { hasKeys, KEY_SUFFIX, type Column } from '../table/columns.js';
import { unguardText } from '../table/guarded-text.js';
import type { RowTargets } from './row-targets.js';

/** A reference in a row: ids, readable keys, or both. A record that is not found by id is looked up by key. */
export interface ReferenceDraft {
  readonly field: ShapeField;
  values: readonly string[] | null;
  keys: readonly string[] | null;
}

/** A row converted to fields of its kind, before references are resolved. */
export interface RowDraft {
  readonly number: number;
  /** The row as in the file, as JSON. */
  readonly source: string;
  id: string | null;
  /** Values of the row; null: an empty cell, which clears the field. */
  readonly fields: Record<string, unknown>;
  readonly references: Map<string, ReferenceDraft>;
  tags: readonly string[] | null;
  readonly faults: ErrorDetail[];
}

export function rowPrefix(number: number): string {
  return `/rows/${number}`;
}

export function fieldPath(number: number, name: string): string {
  return `${rowPrefix(number)}/fields/${name}`;
}

export function draftRow(shape: RecordShape, row: SourceRow, targets: RowTargets): RowDraft {
  const { number } = row;
  const source = 'cells' in row ? row.cells : 'value' in row ? row.value : row.text;
  const draft: RowDraft = {
    number,
    source: JSON.stringify(source ?? null),
    id: null,
    fields: {},
    references: new Map(),
    tags: null,
    faults: [],
  };
  if ('fault' in row) addFault(draft, { message: row.fault });
  else if ('cells' in row) readCells(draft, row.cells, targets);
  else readValue(draft, row.value, { shape, targets });
  return draft;
}

/** Recreates a draft from its stored source. */
export function redraftRow(
  shape: RecordShape,
  { number, source }: { readonly number: number; readonly source: string },
  targets: RowTargets,
): RowDraft {
  const value = JSON.parse(source) as unknown;
  return draftRow(
    shape,
    targets.columns.length > 0 ? { number, cells: value as string[] } : { number, value },
    targets,
  );
}

interface RowFault {
  /** Absent: the fault is in the row as a whole. */
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
}

function addFault(draft: RowDraft, { name, message, code = 'format' }: RowFault): void {
  const path = name === undefined ? rowPrefix(draft.number) : fieldPath(draft.number, name);
  draft.faults.push({ path, code, message });
}

interface FileCell {
  readonly cell: string;
  readonly decimal: DecimalMark;
}

function readCells(draft: RowDraft, cells: readonly string[], { columns, decimal }: RowTargets): void {
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    addFault(draft, { message: `It has ${cells.length} cells, and the header ${columns.length}.`, code: 'too_many' });
  for (const [index, column] of columns.entries())
    if (column) readCell(draft, column, { cell: cells[index] ?? '', decimal });
}

function readCell(draft: RowDraft, column: Column, { cell, decimal }: FileCell): void {
  const empty = cell === '';
  switch (column.holds) {
    case 'id':
      draft.id = empty ? null : cell.trim().toLowerCase();
      return;
    case 'tags':
      draft.tags = empty ? [] : decodeTexts(cell);
      return;
    case 'key':
      if (!empty) referenceOf(draft, column.field).keys = textsOf(column.field, cell);
      else draft.fields[column.field.name] ??= null;
      return;
    case 'field': {
      const { field } = column;
      if (empty || (cell.trim() === '' && field.type !== 'text' && field.type !== 'longtext'))
        return void (draft.fields[field.name] ??= null);
      if (hasKeys(field)) return void (referenceOf(draft, field).values = textsOf(field, cell));
      const decoded = decodeCell(field, cell, decimal);
      if ('fault' in decoded) addFault(draft, { name: field.name, message: decoded.fault });
      else draft.fields[field.name] = decoded.value;
      return;
    }
    case 'envelope':
  }
}

function textsOf(field: ShapeField, cell: string): readonly string[] {
  return isList(field) ? decodeTexts(cell) : [unguardText(cell.trim())];
}

function referenceOf(draft: RowDraft, field: ShapeField): ReferenceDraft {
  const known = draft.references.get(field.name);
  if (known) return known;
  const made: ReferenceDraft = { field, values: null, keys: null };
  draft.references.set(field.name, made);
  return made;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads a JSON row: a record as the API returns it, or only its fields. */
function readValue(
  draft: RowDraft,
  value: unknown,
  { shape, targets }: { readonly shape: RecordShape; readonly targets: RowTargets },
): void {
  if (!isObject(value)) return addFault(draft, { message: 'must be an object.', code: 'type' });
  const { members, keys } = membersOf(shape, value);
  for (const [name, member] of members) {
    const column = targets.member(name);
    if (column === undefined)
      addFault(draft, { message: `There is no field '${name.slice(0, 100)}'.`, code: 'unknown' });
    else if (column) readMember(draft, column, member);
  }
  for (const [name, key] of keys) {
    const column = targets.member(name);
    if (column) readMember(draft, column, key);
  }
}

/** The members of a JSON row by the names that a mapping uses. A record as the API returns it yields its fields and `<reference>.key`. */
export function membersOf(
  shape: RecordShape,
  value: Json,
): { readonly members: readonly [string, unknown][]; readonly keys: readonly [string, unknown][] } {
  const { fields, keys, ...envelope } = value;
  if (!isObject(fields) || shape.fields.has('fields')) return { members: Object.entries(value), keys: [] };
  const named = Object.entries(isObject(keys) ? keys : {}).map(([name, key]): [string, unknown] => [
    `${name}${KEY_SUFFIX}`,
    key,
  ]);
  return { members: Object.entries({ ...envelope, ...fields }), keys: named };
}

function readMember(draft: RowDraft, column: Column, member: unknown): void {
  switch (column.holds) {
    case 'id':
      if (member === null || typeof member === 'string') draft.id = member?.toLowerCase() ?? null;
      else addFault(draft, { message: 'Its id must be a string.', code: 'type' });
      return;
    case 'tags':
      if (member === null) draft.tags = [];
      else if (isTexts(member)) draft.tags = member;
      else addFault(draft, { message: 'Its tags must be a list of texts.', code: 'type' });
      return;
    case 'key':
    case 'field': {
      const { field } = column;
      if (member === null) return void (draft.fields[field.name] ??= null);
      if (!hasKeys(field)) return void (draft.fields[field.name] = member);
      const texts = isList(field) ? member : [member];
      if (!isTexts(texts))
        return addFault(draft, {
          name: field.name,
          message: isList(field) ? 'must be a list of texts.' : 'must be a text.',
          code: 'type',
        });
      const reference = referenceOf(draft, field);
      if (column.holds === 'key') reference.keys = texts;
      else reference.values = texts;
      return;
    }
    case 'envelope':
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
