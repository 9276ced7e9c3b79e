import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Client, ImportResult, KindId } from './client.js';

/** A file of another program, and the kind that it becomes. */
export interface FileToImport {
  readonly path: string;
  readonly kind: KindId;
  /** More parameters of the import, such as `create_missing`. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Tables of InvenTree in the order in which they refer to each other. */
const INVENTREE: readonly (readonly [table: string, kind: KindId])[] = [
  ['categories', 'inventory:category'],
  ['locations', 'spaces:location'],
  ['parts', 'inventory:part'],
  ['stock_items', 'inventory:stock_item'],
  ['bom', 'inventory:bom_line'],
];

/** The tables of InvenTree that a folder has as `inventree_<table>.csv`. */
export function inventreeFiles(folder: string): readonly FileToImport[] {
  return INVENTREE.map(([table, kind]) => ({
    path: join(folder, `inventree_${table}.csv`),
    kind,
    query: { source: 'inventree', key: 'id' },
  })).filter(({ path }) => existsSync(path));
}

/** Imports a file with the columns that the server knows from other programs. */
export function importFile(client: Client, { path, kind, query = {} }: FileToImport): Promise<ImportResult> {
  return client.import(kind, { name: basename(path), content: readFileSync(path) }, { mapping: 'auto', ...query });
}
