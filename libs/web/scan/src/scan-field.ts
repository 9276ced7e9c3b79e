import type { CubitRecord, UiField, UiKind } from '@cubit/web-client';
import { typeHolds } from '@cubit/web-contract';

/** The field of a kind that takes a scanned code: a list of codes before a number of its own. */
export function scanField(kind: UiKind): UiField | undefined {
  const fields = (kind.ui.scan ?? []).flatMap((name) => kind.fields.filter((field) => field.name === name));
  const writable = fields.filter(({ read_only }) => !read_only);
  return writable.find(isList) ?? writable.find(({ type }) => type === 'text');
}

const isList = ({ schema, type }: UiField) =>
  typeHolds(type, 'data') &&
  (schema.type === 'array' || (schema.anyOf?.some((part) => part.type === 'array') ?? false));

/** Records of the kind may have several codes. */
export function isAttachable(kind: UiKind): boolean {
  const field = scanField(kind);
  return kind.can.update && field !== undefined && isList(field);
}

/** A record needs nothing but a title. */
export function isCreatable(kind: UiKind): boolean {
  const required = kind.fields.filter((field) => field.required && !field.read_only && !hasDefault(field));
  return (
    isAttachable(kind) &&
    kind.can.create &&
    kind.title_field !== null &&
    required.every(({ name }) => name === kind.title_field)
  );
}

const hasDefault = ({ schema }: UiField) => schema.default !== undefined;

/** The fields of a record that has the code as well. */
export function withCode(kind: UiKind, code: string, record?: CubitRecord): Readonly<Record<string, unknown>> {
  const field = scanField(kind);
  if (!field) return {};
  const before = record?.fields[field.name];
  return { [field.name]: isList(field) ? [...(Array.isArray(before) ? before : []), code] : code };
}
