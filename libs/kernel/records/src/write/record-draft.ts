import {
  type AnyKind,
  type AnyRecord,
  type FieldValues,
  initialStates,
  type RecordShape,
  type WriteOperation,
} from '@cubit/core/host';
import type { RecordDraft } from '@cubit/core';
import { recordNotFound, type KindWrite } from './kind-write.js';

/** The caller's values for one record of a write. */
export interface RecordRequest {
  /** Passed to the kind's `onWrite` as `change.note`. */
  readonly note?: unknown;
  /** Pointer of the record within the request: `` or `/operations/3`. */
  readonly prefix?: string;
  /** Pointer of a field if it is not below `prefix`: an action writes its input under other names. */
  readonly path?: (field: string) => string;
}

export interface CreateRequest extends RecordRequest {
  /** The id of an imported record that keeps it; it must be unused. Default: a new one. */
  readonly id?: string;
  readonly fields: FieldValues;
  readonly tags?: readonly string[];
}

export interface UpdateRequest extends RecordRequest {
  readonly id: string;
  /** Returns all fields of the record after the write. */
  readonly change: (before: AnyRecord) => FieldValues;
  /** Default: the tags are unchanged. */
  readonly tags?: readonly string[];
}

/** A request to move a record to the trash or to restore it. */
export interface TrashRequest extends RecordRequest {
  readonly id: string;
}

/** A record with the requested values. The kind's `beforeWrite` may still change `fields` and `title`. */
export interface AnyDraft extends RecordDraft<AnyKind> {
  readonly tags: readonly string[];
  readonly note: unknown;
}

interface DraftContent {
  readonly id: string;
  readonly before: AnyRecord | null;
  readonly fields: FieldValues;
  readonly tags: readonly string[];
  readonly title?: string;
}

export function draftOf(
  operation: WriteOperation,
  { title = '', ...content }: DraftContent,
  { note, prefix = '', path = (field) => `${prefix}/fields/${field}` }: RecordRequest,
): AnyDraft {
  return { operation, title, ...content, path, note };
}

/** Drafts of records that are moved to the trash or restored: their content is unchanged. */
export function trashDrafts(
  { kind }: KindWrite,
  requests: readonly TrashRequest[],
  { operation, stored }: { readonly operation: 'delete' | 'restore'; readonly stored: ReadonlyMap<string, AnyRecord> },
): readonly AnyDraft[] {
  return requests.map((request) => {
    const before = stored.get(request.id);
    if (!before) throw recordNotFound(kind, request.prefix);
    const { id, title, fields, tags } = before;
    return draftOf(operation, { id, before, fields: fields as FieldValues, tags, title }, request);
  });
}

export function titleOf(kind: AnyKind, fields: FieldValues): string {
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
