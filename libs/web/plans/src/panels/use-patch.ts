import { patchNode } from '../model/edit-plan.js';
import { useEditor } from '../view/editor-context.js';

/** Changes members of an element; undefined removes one. */
export function usePatch(pointer: string): (members: Readonly<Record<string, unknown>>, step?: string) => void {
  const { editor } = useEditor();
  return (members, step) => editor.edit(patchNode(editor.plan, pointer, members), step);
}
