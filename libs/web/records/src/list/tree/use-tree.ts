import { useState } from 'react';
import type { Column } from '../model/columns.js';
import type { ListState, OpenChoice } from '../model/use-list-state.js';
import {
  allOpen,
  firstLevels,
  isRow,
  type Levels,
  type Opened,
  rowsOf,
  type TreeNote,
  type TreeRow,
} from './tree-model.js';
import { useLevels } from './use-levels.js';

/** A tree begins with as many rows, and with as many as is sensible where all of a large one is opened. */
const FIRST_ROWS = 50;
const MOST_ROWS = 500;
/** Ids that are remembered. */
const MOST_KEPT = 300;

export interface Tree {
  /** Undefined until the top is loaded. */
  readonly rows: readonly (TreeRow | TreeNote)[] | undefined;
  readonly error: unknown;
  retry(): void;
  toggle(ids: readonly string[], isOpen: boolean): void;
  openAll(): void;
  closeAll(): void;
}

/** The rows of a tree. What a person opens and closes is remembered, unless they look for something by a filter. */
export function useTree(state: ListState, columns: readonly Column[]): Tree {
  const { setting, setSetting } = state;
  const isUsual = state.filter === (state.view?.filter ?? '');
  const { levels, isWhole, error, retry, want } = useLevels({ state, columns, isUsual });
  const [chosen, setChosen] = useState<{ readonly filter: string; readonly choice: OpenChoice }>();
  const first = isUsual ? setting.open : isWhole ? 'all' : [];
  const choice = chosen?.filter === state.filter ? chosen.choice : first;
  const { open, wanted } = levels ? openedBy(choice, levels, isWhole) : NOTHING;
  const rows = levels && rowsOf(levels, open);
  want([
    ...wanted,
    ...(rows ?? []).flatMap((row) => (!isRow(row) && row.note === 'loading' ? (row.parent ?? []) : [])),
  ]);
  const choose = (next: OpenChoice) => {
    setChosen({ filter: state.filter, choice: next });
    const kept = next === 'all' ? next : next.filter((id) => !isWhole || levels?.has(id)).slice(0, MOST_KEPT);
    if (isUsual) setSetting((before) => ({ ...before, open: kept }));
  };
  return {
    ...{ rows, error, retry },
    toggle: (ids, isOpen) => choose(isOpen ? [...open, ...ids] : [...open].filter((id) => !ids.includes(id))),
    openAll: () => choose('all'),
    closeAll: () => choose([]),
  };
}

const NOTHING: Opened = { open: new Set(), wanted: [] };

function openedBy(choice: OpenChoice | undefined, levels: Levels, isWhole: boolean): Opened {
  if (choice === undefined) return firstLevels(levels, FIRST_ROWS);
  if (choice !== 'all') return { open: new Set(choice), wanted: [] };
  return isWhole ? { open: allOpen(levels), wanted: [] } : firstLevels(levels, MOST_ROWS);
}
