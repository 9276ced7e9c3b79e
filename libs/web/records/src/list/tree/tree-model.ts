import type { CubitRecord } from '@cubit/web-client';

/** What is inside of a record, or at the top. */
export interface Inside {
  readonly records: readonly CubitRecord[];
  /** There are more, which are not loaded. */
  readonly more: boolean;
  /** Too many for the answer that has them: they are not shown before those of this record are loaded alone. */
  readonly isPart?: boolean;
}

/** What is loaded: by the id of the record that it is in, null for the top. */
export type Levels = ReadonlyMap<string | null, Inside>;

/** What is open, and what has to be loaded to show it. */
export interface Opened {
  readonly open: ReadonlySet<string>;
  readonly wanted: readonly string[];
}

export interface TreeRow {
  readonly record: CubitRecord;
  /** The record that it is in. */
  readonly parent: string | null;
  /** From 1. */
  readonly level: number;
  /** Undefined if nothing is inside. */
  readonly isOpen: boolean | undefined;
}

/** In place of records: those that are loading, or more than are loaded. */
export interface TreeNote {
  readonly note: 'loading' | 'more';
  readonly parent: string | null;
  readonly level: number;
}

export type ParentOf = (record: CubitRecord) => string | null;

/** The levels of records that are all loaded. What is in a record that is not among them is at the top. */
export function levelsOf(records: readonly CubitRecord[], parentOf: ParentOf): Levels {
  const ids = new Set(records.map(({ id }) => id));
  const inside = Map.groupBy(records, (record) => {
    const parent = parentOf(record);
    return parent !== null && ids.has(parent) ? parent : null;
  });
  return new Map([null, ...ids].map((id) => [id, { records: inside.get(id) ?? [], more: false }]));
}

/** The first levels, record by record as far as `most` rows are not exceeded; the only record of a level is always open. */
export function firstLevels(levels: Levels, most: number): Opened {
  const open = new Set<string>();
  let level = levels.get(null)?.records ?? [];
  let rows = level.length;
  while (level.length > 0 && rows < most) {
    const ids = level.map(({ id }) => id);
    const wanted = ids.filter((id) => !levels.has(id));
    if (wanted.length > 0) return { open, wanted };
    const parts = ids.filter((id) => levels.get(id)?.isPart);
    const known = level.reduce((sum, { id }) => sum + insideOf(levels, id).length, 0);
    if (parts.length > 0 && rows + known > most) break;
    if (parts.length > 0) return { open, wanted: parts };
    const filled = level.filter(({ id }) => insideOf(levels, id).length > 0);
    const fitting = filled.filter(({ id }) => {
      const count = insideOf(levels, id).length;
      if (rows + count > most && level.length > 1) return false;
      rows += count;
      open.add(id);
      return true;
    });
    if (fitting.length < filled.length) break;
    level = fitting.flatMap(({ id }) => insideOf(levels, id));
  }
  return { open, wanted: [] };
}

/** All records with others inside, as far as they are loaded. */
export function allOpen(levels: Levels): ReadonlySet<string> {
  return new Set([...levels].flatMap(([id, { records }]) => (id !== null && records.length > 0 ? [id] : [])));
}

/** What is shown, in order. */
export function rowsOf(levels: Levels, open: ReadonlySet<string>): readonly (TreeRow | TreeNote)[] {
  const rows = (parent: string | null, level: number): readonly (TreeRow | TreeNote)[] => {
    const inside = levels.get(parent);
    if (!inside || inside.isPart) return [{ note: 'loading', parent, level }];
    const shown = inside.records.flatMap((record) => {
      const { id } = record;
      // Of what is not loaded it is not known whether something is inside.
      const isOpen = isEmpty(levels.get(id)) ? undefined : open.has(id);
      const row = { record, parent, level, isOpen };
      return isOpen === true ? [row, ...rows(id, level + 1)] : [row];
    });
    return inside.more ? [...shown, { note: 'more', parent, level }] : shown;
  };
  return rows(null, 1);
}

export const isRow = (row: TreeRow | TreeNote): row is TreeRow => 'record' in row;

const isEmpty = (inside: Inside | undefined) => inside?.records.length === 0 && inside.isPart !== true;

function insideOf(levels: Levels, id: string): readonly CubitRecord[] {
  return levels.get(id)?.records ?? [];
}
