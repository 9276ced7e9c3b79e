import { lazy, Suspense, useState } from 'react';
import type { List } from './model/use-list.js';
import type { ListState } from './model/use-list-state.js';
import { type Selection, selectedCount } from './selection/selection.js';
import { ListToolbar, type ListToolbarProps, type Tool } from './toolbar/ListToolbar.js';
import styles from './ListBars.module.css';

const SelectionBar = lazy(async () => ({ default: (await import('./selection/SelectionBar.js')).SelectionBar }));

export interface ListBarsProps {
  readonly state: ListState;
  readonly list?: List;
  readonly error: unknown;
  readonly selection: Selection;
  /** Number of records of the list, where all of them can be selected. */
  readonly total: number;
  readonly onSelection: (selection: Selection) => void;
  readonly onSelectAll?: ListToolbarProps['onSelectAll'];
  /** Tools of the layout, in the toolbar. */
  readonly tools?: readonly Tool[];
}

/** The toolbar, and in its place what can be done with a selection. */
export function ListBars({ error, tools, onSelectAll, ...selected }: ListBarsProps) {
  const { state, selection, total } = selected;
  // It stays for as long as the list: work on a selection goes on when that is cleared.
  const [isSelecting, setSelecting] = useState(false);
  if (!isSelecting && selectedCount(selection, total) > 0) setSelecting(true);
  return (
    <div className={styles.bars}>
      <ListToolbar {...{ state, error, tools, onSelectAll }} />
      {isSelecting && (
        <Suspense>
          <SelectionBar {...selected} />
        </Suspense>
      )}
    </div>
  );
}
