import type { FieldValues } from '@cubit/core/host';

/** What is done with each record of a selection. JSON, so that a job can do it. */
export type BulkOperation =
  | { readonly type: 'action'; readonly action: string; readonly input: FieldValues }
  | { readonly type: 'update'; readonly fields?: FieldValues; readonly tags?: readonly string[] }
  | { readonly type: 'delete' };

export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}
