import type { CubitRecord, RowList } from '@cubit/web-client';
import type { QueryCache } from '@tanstack/react-query';
import type { VirtualItem } from '@tanstack/react-virtual';
import { isMe } from '../../app/key-matches.js';
import { NOTHING, type Selection } from '../selection/selection.js';

/** What a list keeps while another page is open, so that Back finds it as it was. */
export interface ListMemory {
  readonly store: RowList<CubitRecord>;
  /** Fields that the store asks for. */
  readonly shape: string;
  top: number;
  left: number;
  row: number;
  column: number;
  /** The head of the group that begins with the row is active. */
  isHead: boolean;
  /** Keys of groups that are folded. */
  folded: ReadonlySet<string>;
  selection: Selection;
  /** Rows of cards whose height is known. */
  cards: readonly VirtualItem[];
}

const MOST_LISTS = 4;
const NOWHERE = { top: 0, left: 0, row: 0, column: 0, isHead: false, folded: new Set<string>(), cards: [] };
const lists = new Map<string, ListMemory>();

/** The memory of a list, made where there is none; the lists used longest ago are forgotten. */
export function rememberedList(key: string, shape: string, make: () => RowList<CubitRecord>): ListMemory {
  const known = lists.get(key);
  lists.delete(key);
  if (known && known.shape !== shape) known.store.end();
  const place = known ?? { ...NOWHERE, selection: NOTHING };
  const memory: ListMemory = known?.shape === shape ? known : { ...place, store: make(), shape };
  lists.set(key, memory);
  for (const [oldest, { store }] of [...lists].slice(0, Math.max(0, lists.size - MOST_LISTS))) {
    store.end();
    lists.delete(oldest);
  }
  return memory;
}

export type ListPlace = Omit<ListMemory, 'store' | 'shape'>;

export function remember(memory: ListMemory, place: Partial<ListPlace>): void {
  Object.assign(memory, place);
}

const watched = new WeakSet<QueryCache>();

/** Forgets all lists when the cache forgets the person: no row stays in memory after signing out. */
export function forgetWith(cache: QueryCache): void {
  if (watched.has(cache)) return;
  watched.add(cache);
  cache.subscribe(({ type, query }) => {
    if (type === 'removed' && isMe(query)) forgetLists();
  });
}

function forgetLists(): void {
  for (const { store } of lists.values()) store.end();
  lists.clear();
}
