import type { UiField, UiKind } from '@cubit/web-client';
import type { FieldTypeName } from '@cubit/web-contract';
import Papa from 'papaparse';

const MOST_COLUMNS = 12;

/** A file with the columns of a kind and one row, to be filled in. */
export function sampleFile(kind: UiKind): string {
  const order = new Map((kind.ui.form ?? []).flatMap(({ fields }) => fields).map((name, place) => [name, place]));
  const place = ({ name, required }: UiField) => (required ? -1 : (order.get(name) ?? Infinity));
  const fields = importable(kind)
    .filter(({ type }) => SAMPLES[type] !== null)
    .toSorted((a, b) => place(a) - place(b) || 0)
    .slice(0, MOST_COLUMNS);
  return Papa.unparse([fields.map(({ title }) => title), fields.map((field) => sampleOf(field, kind))]);
}

/** Fields that a file may fill. */
function importable({ fields }: UiKind): readonly UiField[] {
  return fields.filter((field) => !field.read_only);
}

/** Null: a file need not have the field. */
const SAMPLES: Readonly<Record<FieldTypeName, string | null>> = {
  text: '',
  ref: '',
  decimal: '10',
  integer: '1',
  boolean: 'true',
  date: '2026-01-31',
  datetime: '2026-01-31T12:00:00Z',
  money: '12.50 EUR',
  enum: '',
  longtext: null,
  multi_select: null,
  url: null,
  email: null,
  user: null,
  users: null,
  file: null,
  refs: null,
  any_ref: null,
  json: null,
};

function sampleOf({ name, type, schema }: UiField, kind: UiKind): string {
  if (name === kind.title_field) return `Example ${kind.title.toLowerCase()}`;
  const value =
    schema.enum?.find((each) => each !== null) ?? schema.anyOf?.find((part) => part.const !== undefined)?.const;
  if (value !== undefined && value !== null) return String(value);
  return SAMPLES[type] ?? '';
}
