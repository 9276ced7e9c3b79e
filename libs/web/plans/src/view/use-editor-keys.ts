import { type KeyMap, useKeys } from '@cubit/web-kit';
import { type KeyboardEvent, useMemo } from 'react';
import { duplicateNode, removeNode } from '../model/edit-plan.js';
import { TOOLS } from '../model/gesture.js';
import { parentOf } from '../model/pointer.js';
import type { EditorContextValue } from './editor-context.js';
import { TOOL_LOOKS } from './Toolbar.js';

const LOCAL = {
  up: 'Move what is selected',
  'shift+up': 'Move it by 10 mm',
  enter: 'Name it',
  delete: 'Delete it',
  esc: 'Let go',
};

/** Keys of the editor: letters choose tools, the others work on what is selected. */
export function useEditorKeys(context: EditorContextValue, save: () => void) {
  const { editor, setTool } = context;
  const keys = useMemo((): KeyMap => {
    const tools = TOOLS.map((tool) => {
      const { title, key } = TOOL_LOOKS[tool];
      return [key, { title, run: () => setTool(tool) }] as const;
    });
    return {
      ...Object.fromEntries(tools),
      'mod+z': { title: 'Undo', run: () => void editor.undo() },
      'mod+shift+z': { title: 'Redo', run: () => void editor.redo() },
      'mod+s': { title: 'Save', run: save, whileTyping: true },
    };
  }, [editor, setTool, save]);
  useKeys('Drawing', keys, LOCAL);
  return (event: KeyboardEvent<HTMLElement>) => {
    // Dialogs are inside for React, and elsewhere on the page.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (!isField && pressed(event, context)) event.preventDefault();
  };
}

/** True if the key does something. */
function pressed(event: KeyboardEvent, context: EditorContextValue): boolean {
  const { editor, state, tool, setTool, row, setRow, show } = context;
  const { selected } = state;
  const isMod = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isMod && key === 'z') {
    if (event.shiftKey) editor.redo();
    else editor.undo();
    return true;
  }
  if (isMod && key === 'd' && selected !== null) {
    const edit = duplicateNode(editor.plan, selected);
    editor.edit(edit);
    if (edit.selected !== null) show(edit.selected);
    return true;
  }
  if (isMod || event.altKey) return false;
  // What buttons do with their keys is theirs.
  const isButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
  if ((key === 'delete' || key === 'backspace') && selected !== null) {
    editor.edit(removeNode(editor.plan, selected));
    return true;
  }
  if (key === 'enter' && selected !== null && !isButton) {
    context.editName();
    return true;
  }
  if (key !== 'escape') return false;
  if (tool !== 'select') setTool('select');
  else if (row) setRow(null);
  else if (selected === null) return false;
  else editor.select(parentOf(selected));
  return true;
}
