import type { RecordShape } from '@cubit/core/host';
import type { FieldHints } from '@cubit/web-contract';

/** A record as the API answers it, with its references expanded. */
export interface PlainRecord {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface DescribedSchema {
  readonly 'x-kind'?: unknown;
  readonly 'x-ui'?: FieldHints;
  readonly items?: { readonly properties?: Readonly<Record<string, DescribedSchema>> };
}

/** What a display reads of a record: `names`, of other records their titles and units, and of entries what names no record. */
export function shownRecord(record: PlainRecord, shape: RecordShape, names: readonly string[]): PlainRecord {
  const { id, kind, title } = record;
  const schemas = names.map((name) => [name, (shape.fields.get(name)?.schema ?? {}) as DescribedSchema] as const);
  const units = schemas.flatMap(([, { 'x-ui': ui }]) => (typeof ui?.unit === 'object' ? [ui.unit.field] : []));
  const references = new Set(shape.references.map(({ name }) => name));
  const fields = schemas.flatMap(([name, schema]) => {
    const value = record.fields[name];
    if (value === undefined || value === null) return [];
    if (references.has(name)) return [[name, onlyTitles(value, unitsBelow(units, name))] as const];
    return [[name, withoutReferences(value, schema)] as const];
  });
  return { id, kind, title, fields: Object.fromEntries(fields) };
}

/** Fields of the record that a reference names which have the unit of a value: of `part.unit`, `unit`. */
function unitsBelow(units: readonly string[], name: string): readonly string[] {
  return units.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
}

function onlyTitles(value: unknown, kept: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => onlyTitles(item, kept));
  if (typeof value !== 'object' || value === null || !('fields' in value)) return value;
  const { id, kind, title, fields } = value as PlainRecord;
  return { id, kind, title, fields: Object.fromEntries(kept.map((name) => [name, fields[name]])) };
}

function withoutReferences(value: unknown, { items }: DescribedSchema): unknown {
  const { properties } = items ?? {};
  if (!properties || !Array.isArray(value)) return value;
  return value.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null
      ? Object.fromEntries(Object.entries(entry).filter(([name]) => properties[name]?.['x-kind'] === undefined))
      : entry,
  );
}
