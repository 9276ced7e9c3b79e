import { type ErrorDetail, type RecordDraft, validationFailed } from '@cubit/core';
import { type AnyKind, computedOverflow, type RegisteredKind } from '@cubit/core/host';

interface OffSchemaDraft {
  readonly draft: RecordDraft<AnyKind>;
  readonly kind: RegisteredKind;
  readonly action: string | null;
}

/**
 * The input of clients is validated before, so module code computed this value: it is too large to be stored
 * (`422`), or a defect.
 */
export function offSchema(fault: ErrorDetail, { draft, kind, action }: OffSchemaDraft): Error {
  const overflow = computedOverflow(fault, draft.fields);
  if (!overflow) return new Error(`A write of ${kind.id} is off its schema: ${fault.path} ${fault.message}`);
  const [, field = ''] = fault.path.split('/');
  const path = draft.path(field);
  // The request of an action has no fields: a value that the action computes is reported at its record.
  return validationFailed([{ ...overflow, path: action !== null && path.startsWith('/fields/') ? '/record' : path }]);
}
