import type { SampleStep } from '@cubit/transfer';

export type { SampleStep } from '@cubit/transfer';

type Fields = Readonly<Record<string, unknown>>;

export function create(kind: string, as: string, fields: Fields) {
  return { create: kind, as, fields, tags: [] };
}

export function run(
  action: string,
  record: { readonly kind: string; readonly id: string } | null,
  input: Fields = {},
): SampleStep {
  return { run: action, record, input };
}
