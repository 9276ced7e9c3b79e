import { lazy } from 'react';

/** The editor of cells has the controls of all types, so lists are shown before it is loaded. */
export const loadCellEditor = () => import('./CellEditor.js');

export const CellEditor = lazy(async () => ({ default: (await loadCellEditor()).CellEditor }));
