import type { ReferenceField } from '../registry/registered.js';
import type { RecordShape } from './record-shape.js';

/** One reference from a record to another. */
export interface Reference {
  readonly field: ReferenceField;
  readonly kind: string;
  readonly id: string;
}

export function referencesOf(shape: RecordShape, fields: Readonly<Record<string, unknown>>): readonly Reference[] {
  return shape.references.flatMap((field) => {
    const value = fields[field.name];
    if (value === undefined || value === null) return [];
    if (field.kind === null) {
      const { kind, id } = value as { kind: string; id: string };
      return [{ field, kind, id }];
    }
    const kind = field.kind;
    const ids = field.many ? (value as readonly string[]) : [value as string];
    return ids.map((id) => ({ field, kind, id }));
  });
}

/** Those that are not among `others`. */
export function without(references: readonly Reference[], others: readonly Reference[]): readonly Reference[] {
  const key = (reference: Reference) => `${reference.field.name}/${reference.kind}/${reference.id}`;
  const known = new Set(others.map(key));
  return references.filter((reference) => !known.has(key(reference)));
}
