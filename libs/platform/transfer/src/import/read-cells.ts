import { isList } from '../keys/page-keys.js';
import { isArrowPath, titlesOf } from '../keys/tree-titles.js';
import { joinPath } from '../keys/record-keys.js';
import { decodeCell, decodeTexts } from '../table/cell.js';
import { cleanCell, type ColumnStyle, isNothing, wordOf } from '../table/clean-cell.js';
import { currencyOfName, readMoney } from '../table/clean-money.js';
import { hasKeys, type Column } from '../table/columns.js';
import { exactCell } from '../table/exact-cell.js';
import { unguardText } from '../table/guarded-text.js';
import {
  addFault,
  addLoss,
  addWarning,
  hasValue,
  leaveOut,
  nestedDraft,
  noteBlanks,
  referenceOf,
  type RowDraft,
} from './row-draft.js';
import { isValue, targetOf } from './row-values.js';
import type { RowTargets } from './row-targets.js';
import { FIELD_FACTS, type ShapeField } from '@cubit/core/host';

interface FileCell {
  readonly cell: string;
  readonly style: ColumnStyle;
  /** Name of its column. */
  readonly name: string;
  /** Holds for the whole file. */
  readonly isDefault?: boolean;
}

export function readCells(draft: RowDraft, cells: readonly string[], targets: RowTargets): void {
  const { columns, header } = targets;
  countCells(draft, cells, columns);
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    addFault(draft, { message: `It has ${cells.length} cells, and the header ${columns.length}.`, code: 'too_many' });
  draft.isEmpty = draft.node.lenient && draft.faults.length === 0 && hasNothing(cells, columns);
  if (draft.isEmpty) return;
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (!column) continue;
    const name = header?.[index] ?? '';
    const value = { cell, style: targets.styleOf(name), name };
    const read = () => (isRepeated(columns, index) ? readRepeated : readCell)(draft, column, value);
    if (isValue(cell)) draft.values.read(String(index), column, read);
    else read();
  }
}

/** Cells beyond the header are no values of a column, and reject their row. */
function countCells({ values }: RowDraft, cells: readonly string[], columns: readonly (Column | null)[]): void {
  for (const [index, cell] of cells.entries()) {
    if (!isValue(cell)) continue;
    values.total += 1;
    if (columns[index] === null) values.ignored += 1;
  }
}

function isRepeated(columns: readonly (Column | null)[], index: number): boolean {
  return columns.findIndex((column) => column?.name === columns[index]?.name) < index;
}

/** A later column of one name: adds to a list; else the first column that has something counts. */
function readRepeated(draft: RowDraft, column: Column, value: FileCell): void {
  if (value.cell.trim() === '') return;
  if (!hasValue(draft, column)) return readCell(draft, column, value);
  const before = listIn(draft, column);
  if (before === null)
    return addLoss(
      draft,
      column.name,
      `The file has several columns '${value.name}': '${value.cell.slice(0, 50)}' was left out.`,
    );
  readCell(draft, column, value);
  setList(draft, column, [...new Set([...before, ...(listIn(draft, column) ?? [])])]);
}

/** The list that the row has for the column so far; null for columns of one value. */
function listIn(draft: RowDraft, column: Column): readonly string[] | null {
  if (column.holds === 'tags') return draft.tags ?? [];
  if ((column.holds !== 'field' && column.holds !== 'key') || !isList(column.field)) return null;
  const reference = draft.references.get(column.field.name);
  if (hasKeys(column.field)) return (column.holds === 'key' ? reference?.keys : reference?.values) ?? [];
  const value = draft.fields[column.field.name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function setList(draft: RowDraft, column: Column, list: readonly string[]): void {
  if (column.holds === 'tags') draft.tags = list;
  else if (column.holds === 'key') referenceOf(draft, column.field).keys = list;
  else if (column.holds === 'field' && hasKeys(column.field)) referenceOf(draft, column.field).values = list;
  else if (column.holds === 'field') draft.fields[column.field.name] = list;
}

const TOTAL = /^(?:sub|grand )?-?\s?total:?$|^summe:?$|^zwischensumme:?$/i;

/** A row without a value for any target, but for a line of totals. */
function hasNothing(cells: readonly string[], columns: readonly (Column | null)[]): boolean {
  const isTotal = cells.some((cell) => TOTAL.test(cell.trim()));
  return columns.every((column, index) => {
    const cell = (cells[index] ?? '').trim();
    return !column || cell === '' || (isTotal && (TOTAL.test(cell) || /^[\p{Sc}\s\d.,]*$/u.test(cell)));
  });
}

/** Gives a row the values that hold for the whole file. */
export function readDefaults(draft: RowDraft, { defaults, styleOf }: RowTargets): void {
  if (draft.isEmpty) return;
  for (const { column, text } of defaults)
    if (!hasValue(draft, column))
      readCell(draft, column, { cell: text, style: styleOf(''), name: '', isDefault: true });
}

export function readCell(draft: RowDraft, column: Column, value: FileCell): void {
  const cell = draft.node.lenient && isNothing(value.cell) ? '' : value.cell;
  const empty = cell === '';
  if (empty && isValue(value.cell))
    leaveOut(draft, { field: targetOf(column), reason: 'nothing', word: value.cell.trim() });
  switch (column.holds) {
    case 'id':
      draft.id = empty ? null : cell.trim().toLowerCase();
      return;
    case 'foreign_id':
      draft.foreignId = empty ? null : cell.trim();
      return;
    case 'tags':
      draft.tags = empty ? [] : draft.node.lenient ? foreignTags(draft, cell) : decodeTexts(cell);
      return;
    case 'key':
      if (!empty) referenceOf(draft, column.field).keys = textsOf(draft, column.field, { ...value, cell });
      else draft.fields[column.field.name] ??= null;
      return;
    case 'foreign_key':
      if (!empty) referenceOf(draft, column.field).foreign = cell.trim();
      else draft.fields[column.field.name] ??= null;
      return;
    case 'currency':
      if (!empty)
        draft.currencies.set(column.field.name, {
          code: cell.trim().toUpperCase(),
          isDefault: value.isDefault === true,
        });
      return;
    case 'path':
      return readPath(draft, cell);
    case 'nested': {
      // An empty cell describes nothing.
      const inner = empty ? null : nestedDraft(draft, column.at);
      if (inner) readCell(inner, column.column, value);
      return;
    }
    case 'field':
      return readField(draft, column.field, { ...value, cell });
    case 'envelope':
  }
}

function readField(draft: RowDraft, field: ShapeField, { cell, style, name }: FileCell): void {
  const { holds, many } = FIELD_FACTS[field.type];
  if (cell === '' || (cell.trim() === '' && holds !== 'text')) return void (draft.fields[field.name] ??= null);
  if (hasKeys(field)) return void (referenceOf(draft, field).values = textsOf(draft, field, { cell, style }));
  if (!draft.node.lenient) {
    const decoded = (draft.node.exact ? exactCell : decodeCell)(field, cell, style.style);
    if ('fault' in decoded) addFault(draft, { name: field.name, message: decoded.fault });
    else draft.fields[field.name] = decoded.value;
    return;
  }
  if (holds === 'money') return readAmount(draft, field, { cell, style, name });
  if (holds === 'option' && many !== true) return readWord(draft, field, cell);
  const [first = cell] = isOfTwo({ cell, name }) ? cell.split('\\') : [];
  const keepsUnit = draft.node.importing.units?.[field.name] !== undefined;
  const cleaned = cleanCell(field, first, { ...style, keepsUnit });
  if ('fault' in cleaned)
    return addFault(draft, { name: field.name, message: cleaned.fault, code: cleaned.code ?? 'format' });
  if (cleaned.unit !== undefined) draft.units.set(field.name, { unit: cleaned.unit, cell });
  const lost = first === cell ? undefined : `'${cell.slice(0, 50)}' was read as '${first}'.`;
  const warn = cleaned.value === undefined ? addLoss : addWarning;
  for (const warning of [cleaned.warning, lost]) if (warning !== undefined) warn(draft, field.name, warning);
  if (cleaned.isTrimmed === true) noteBlanks(draft, field.name);
  if (cleaned.value !== undefined) draft.fields[field.name] = cleaned.value;
  else if (cleaned.warning === undefined) leaveOut(draft, { field: field.name, reason: 'nothing', word: cell.trim() });
}

/** A cell of a column that two values share, as its name says: `Min\Mult` with `5\10`. */
function isOfTwo({ cell, name }: Pick<FileCell, 'cell' | 'name'>): boolean {
  return name.includes('\\') && /^\d[^\\]*\\\d[^\\]*$/.test(cell.trim());
}

function readAmount(draft: RowDraft, field: ShapeField, { cell, style, name }: FileCell): void {
  const money = readMoney(cell, style.style);
  if (money === null)
    return addFault(draft, { name: field.name, message: 'must be an amount and a currency: `12.50 EUR`.' });
  if (typeof money === 'string') return addFault(draft, { name: field.name, message: money });
  if (money.isRounded) addWarning(draft, field.name, `'${cell.slice(0, 50)}' was rounded to ${money.amount}.`);
  const { amount, currency, shared } = money;
  draft.amounts.set(field.name, { amount, currency: currency ?? currencyOfName(name), shared });
}

function readWord(draft: RowDraft, field: ShapeField, cell: string): void {
  const words = draft.node.importing.values?.[field.name];
  const text = unguardText(cell.trim());
  const value = wordOf(words, field, text);
  if (value !== undefined || !words) return void (draft.fields[field.name] = value ?? text);
  addLoss(draft, field.name, `'${text.slice(0, 50)}' is not known and was left out.`);
}

function readPath(draft: RowDraft, cell: string): void {
  const titles = titlesOf(cell);
  const { tree, kind } = draft.node;
  const last = titles.at(-1);
  const above = tree === null ? undefined : draft.node.field(tree);
  if (last === undefined || !above) return;
  draft.fields[kind.definition.titleField ?? ''] ??= last;
  if (titles.length > 1) referenceOf(draft, above).keys ??= [joinPath(titles.slice(0, -1))];
}

function textsOf(
  draft: RowDraft,
  field: ShapeField,
  { cell, style }: Pick<FileCell, 'cell' | 'style'>,
): readonly string[] {
  if (isList(field)) return decodeTexts(cell);
  const text = unguardText(cell.trim());
  const isTree = draft.node.lenient && typeof draft.node.nested(field.name)?.tree === 'string';
  if (!isTree) return [text];
  return [joinPath(style.slash === 'title' && !isArrowPath(text) ? [text] : titlesOf(text))];
}

/** Tags as programs write them: separated by commas, semicolons or bars. */
function foreignTags(draft: RowDraft, cell: string): readonly string[] {
  const items = /[;|]/.test(cell) ? decodeTexts(cell.replaceAll('|', ';')) : decodeTexts(cell.replaceAll(',', ';'));
  if (items.some((item) => item.trim().length > TAG_LENGTH))
    addWarning(draft, 'tags', `A tag of '${cell.slice(0, 50)}' was cut to ${TAG_LENGTH} characters.`);
  return [...new Set(items.map((item) => item.trim().slice(0, TAG_LENGTH)).filter((item) => item !== ''))];
}

const TAG_LENGTH = 100;
