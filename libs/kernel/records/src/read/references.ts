import { validate } from 'uuid';
import type { RecordShape, ReferenceField } from '@cubit/core/host';

/** One reference from a record to another. */
export interface Reference {
  readonly field: ReferenceField;
  readonly kind: string;
  readonly id: string;
}

/** References that clients see and set. */
export function referencesOf(shape: RecordShape, fields: Readonly<Record<string, unknown>>): readonly Reference[] {
  return referencesAmong(shape.references, fields);
}

/** All mirrored references, including hidden ones. */
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

/**
 * The ids in a reference to one record, or to several. A value under an older definition of a custom field may have
 * any type.
 */
export function idsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((id): id is string => typeof id === 'string' && validate(id));
}

/** References that are not among `others`. */
export function without(references: readonly Reference[], others: readonly Reference[]): readonly Reference[] {
  const key = (reference: Reference) => `${reference.field.name}/${reference.kind}/${reference.id}`;
  const known = new Set(others.map(key));
  return references.filter((reference) => !known.has(key(reference)));
}
