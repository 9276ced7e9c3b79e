import { isStorableText } from '@cubit/expressions';
import type { ErrorDetail } from '../errors/cubit-error.js';
import { faults } from './fault.js';
import { FaultList } from './fault-list.js';
import { pointer } from './pointer.js';

/**
 * Finds the path of a value that cannot be stored unchanged: text with NUL or half a surrogate pair, an infinite number, a member
 * named `__proto__`.
 */
export function unstorableText(value: unknown, prefix = ''): readonly ErrorDetail[] {
  const found = new FaultList({});
  search(value, prefix, found);
  return found.details;
}

function search(value: unknown, path: string, found: FaultList): void {
  if (found.full) return;
  if (typeof value === 'string') {
    if (!isStorableText(value)) found.add(path, faults.text());
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.add(path, faults.infinite());
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(item, pointer(path, index), found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const at = pointer(path, name.toWellFormed());
      if (name === '__proto__') found.add(at, faults.unknown());
      else if (!isStorableText(name)) found.add(at, faults.text());
      else search(member, at, found);
    }
  }
}
