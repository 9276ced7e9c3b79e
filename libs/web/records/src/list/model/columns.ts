import type { UiKind } from '@cubit/web-client';
import { factsOf, fieldsReadBy, typeHolds, typeHoldsOne } from '@cubit/web-contract';
import type { ShownField } from '../../cells/shown-field.js';
import { isNumeric, isReference, widgetOf } from '../../cells/widget-of.js';

/** A column of a table: the title, a field, or what every record has. */
export interface Column {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  readonly numeric: boolean;
  readonly field: ShownField | null;
  /** What `sort=` names; null: lists cannot sort by it. */
  readonly sort: string | null;
}

export const TITLE = 'title';
const MOST_DEFAULT_COLUMNS = 7;

const WIDTHS: Readonly<Record<string, number>> = {
  image: 72,
  number: 112,
  quantity: 124,
  percent: 96,
  money: 124,
  duration: 112,
  date: 148,
  relative: 132,
  status: 140,
  progress: 160,
  checklist: 140,
  color: 112,
  swatch: 112,
  rating: 112,
  markdown: 260,
};
const USUAL_WIDTH = 168;
const REFERENCE_WIDTH = 200;
const ENUM_WIDTH = 128;
const TITLE_WIDTH = 264;

/** What every record has beside its fields. */
export function recordFields(): readonly ShownField[] {
  return [
    { ...recordField('tags', 'Tags'), type: 'tags', ui: { widget: 'tags' }, read_only: false },
    { ...recordField('created_at', 'Created'), type: 'datetime', ui: { widget: 'relative' }, sortable: true },
    { ...recordField('updated_at', 'Changed'), type: 'datetime', ui: { widget: 'relative' }, sortable: true },
    { ...recordField('created_by', 'Created by'), type: 'user' },
  ];
}

function recordField(name: string, title: string): ShownField {
  return {
    ...{ name, title, type: 'text', ui: {}, description: null, schema: {} },
    ...{ required: false, read_only: true, fixed: false, custom: false, sortable: false },
  };
}

const RECORD_FIELDS = recordFields();

/** All columns that a kind can show, the title first. */
export function columnsOf(kind: UiKind): readonly Column[] {
  const titleField = kind.fields.find(({ name }) => name === kind.title_field);
  const title: Column = {
    key: TITLE,
    title: titleField?.title ?? kind.title,
    // What has no name of its own is recognised by what it refers to.
    width: titleField ? TITLE_WIDTH : USUAL_WIDTH,
    numeric: false,
    field: null,
    sort: titleField?.sortable === true ? titleField.name : null,
  };
  const fields = kind.fields.filter((field) => field.ui.hidden !== true && field.name !== kind.title_field);
  return [title, ...[...fields, ...RECORD_FIELDS].map(columnOf)];
}

function columnOf(field: ShownField): Column {
  const widget = widgetOf(field);
  return {
    key: field.name,
    title: field.title,
    width:
      typeHoldsOne(field.type, 'option') && widget === undefined
        ? ENUM_WIDTH
        : (WIDTHS[widget ?? ''] ?? (isReference(field) ? REFERENCE_WIDTH : USUAL_WIDTH)),
    numeric: isNumeric(field),
    field,
    sort: field.sortable ? field.name : null,
  };
}

/** Fields that say most, where neither the address nor the person names any. */
export function defaultColumns(kind: UiKind): readonly string[] {
  const { summary } = kind.ui;
  if (summary && summary.length > 0) return [...summary, 'updated_at'];
  const plain = kind.fields.filter(({ name, type, ui }) => {
    const isLong = factsOf(type)?.long === true || typeHolds(type, 'data', 'file');
    return name !== kind.title_field && ui.hidden !== true && !(isLong && ui.widget === undefined);
  });
  return [...plain.slice(0, MOST_DEFAULT_COLUMNS).map(({ name }) => name), 'updated_at'];
}

/** The columns in the order of their names; unknown names are left out. The title is always first. */
export function shownColumns(all: readonly Column[], names: readonly string[]): readonly Column[] {
  const byKey = new Map(all.map((column) => [column.key, column]));
  const rest = names.filter((name) => name !== TITLE).flatMap((name) => byKey.get(name) ?? []);
  const title = byKey.get(TITLE);
  return title ? [title, ...new Set(rest)] : rest;
}

/** What a list asks the server for: the shown fields, and what their hints read. */
export function fieldsToLoad(kind: UiKind, columns: readonly Pick<Column, 'field'>[]) {
  const own = new Map(kind.fields.map((field) => [field.name, field]));
  const shown = columns.flatMap(({ field }) => (field && own.has(field.name) ? [field] : []));
  const names = [
    ...shown.flatMap((field) => [field.name, ...fieldsReadBy(field.ui)]),
    ...(kind.title_field === null ? [] : [kind.title_field]),
    ...(kind.title_field === null ? (kind.ui.summary ?? []) : []),
    ...(kind.lifecycle ? [kind.lifecycle.field] : []),
  ];
  const fields = [...new Set(names)].filter((name) => own.has(name));
  const expand = fields.filter((name) => isReference(own.get(name) ?? { type: 'text' }));
  return { fields: fields.length > 0 ? fields : leastFields(kind), expand };
}

/** The fewest fields that a request can name, for where the title and what every record has is enough. */
export function leastFields({ title_field: title, fields }: UiKind): readonly string[] {
  return [title ?? fields[0]?.name].filter((name) => name !== undefined);
}
