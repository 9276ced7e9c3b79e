import type { CubitRecord, UiField, UiKind } from '@cubit/web-client';
import type { FieldFact, RelatedFact } from '@cubit/web-contract';
import { shareOf } from '../cells/tone-of.js';
import { isEmpty } from '../forms/model/encode.js';
import { applies } from '../forms/model/condition.js';

/** The facts of a kind that its record has, each as an object. */
export function factsOf({ ui, fields }: UiKind, record: CubitRecord): readonly (FieldFact | RelatedFact)[] {
  return (ui.facts ?? [])
    .map((fact) => (typeof fact === 'string' ? { field: fact } : fact))
    .filter((fact, index) => {
      if ('kind' in fact) return true;
      const field = fields.find(({ name }) => name === fact.field);
      const value = record.fields[fact.field];
      if (field === undefined || isEmpty(value) || !isShown(field, record)) return false;
      // Nothing on order says nothing; nothing available does, and so does a bar that is empty.
      return index === 0 || fact.of !== undefined || isProgress(field) || (value !== 0 && value !== false);
    });
}

const isShown = ({ ui }: UiField, { fields }: CubitRecord) => ui.visible === undefined || applies(ui.visible, fields);

/** Whether a field is a part of a whole by itself. */
export function isProgress(field: UiField): boolean {
  return field.ui.widget === 'progress';
}

/** Whether the facts show a field: it stands nowhere else then. */
export function isFact(kind: UiKind, { name }: UiField, record: CubitRecord): boolean {
  return factsOf(kind, record).some((fact) => !('kind' in fact) && fact.field === name);
}

/** Whether the facts name a field as the whole of a bar: `Minimum 50 pcs`. It can be edited elsewhere alone. */
export function isWhole(kind: UiKind, { name }: UiField, record: CubitRecord): boolean {
  return factsOf(kind, record).some(
    (fact) =>
      !('kind' in fact) && fact.of === name && shareOf(record.fields[fact.field], name, record.fields) !== undefined,
  );
}

/** Whether people may change this field of this record. */
export function canEditField({ can }: UiKind, field: UiField, record: CubitRecord): boolean {
  return can.update && !field.read_only && !field.fixed && record.deleted_at === null;
}

/** Under what the browser keeps what was typed into a field and not saved. */
export function fieldDraftKey(slug: string, { id }: CubitRecord, { name }: UiField): string {
  return `${slug}:field:${id}:${name}`;
}

interface Arranged {
  /** Fields with a row: those that have a value, and those that were added. */
  readonly rows: readonly UiField[];
  /** Fields that could be given a value. */
  readonly empty: readonly UiField[];
}

interface Arrangement {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Names of fields that have a row without a value. */
  readonly added?: readonly string[];
}

/** What the page of a record does with each of its fields, but the facts. What has no value and cannot be given one is left out. */
export function arrangeFields({ kind, record, added = [] }: Arrangement): Arranged {
  const shown = kind.fields.filter(
    (field) => !field.ui.hidden && isShown(field, record) && !isFact(kind, field, record),
  );
  const hasRow = ({ name }: UiField) => added.includes(name) || !saysNothing(record.fields[name]);
  return {
    rows: shown.filter(hasRow),
    empty: shown.filter((field) => !hasRow(field) && canEditField(kind, field, record)),
  };
}

/** No value, or an object without members. */
const saysNothing = (value: unknown) =>
  isEmpty(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
