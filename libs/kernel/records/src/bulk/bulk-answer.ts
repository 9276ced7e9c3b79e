import { Type } from 'typebox';
import type { BulkOutcome } from './run-many.js';

/** The answer to an operation on named records. */
export function bulkAnswer(outcomes: readonly BulkOutcome[], events?: readonly object[]) {
  const done = outcomes.filter(({ refusal }) => refusal === null).length;
  return {
    done,
    skipped: outcomes.length - done,
    results: outcomes.map(({ record, done: result, refusal }) => ({
      record: { kind: record.kind, id: record.id },
      state: refusal ? 'skipped' : 'done',
      version: result?.version ?? null,
      ...(events ? { result: result?.result ?? null, undo: result?.undo ?? null } : {}),
      reason: refusal && reasonOf(refusal),
    })),
    ...(events ? { events } : {}),
  };
}

export function reasonOf({ code, message, details }: NonNullable<BulkOutcome['refusal']>) {
  return details.length > 0 ? { code, message, details } : { code, message };
}

const count = (description: string) => Type.Integer({ minimum: 0, description });
const record = Type.Object({ kind: Type.String(), id: Type.String({ format: 'uuid' }) });

export const bulkReason = Type.Object(
  {
    code: Type.String({ description: 'The error code of a single request.' }),
    message: Type.String(),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() })),
    ),
  },
  { $id: 'Refusal' },
);

export const bulkEntry = {
  record,
  state: Type.Unsafe<string>({ type: 'string', enum: ['done', 'skipped'] }),
  version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Version afterwards; null if deleted or skipped.',
  }),
  reason: Type.Union([bulkReason, Type.Null()], { description: 'Why it was skipped.' }),
};

const totals = {
  done: count('Number of records on which it ran.'),
  skipped: count('Number of records that were refused, and are unchanged.'),
};

export const bulkSchema = Type.Object(
  { ...totals, results: Type.Array(Type.Object(bulkEntry)) },
  { $id: 'BulkResult' },
);
