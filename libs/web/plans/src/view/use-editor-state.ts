import type { Fault } from '@cubit/web-client';
import { useWatched } from '@cubit/web-records';
import { useCallback, useMemo, useState } from 'react';
import type { PlanEditor } from '../model/editor.js';
import type { DrawnRow, Tool } from '../model/gesture.js';
import { layOut } from '../model/layout.js';
import type { Container, Plan } from '../model/plan.js';
import { indexOf, listOf, nearestNode, valueAt } from '../model/pointer.js';
import { type Problem, problemsOf } from '../model/problems.js';
import { rowContainers } from '../model/rows.js';
import { type EditorContextValue, NAME_ID, type Side } from './editor-context.js';
import { useCompact } from './use-compact.js';

/** What all parts of the editor share. `faults`: what the server refused of the document as it is. */
export function useEditorState(editor: PlanEditor, faults: readonly Fault[]): EditorContextValue {
  const state = useWatched(editor);
  const { plan, selected } = state;
  const [tool, setTool] = useState<Tool>('select');
  const [drawnRow, setRow] = useState<DrawnRow | null>(null);
  const [shown, setShown] = useState<{ readonly pointer: string } | null>(null);
  const [side, setSide] = useState<Side | null>(null);
  const isCompact = useCompact();
  const sheet = useMemo(() => layOut(plan), [plan]);
  const problems = useMemo(() => [...faultsIn(plan, faults), ...problemsOf(plan)], [plan, faults]);
  const row = drawnRow && isRowThere(plan, selected, drawnRow) ? drawnRow : null;
  const show = useCallback(
    (pointer: string) => {
      editor.select(pointer);
      setShown({ pointer });
    },
    [editor],
  );
  const editName = useCallback(() => {
    setSide((before) => (isCompact ? 'inspector' : before));
    // The field may come with the sheet.
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLInputElement>(`#${NAME_ID} input`);
      field?.focus();
      field?.select();
    });
  }, [isCompact]);
  const unit = plan.units_entered ?? 'mm';
  return {
    ...{ editor, state, sheet, problems, unit, tool, setTool, row, setRow, shown, show, isCompact },
    ...{ side: isCompact ? side : null, setSide, editName },
  };
}

/** What the server refused, at the nearest element. */
function faultsIn(plan: Plan, faults: readonly Fault[]): readonly Problem[] {
  return faults.map(({ path, message }) => ({
    pointer: nearestNode(plan, path) ?? '',
    message: `It cannot be saved: ${message}`,
  }));
}

/** Whether a row is as it was drawn, and selected. */
function isRowThere(plan: Plan, selected: string | null, { first, row }: DrawnRow): boolean {
  if (selected === null || listOf(selected) !== listOf(first)) return false;
  const at = indexOf(selected) - indexOf(first);
  if (at < 0 || at >= row.count) return false;
  const list = (valueAt(plan, listOf(first)) ?? []) as readonly Container[];
  return rowContainers(row).every((wanted, index) => {
    const there = list[indexOf(first) + index];
    return (
      there?.x_mm === wanted.x_mm &&
      there.y_mm === wanted.y_mm &&
      there.w_mm === wanted.w_mm &&
      there.d_mm === wanted.d_mm
    );
  });
}
