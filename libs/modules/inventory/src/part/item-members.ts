import type { ImportReader } from '@cubit/core';

export type ImportItem = Parameters<ImportReader['rows']>[0];

/** A member by its path, in a document or in a table whose columns are called by paths. */
export function memberAt(item: ImportItem, path: string): unknown {
  const found =
    item[path] ??
    path
      .split('.')
      .reduce<unknown>(
        (value, name) => (typeof value === 'object' && value !== null ? (value as ImportItem)[name] : undefined),
        item,
      );
  return found === '' || found === null ? undefined : found;
}

export function textAt(item: ImportItem, path: string): string | undefined {
  const value = memberAt(item, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}

export function numberAt(item: ImportItem, path: string): number | undefined {
  const text = textAt(item, path);
  return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
}

export function present(members: ImportItem): ImportItem {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ''));
}
