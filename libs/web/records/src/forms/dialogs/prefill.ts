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
import { type HintValue, type PrefilledRows, referenceFilter, typeHolds } from '@cubit/web-contract';
import { unitText } from '../../cells/unit-text.js';
import type { PreparedRow } from '../controls/GridControl.js';
import { isEmpty, PREPARED } from '../model/encode.js';
import type { FormField } from '../model/form-field.js';
import type { Values } from '../model/condition.js';

type Prefill = HintValue | { readonly field: string } | PrefilledRows;

const isRows = (prefill: Prefill): prefill is PrefilledRows =>
  typeof prefill === 'object' && prefill !== null && 'rows' in prefill;

/** Whether the initial input needs records that have to be loaded. */
export function needsRows(action: UiAction): boolean {
  return Object.values(action.ui.prefill ?? {}).some((prefill) => isRows(prefill as Prefill));
}

/** The initial input that the hints of an action give, without rows. */
export function prefilled(action: UiAction, record: CubitRecord | undefined): Values {
  const given = Object.entries(action.ui.prefill ?? {}).filter(([, prefill]) => !isRows(prefill as Prefill));
  const values = given.map(
    ([name, prefill]) => [name, valueOf(prefill as HintValue | { readonly field: string }, record)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => !isEmpty(value)));
}

function valueOf(prefill: HintValue | { readonly field: string }, record: CubitRecord | undefined): unknown {
  if (typeof prefill !== 'object' || prefill === null) return prefill;
  return prefill.field === 'id' ? record?.id : record?.fields[prefill.field];
}

export interface RowsContext {
  readonly api: Api;
  readonly slug: string;
  readonly kind: (id: string) => UiKind | undefined;
  readonly record: CubitRecord;
  readonly signal: AbortSignal;
}

const MOST_ROWS = 200;

/** Rows that the hints of an action give: one for each record that refers to the record. */
export async function prefilledRows(
  action: UiAction,
  fields: readonly FormField[],
  context: RowsContext,
): Promise<Values> {
  const wanted = Object.entries(action.ui.prefill ?? {}).filter((entry): entry is [string, PrefilledRows] =>
    isRows(entry[1] as Prefill),
  );
  const rows = await Promise.all(
    wanted.map(async ([name, hint]) => {
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
function shownText({ name, ui }: UiField, { fields }: CubitRecord): string {
  const value = fields[name];
  if (isEmpty(value)) return '';
  const text = String(value);
  return isDecimalText(text) ? [formatDecimal(text), unitText(ui, fields)].filter(Boolean).join(' ') : text;
}

function rowOf({ members, show = [] }: PrefilledRows, record: CubitRecord, kind: UiKind | undefined): PreparedRow {
  const values = Object.entries(members).map(([name, member]) => [name, valueOf(member, record)] as const);
  const fixed = Object.entries(members).find(([, member]) => typeof member === 'object' && member?.field === 'id')?.[0];
  const shown = show.map((each) => {
    const name = typeof each === 'string' ? each : each.field;
    const field = kind?.fields.find((other) => other.name === name);
    const title = typeof each === 'string' ? (field?.title ?? name) : each.title;
    return [title, field ? shownText(field, record) : String(record.fields[name] ?? '')] as const;
  });
  return {
    ...Object.fromEntries(values.filter(([, value]) => !isEmpty(value))),
    [PREPARED]: true,
    ...(fixed !== undefined && { $record: fixed, $title: record.title }),
    $shown: Object.fromEntries(shown),
  } as PreparedRow;
}
