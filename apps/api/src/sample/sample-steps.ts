import type { FieldValues } from '@cubit/core/host';
import type { SampleStep } from '@cubit/transfer';

export type { SampleStep } from '@cubit/transfer';

export function create(kind: string, as: string, fields: FieldValues) {
  return { create: kind, as, fields, tags: [] };
}

export function run(
  action: string,
  record: { readonly kind: string; readonly id: string } | null,
  input: FieldValues = {},
): SampleStep {
  return { run: action, record, input };
}
