import type { CubitRecord, UiField } from '@cubit/web-client';

const RECORD_MEMBERS = new Set(['tags', 'created_at', 'updated_at', 'created_by']);

/** The value of a field, or of what every record has. No tags are no value. */
export function valueOf(record: CubitRecord, { name }: Pick<UiField, 'name'>): unknown {
  const value = RECORD_MEMBERS.has(name) ? record[name as 'tags'] : record.fields[name];
  return Array.isArray(value) && value.length === 0 ? null : value;
}
