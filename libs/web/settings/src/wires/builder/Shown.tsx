import { typeHolds } from '@cubit/web-contract';
import type { FormField } from '@cubit/web-records/forms';
import { RefChip, useMembers, valueText } from '@cubit/web-records/values';

export interface ShownProps {
  readonly field: FormField;
  readonly value: unknown;
}

/** A value in words, a record as a link. */
export function Shown({ field, value }: ShownProps) {
  const members = useMembers();
  const kind = field.schema['x-kind'];
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (typeHolds(field.type, 'record') && typeof kind === 'string')
    return values.map((id) => <RefChip key={String(id)} value={id} kind={kind} />);
  if (typeHolds(field.type, 'member')) return values.map((id) => members.get(String(id))?.name ?? '?').join(', ');
  return valueText(field, value);
}
