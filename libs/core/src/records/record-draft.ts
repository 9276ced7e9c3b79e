import type { AnyRecord, RecordDraft, WriteOperation } from '../contract/kind.js';
import { initialStates } from '../contract/lifecycle.js';
import type { AnyKind } from '../contract/module.js';
import type { RecordShape } from './record-shape.js';

type Fields = Readonly<Record<string, unknown>>;

/** What every write of a record may say of itself. */
export interface WriteItem {
  readonly note?: unknown;
  /** Pointer of the record within the request: `` or `/operations/3`. */
  readonly prefix?: string;
  /** Pointer of a field where it is not below `prefix`: a module's action writes what it was given under another name. */
  readonly path?: (field: string) => string;
}

export function draftOf(
  operation: WriteOperation,
  {
    id,
    before,
    fields,
    item: { prefix = '', path = (field) => `${prefix}/fields/${field}` },
  }: { readonly id: string; readonly before: AnyRecord | null; readonly fields: Fields; readonly item: WriteItem },
): RecordDraft<AnyKind> {
  return { operation, id, before, fields, title: '', path };
}

export function titleOf(kind: AnyKind, fields: Fields): string {
  if (kind.titleField) return String(fields[kind.titleField] ?? '');
  return kind.titleOf?.(fields) ?? '';
}

export function defaultsOf(shape: RecordShape): Record<string, unknown> {
  const { lifecycle } = shape.kind;
  const defaults = [...shape.fields.values()]
    .filter((field) => field.default !== undefined)
    .map((field) => [field.name, field.default] as const);
  return { ...Object.fromEntries(defaults), ...(lifecycle ? { [lifecycle.field]: initialStates(lifecycle)[0] } : {}) };
}
