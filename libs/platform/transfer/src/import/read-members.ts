import { FIELD_FACTS, type RecordShape } from '@cubit/core/host';
import { isList } from '../keys/page-keys.js';
import { type ColumnStyle, cutText } from '../table/clean-cell.js';
import { hasKeys, KEY_SUFFIX, LEFT_OUT, LEFT_OUT_REASONS, type Column } from '../table/columns.js';
import { PLAIN_STYLE } from './column-choices.js';
import { readCell } from './read-cells.js';
import { addFault, addNested, addWarning, nestedDraft, noteBlanks, referenceOf, type RowDraft } from './row-draft.js';
import type { RowTargets } from './row-targets.js';
import { isValue } from './row-values.js';

type Json = Readonly<Record<string, unknown>>;

/** Reads a JSON row: a record as the API returns it, or only its fields. */
export function readValue(draft: RowDraft, value: unknown, targets: RowTargets): void {
  draft.values.total = targets.valuesOf(draft.number);
  if (!isObject(value)) {
    if (isValue(value)) draft.values.total += 1;
    return addFault(draft, { message: 'must be an object.', code: 'type' });
  }
  const reason = targets.open ? LEFT_OUT_REASONS.find((one) => one === value[LEFT_OUT]) : undefined;
  if (reason !== undefined) {
    draft.isEmpty = true;
    draft.leftOut = reason;
    return;
  }
  const { members, keys } = membersOf(draft.node.shape, value);
  if (!targets.open) countMembers(draft, [...members, ...keys], targets);
  for (const [name, member] of members) {
    if (targets.open && readDetails(draft, name, member)) continue;
    const column = targets.member(name);
    if (column) readNamed(draft, column, { name, member, style: targets.styleOf(name) });
    else if (column === undefined && !targets.open)
      addFault(draft, { message: `There is no field '${name.slice(0, 100)}'.`, code: 'unknown' });
  }
  for (const [name, key] of keys) {
    const column = targets.member(name);
    if (column) readNamed(draft, column, { name, member: key, style: PLAIN_STYLE });
  }
}

/** The rows of a reader name targets: which values of the file made them is not known. */
function countMembers(
  { values }: RowDraft,
  members: readonly (readonly [string, unknown])[],
  targets: Pick<RowTargets, 'member'>,
): void {
  for (const [name, member] of members) {
    if (!isValue(member)) continue;
    values.total += 1;
    if (targets.member(name) === null) values.ignored += 1;
  }
}

function readNamed(draft: RowDraft, column: Column, { name, ...member }: Member & { readonly name: string }): void {
  if (isValue(member.member)) draft.values.read(name, column, () => readMember(draft, column, member));
  else readMember(draft, column, member);
}

/** Reads several details of one kind: `{ comments: [{ body: '...' }] }`. False if the member is none. */
function readDetails(draft: RowDraft, name: string, member: unknown): boolean {
  if (!Array.isArray(member) || !draft.node.detail(name)) return false;
  for (const item of member as readonly unknown[]) {
    const detail = isObject(item) ? addNested(draft, name) : null;
    if (!detail || !isObject(item)) continue;
    for (const [target, value] of Object.entries(item)) {
      const column = detail.node.column(target);
      if (column) readMember(detail, column, { member: value, style: PLAIN_STYLE });
    }
  }
  return true;
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

interface Member<Value = unknown> {
  readonly member: Value;
  /** How what is in its place in all rows is written; numbers have a point. */
  readonly style: ColumnStyle;
}

function readMember(draft: RowDraft, column: Column, { member, style }: Member): void {
  const isScalar = typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean';
  switch (column.holds) {
    case 'id':
      if (member === null || typeof member === 'string') draft.id = member?.toLowerCase() ?? null;
      else addFault(draft, { message: 'Its id must be a string.', code: 'type' });
      return;
    case 'tags':
      if (member === null) draft.tags = [];
      else if (draft.node.lenient && typeof member === 'string')
        readCell(draft, column, { cell: member, style: { ...style, style: 'point' }, name: column.name });
      else if (isTexts(member)) draft.tags = member;
      else addFault(draft, { message: 'Its tags must be a list of texts.', code: 'type' });
      return;
    case 'nested': {
      const inner = member === null || member === undefined ? null : nestedDraft(draft, column.at);
      if (inner) readMember(inner, column.column, { member, style });
      return;
    }
    case 'foreign_id':
    case 'foreign_key':
    case 'currency':
    case 'path':
      if (isScalar)
        readCell(draft, column, { cell: String(member), style: { ...style, style: 'point' }, name: column.name });
      return;
    case 'key':
    case 'field':
      if (draft.node.lenient && isScalar) return readScalar(draft, column, { member, style });
      return readTyped(draft, column, member);
    case 'envelope':
  }
}

type FieldColumn = Extract<Column, { readonly holds: 'key' | 'field' }>;

/** A scalar of another program's JSON is read like a cell; texts keep every character. */
function readScalar(draft: RowDraft, column: FieldColumn, { member, style }: Member<string | number | boolean>): void {
  const { field } = column;
  const isText = FIELD_FACTS[field.type].holds === 'text';
  if (!isText || column.holds === 'key')
    return readCell(draft, column, { cell: String(member), style: { ...style, style: 'point' }, name: field.name });
  const cut = cutText(field, String(member));
  if ('fault' in cut) return;
  if (cut.warning !== undefined) addWarning(draft, field.name, cut.warning);
  if (cut.isTrimmed === true) noteBlanks(draft, field.name);
  draft.fields[field.name] = cut.value === '' ? null : cut.value;
}

function readTyped(draft: RowDraft, column: FieldColumn, member: unknown): void {
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
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
