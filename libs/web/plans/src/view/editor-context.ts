import { createContext, use } from 'react';
import type { EditorState, PlanEditor } from '../model/editor.js';
import type { DrawnRow, Tool } from '../model/gesture.js';
import type { Sheet } from '../model/layout.js';
import type { Unit } from '../model/plan.js';
import type { Problem } from '../model/problems.js';

/** What stands beside the drawing; on a small screen as a sheet over it. */
export type Side = 'tree' | 'inspector';

export interface EditorContextValue {
  readonly editor: PlanEditor;
  readonly state: EditorState;
  readonly sheet: Sheet;
  readonly problems: readonly Problem[];
  readonly unit: Unit;
  readonly tool: Tool;
  readonly setTool: (tool: Tool) => void;
  /** The row that was drawn last, while it is selected. */
  readonly row: DrawnRow | null;
  readonly setRow: (row: DrawnRow | null) => void;
  /** What was to be brought into sight last; another object each time. */
  readonly shown: { readonly pointer: string } | null;
  /** Selects an element and brings it into sight. */
  readonly show: (pointer: string) => void;
  readonly isCompact: boolean;
  readonly side: Side | null;
  readonly setSide: (side: Side | null) => void;
  /** Leads the keyboard to the name of what is selected. */
  readonly editName: () => void;
}

const EditorContext = createContext<EditorContextValue | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): EditorContextValue {
  const value = use(EditorContext);
  if (!value) throw new Error('EditorProvider is missing.');
  return value;
}

/** Elements that the keyboard is led to. */
export const CANVAS_ID = 'plan-drawing';
export const NAME_ID = 'plan-name';

export function focusCanvas(): void {
  document.getElementById(CANVAS_ID)?.focus({ preventScroll: true });
}
