import { parseExpression } from '@cubit/expressions';
import { type AnyKind, RECORD_COLUMNS } from '@cubit/core/host';

/** Why the name is not allowed for a custom field of the kind; null if it is allowed. */
export function fieldNameFault(kind: AnyKind, name: string): string | null {
  if (RECORD_COLUMNS.includes(name)) return `every record has '${name}' itself.`;
  if (Object.hasOwn(kind.fields.properties as object, name)) return `'${kind.id}' already has a field '${name}'.`;
  // Every JavaScript object has this member, so an absent value would be read as present.
  if (name === 'constructor' || !isVariable(name)) return `'${name}' is a reserved word and cannot be used in filters.`;
  return null;
}

function isVariable(name: string): boolean {
  try {
    return parseExpression(name).op === 'id';
  } catch {
    return false;
  }
}
