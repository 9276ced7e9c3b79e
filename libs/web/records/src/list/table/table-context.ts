import type { CubitRecord, RowList, UiKind } from '@cubit/web-client';
import { createContext, useContext } from 'react';
import type { Selection } from '../selection/selection.js';
import type { VisibleColumns } from './use-visible-columns.js';

/** The cell that keys act on. */
export interface ActiveCell {
  /** The index of the record. */
  readonly row: number;
  /** 0 is the title. */
  readonly column: number;
  /** The head of the group that begins with the record, and not the record. */
  readonly isHead: boolean;
}

/** What rows of a table have in common. */
export interface TableContext {
  readonly id: string;
  readonly kind: UiKind;
  readonly store: RowList<CubitRecord>;
  readonly visible: VisibleColumns;
  readonly selection: Selection;
  readonly active: ActiveCell;
  /** The cell that is edited. */
  readonly editing: ActiveCell | null;
  /** Whether the actions of the active row are open. */
  readonly menuOpen: boolean;
  setMenuOpen(open: boolean): void;
  activate(cell: ActiveCell): void;
  select(row: number, range: boolean): void;
  edit(cell: ActiveCell): void;
  /** Closes the editor of a cell, unless another one is open by now. */
  close(cell: ActiveCell): void;
}

const Context = createContext<TableContext | null>(null);

export const TableProvider = Context.Provider;

export function useTable(): TableContext {
  const table = useContext(Context);
  if (!table) throw new Error('TableProvider is missing.');
  return table;
}

export const cellId = (table: string, { row, column, isHead }: ActiveCell): string =>
  `${table}-${row}-${isHead ? 'head' : column}`;

export const isSame = (a: ActiveCell, b: ActiveCell): boolean =>
  a.row === b.row && a.column === b.column && a.isHead === b.isHead;
