import type { UiKind } from '@cubit/web-client';
import { factsOf, typeHolds } from '@cubit/web-contract';
import type { ShownField } from '../../cells/shown-field.js';

/** Whether people may change the field, and its values are edited in one line. */
export function isEditable(kind: UiKind, { type, read_only: isReadOnly, fixed }: ShownField): boolean {
  const isOneLine = factsOf(type)?.many !== true && !typeHolds(type, 'record_of_any_kind', 'file', 'data');
  return kind.can.update && !isReadOnly && !fixed && isOneLine;
}
