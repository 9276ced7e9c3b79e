import type { CustomFieldType } from '@cubit/web-contract';
import type { OnDelete } from '../contract/field.js';

/** A custom field that a workspace has added to a kind. Its schema, column and index are derived from this. */
export interface FieldDefinition {
  readonly id: string;
  /** `inventory:part`. */
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly type: CustomFieldType;
  /** Required for new records; a client cannot empty it. Older records may lack it. */
  readonly required: boolean;
  /** For `enum` and `multi_select`; null for other types. */
  readonly options: readonly string[] | null;
  readonly default: unknown;
  /** Of `ref`; null for every other type. */
  readonly target_kind: string | null;
  /** Of `ref`; null for every other type. */
  readonly on_delete: Exclude<OnDelete, 'keep'> | null;
  /** `V`, `mm`: for display. */
  readonly unit: string | null;
  readonly help: string | null;
  readonly position: number;
  readonly indexed: boolean;
  readonly is_unique: boolean;
  /** The definition is deleted: its values are kept but hidden. */
  readonly deleted: boolean;
}
