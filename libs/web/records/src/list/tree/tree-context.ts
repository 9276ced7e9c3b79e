import { createContext, useContext } from 'react';
import type { Column } from '../model/columns.js';
import type { Selection } from '../selection/selection.js';
import type { ListState } from '../model/use-list-state.js';

export interface TreeContext {
  readonly state: ListState;
  readonly columns: readonly Column[];
  toggle(ids: readonly string[], isOpen: boolean): void;
  /** The row that the Tab key reaches. */
  readonly current: string | undefined;
  setCurrent(id: string): void;
  readonly selection: Selection;
  select(id: string): void;
}

const Context = createContext<TreeContext | null>(null);

export const TreeProvider = Context.Provider;

export function useTreeContext(): TreeContext {
  const tree = useContext(Context);
  if (!tree) throw new Error('TreeProvider is missing.');
  return tree;
}
