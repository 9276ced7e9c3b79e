import {
  apiPaths,
  type Api,
  type CubitRecord,
  type Page,
  type UiAction,
  type UiField,
  type UiKind,
} from '@cubit/web-client';
import { formatDecimal, isDecimalText } from '@cubit/web-kit';
import {
  type HintValue,
  type PrefilledEntries,
  type PrefilledRows,
  referenceFilter,
  typeHolds,
} from '@cubit/web-contract';
import { loadRecords } from '../../app/load-records.js';
import { isExpanded } from '../../cells/is-expanded.js';
import { unitText } from '../../cells/unit-text.js';
import type { PreparedRow } from '../controls/GridControl.js';
import { isEmpty, PREPARED } from '../model/encode.js';
import { fieldsOfSchema, type FormField } from '../model/form-field.js';
import type { Values } from '../model/condition.js';
import { isRows, type Prefill, type Rows, valueOf } from './prefill.js';

export interface RowsContext {
  readonly api: Api;
  readonly slug: string;
  readonly kind: (id: string) => UiKind | undefined;
  readonly record: CubitRecord;
  readonly signal: AbortSignal;
}

const MOST_ROWS = 200;

/** Rows that the hints of an action give: one for each record that refers to the record, or for each entry of a list of it. */
export async function prefilledRows(
  action: UiAction,
  fields: readonly FormField[],
  context: RowsContext,
): Promise<Values> {
  const wanted = Object.entries(action.ui.prefill ?? {}).filter((entry): entry is [string, Rows] =>
    isRows(entry[1] as Prefill),
  );
  const rows = await Promise.all(
    wanted.map(async ([name, hint]) => {
      if ('entries' in hint) return [name, await rowsOfEntries(hint, context)] as const;
      const records = await recordsOf(hint, context);
      const kind = context.kind(hint.rows);
      return [name, records.map((record) => rowOf(hint, record, kind))] as const;
    }),
  );
  return Object.fromEntries(rows.filter(([name]) => fields.some((field) => field.name === name)));
}

async function recordsOf(
  { rows, by, filter, sort }: PrefilledRows,
  { api, slug, kind, record, signal }: RowsContext,
): Promise<readonly CubitRecord[]> {
  if (record.kind === rows) return [record];
  const reference = kind(rows)?.fields.find(({ name }) => name === by);
  if (!reference || (!typeHolds(reference.type, 'record_of_any_kind') && reference.schema['x-kind'] !== record.kind))
    return [];
  const all = `${referenceFilter(reference, record.id)}${filter === undefined ? '' : ` && (${filter})`}`;
  const { data } = await api.get<Page<CubitRecord>>(apiPaths.kind(slug, rows), {
    query: { filter: all, sort, limit: MOST_ROWS },
    signal,
  });
  return data;
}

/** A number with its unit, where the record itself has that. */
function shownText({ name, ui }: Pick<UiField, 'name' | 'ui'>, { fields }: Pick<CubitRecord, 'fields'>): string {
  const value = fields[name];
  if (isEmpty(value)) return '';
  if (isExpanded(value)) return value.title;
  const text = String(value);
  return isDecimalText(text) ? [formatDecimal(text), unitText(ui, fields)].filter(Boolean).join(' ') : text;
}

/** One for each entry of a list, those that are done last. */
async function rowsOfEntries(hint: PrefilledEntries, context: RowsContext): Promise<readonly PreparedRow[]> {
  const { entries, members, title, done, show = [] } = hint;
  const { record, kind: kindOf } = context;
  const list = kindOf(record.kind)?.fields.find(({ name }) => name === entries);
  const all = (record.fields[entries] ?? []) as readonly Values[];
  const isDone = (entry: Values) => done !== undefined && !isEmpty(entry[done]);
  const sorted = all.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)));
  const offered = sorted.slice(0, MOST_ROWS);
  const fields = fieldsOfSchema(list?.schema.items ?? {});
  const read = new Set([title, ...show.map(nameOf)]);
  const records = await recordsIn(
    offered,
    fields.filter(({ name }) => read.has(name)),
    context,
  );
  const text = (entry: Values, name: string) => {
    const expanded = Object.entries(entry).map(([member, value]) => [member, records.get(String(value)) ?? value]);
    return shownText(
      { name, ui: fields.find((field) => field.name === name)?.ui ?? {} },
      { fields: Object.fromEntries(expanded) },
    );
  };
  return offered.map((entry, index) => {
    const values = Object.entries(members).map(([name, member]) => [name, memberOf(member, entry)] as const);
    const shown = show.map((each) => [titleOfShown(each, fields), text(entry, nameOf(each))] as const);
    return {
      ...Object.fromEntries(values.filter(([, value]) => !isEmpty(value))),
      [PREPARED]: true,
      $record: Object.keys(members)[0],
      $title: text(entry, title),
      $shown: Object.fromEntries(shown),
      ...(index === offered.length - 1 && { $left: all.length - offered.length }),
    } as PreparedRow;
  });
}

type Shown = string | { readonly field: string; readonly title: string };
const nameOf = (shown: Shown) => (typeof shown === 'string' ? shown : shown.field);
const titleOfShown = (shown: Shown, fields: readonly Pick<FormField, 'name' | 'title'>[]) =>
  typeof shown === 'string' ? (fields.find(({ name }) => name === shown)?.title ?? shown) : shown.title;

function memberOf(member: HintValue | { readonly field: string }, entry: Values): unknown {
  return typeof member === 'object' && member !== null ? entry[member.field] : member;
}

/** The records that these members of the entries name, by their ids: one request for each member. */
async function recordsIn(
  entries: readonly Values[],
  members: readonly FormField[],
  context: RowsContext,
): Promise<ReadonlyMap<string, CubitRecord>> {
  const loaded = await Promise.all(
    members.map(async ({ name, schema }) => {
      const kind = schema['x-kind'];
      const ids = entries.flatMap((entry) => (typeof entry[name] === 'string' ? [entry[name]] : []));
      return typeof kind === 'string' ? loadRecords(context, kind, ids) : [];
    }),
  );
  return new Map(loaded.flat().map((record) => [record.id, record]));
}

function rowOf({ members, show = [] }: PrefilledRows, record: CubitRecord, kind: UiKind | undefined): PreparedRow {
  const values = Object.entries(members).map(([name, member]) => [name, valueOf(member, record)] as const);
  const fixed = Object.entries(members).find(([, member]) => typeof member === 'object' && member?.field === 'id')?.[0];
  const shown = show.map((each) => {
    const name = nameOf(each);
    const field = kind?.fields.find((other) => other.name === name);
    const value = record.fields[name];
    const text = isEmpty(value) ? '' : String(value);
    return [titleOfShown(each, kind?.fields ?? []), field ? shownText(field, record) : text] as const;
  });
  return {
    ...Object.fromEntries(values.filter(([, value]) => !isEmpty(value))),
    [PREPARED]: true,
    ...(fixed !== undefined && { $record: fixed, $title: record.title }),
    $shown: Object.fromEntries(shown),
  } as PreparedRow;
}
