import type { SourceRow } from '../source/row.js';
import { finishDraft, leaveUnused } from './finish-draft.js';
import { readCells, readDefaults } from './read-cells.js';
import { readValue } from './read-members.js';
import { addFault, emptyDraft, type RowDraft } from './row-draft.js';
import type { RowTargets } from './row-targets.js';

export function draftRow(row: SourceRow, targets: RowTargets): RowDraft {
  const source = 'cells' in row ? row.cells : 'value' in row ? row.value : row.text;
  const draft = emptyDraft(targets.node, row.number, JSON.stringify(source ?? null));
  if ('fault' in row) addFault(draft, { message: row.fault });
  else if ('cells' in row) readCells(draft, row.cells, targets);
  else readValue(draft, row.value, targets);
  if (!('fault' in row)) {
    readDefaults(draft, targets);
    finishDraft(draft, targets);
    leaveUnused(draft);
  } else draft.values.total = targets.valuesOf(row.number) + 1;
  return draft;
}

/** Recreates a draft from its stored source. */
export function redraftRow(
  { number, source }: { readonly number: number; readonly source: string },
  targets: RowTargets,
): RowDraft {
  const value = JSON.parse(source) as unknown;
  return draftRow(targets.header ? { number, cells: value as string[] } : { number, value }, targets);
}
