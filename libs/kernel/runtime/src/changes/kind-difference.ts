import type { FieldTransform } from '@cubit/core/host';

/** How a kind differs from its stored form. */
export interface KindDifference {
  readonly transform: FieldTransform;
  /** Fields whose values have to be checked, by their name in the new version. */
  readonly checked: ReadonlySet<string>;
  /** Fields whose values no rule carries over: references to another kind, another type of reference. */
  readonly incompatible: ReadonlySet<string>;
  /** Fields that are new, with no earlier name. */
  readonly added: readonly string[];
  /** Fields of the stored form that no change names. */
  readonly gone: ReadonlySet<string>;
  /** Fields that a change removes. */
  readonly removed: ReadonlySet<string>;
  /** Whether records have to be looked at. */
  readonly isRelevant: boolean;
  readonly version: string;
}
