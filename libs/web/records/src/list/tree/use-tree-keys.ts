import type { KeyboardEvent } from 'react';
import { useGo } from '../../app/address.js';
import { selectedCount } from '../selection/selection.js';
import { useTreeContext } from './tree-context.js';
import type { TreeRow } from './tree-model.js';

/** Those below, as they are listed. */
export const TREE_KEYS = {
  right: 'Open the row, or go to what is inside',
  left: 'Close the row, or go to what it is in',
  '*': 'Open all rows of this level',
  enter: 'Open the record',
  esc: 'Clear the selection',
};

/** The keys of a tree, as the pattern of ARIA has them. */
export function useTreeKeys(
  rows: readonly TreeRow[],
  onClear: () => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { current, toggle, selection } = useTreeContext();
  const go = useGo();
  return (event) => {
    const at = rows.findIndex(({ record }) => record.id === current);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = (id: string) => event.currentTarget.querySelector<HTMLElement>(`[data-node="${id}"]`);
    const focus = (next: TreeRow | undefined) => next && element(next.record.id)?.focus();
    const { id } = row.record;
    const siblings = rows.filter(({ parent, isOpen }) => parent === row.parent && isOpen === false);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (row.isOpen === false ? toggle([id], true) : row.isOpen && focus(rows[at + 1])),
      ArrowLeft: () =>
        row.isOpen === true ? toggle([id], false) : focus(rows.find(({ record }) => record.id === row.parent)),
      '*': () =>
        siblings.length > 0 &&
        toggle(
          siblings.map(({ record }) => record.id),
          true,
        ),
      Enter: () => go(element(id)?.querySelector('a')?.getAttribute('href') ?? ''),
      ...(selectedCount(selection, 0) > 0 && { Escape: onClear }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
