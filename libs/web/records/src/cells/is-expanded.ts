import type { CubitRecord } from '@cubit/web-client';

/** A reference that the server has expanded. */
export function isExpanded(value: unknown): value is CubitRecord {
  return typeof value === 'object' && value !== null && 'id' in value && 'title' in value;
}
