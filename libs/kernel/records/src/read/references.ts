import { validate } from 'uuid';
import type { RecordShape, ReferenceField } from '@cubit/core/host';

/** One reference from a record to another. */
export interface Reference {
  readonly field: ReferenceField;
  readonly kind: string;
  readonly id: string;
}

/** What a client sees and sets. */
export function referencesOf(shape: RecordShape, fields: Readonly<Record<string, unknown>>): readonly Reference[] {
  return referencesAmong(shape.references, fields);
}

/** All that is mirrored, hidden ones included. */
export function storedReferencesOf(
  shape: RecordShape,
  fields: Readonly<Record<string, unknown>>,
): readonly Reference[] {
  return referencesAmong(shape.storedReferences, fields);
}

function referencesAmong(
  references: readonly ReferenceField[],
  fields: Readonly<Record<string, unknown>>,
): readonly Reference[] {
  return references.flatMap((field) => {
    const value = fields[field.name];
    if (value === undefined || value === null) return [];
    if (field.kind === null) {
      const { kind, id } = value as { kind: string; id: string };
      return [{ field, kind, id }];
    }
    const kind = field.kind;
    return idsIn(value).map((id) => ({ field, kind, id }));
  });
}

/** The ids that a reference to one record, or to several, holds. Of a custom field's older definition there may be anything. */
export function idsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((id): id is string => typeof id === 'string' && validate(id));
}

/** Those that are not among `others`. */
export function without(references: readonly Reference[], others: readonly Reference[]): readonly Reference[] {
  const key = (reference: Reference) => `${reference.field.name}/${reference.kind}/${reference.id}`;
  const known = new Set(others.map(key));
  return references.filter((reference) => !known.has(key(reference)));
}
