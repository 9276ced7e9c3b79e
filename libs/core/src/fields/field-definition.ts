import type { OnDelete } from '../contract/field.js';

export const FIELD_TYPES = [
  'text',
  'long_text',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'select',
  'multi_select',
  'url',
  'email',
  'record',
  'file',
  'money',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What a workspace says of a field that it has added to a kind: all that the field's schema, column and index are made from. */
export interface FieldDefinition {
  readonly id: string;
  /** `inventory:part`. */
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly type: FieldType;
  /** A new record must have it; a client cannot empty it. Records made before may lack it. */
  readonly required: boolean;
  /** Of `select` and `multi_select`; null for every other type. */
  readonly options: readonly string[] | null;
  readonly default: unknown;
  /** Of `record`; null for every other type. */
  readonly target_kind: string | null;
  /** Of `record`; null for every other type. */
  readonly on_delete: Exclude<OnDelete, 'keep'> | null;
  /** `V`, `mm`: for people. */
  readonly unit: string | null;
  readonly help: string | null;
  readonly position: number;
  readonly indexed: boolean;
  readonly is_unique: boolean;
  /** The definition is gone: its values are kept, hidden from everybody. */
  readonly deleted: boolean;
}
