import { valueAt } from '../model/pointer.js';

/** Where a fault is, by the names of what contains it: `Hall, Rack A`. */
export function faultPlace(document: unknown, path: string): string {
  const segments = path.split('/').slice(1);
  const names = segments.flatMap((_, index) => {
    const value = valueAt(document, `/${segments.slice(0, index + 1).join('/')}`);
    const isNamed = typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
    return isNamed ? [value.name as string] : [];
  });
  return names.join(', ') || 'Document';
}
