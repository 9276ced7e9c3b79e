import { parseExpression } from '../cel/parse-expression.js';
import type { AnyKind } from '../contract/module.js';
import { RECORD_COLUMNS } from '../registry/check-modules.js';

/** Why a workspace cannot give this name to a field of the kind; null where it can. */
export function objectionToName(kind: AnyKind, name: string): string | null {
  if (RECORD_COLUMNS.includes(name)) return `every record has '${name}' itself.`;
  if (Object.hasOwn(kind.fields.properties as object, name)) return `'${kind.id}' has a field '${name}' of its own.`;
  // A member of every JavaScript object: an absent value would be taken for it.
  if (name === 'constructor' || !isVariable(name)) return `'${name}' is a reserved word and could not be filtered by.`;
  return null;
}

function isVariable(name: string): boolean {
  try {
    return parseExpression(name).op === 'id';
  } catch {
    return false;
  }
}
