import type { TSchema } from 'typebox';

/** How the values of one field become those of its new schema. */
export interface FieldConversion {
  readonly from: TSchema;
  readonly to: TSchema;
  /** Pure. Throws for a value that has no successor: the record is listed, and nothing is changed. `undefined` empties the field. */
  with(old: unknown): unknown;
}

/**
 * What a version of a module changed in the fields of a kind, so that stored values follow. Applied in this order: renames, conversions,
 * values for records that lack a field, removals.
 */
export interface FieldChanges {
  /** Old names, with their new ones. Views, wires and archives follow. */
  readonly rename?: Readonly<Record<string, string>>;
  /** By the name of the field after the renames. */
  readonly convert?: Readonly<Record<string, FieldConversion>>;
  /** The value that records get which lack the field. */
  readonly fill?: Readonly<Record<string, unknown>>;
  /** Fields that are gone. Their values are kept aside for 90 days. */
  readonly remove?: readonly string[];
}

/** By the version of the module that made the changes. */
export type KindChanges = Readonly<Record<string, FieldChanges>>;
