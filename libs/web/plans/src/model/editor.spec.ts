import { describe, expect, it } from '@jest/globals';
import { addRoom, renameNode } from './edit-plan.js';
import { PlanEditor } from './editor.js';
import { FORMAT, type Plan } from './plan.js';

const PLAN: Plan = { format: FORMAT, rooms: [{ name: 'Hall', w_mm: 6_000, d_mm: 4_000 }] };
const rename = (editor: PlanEditor, name: string, step?: string) =>
  editor.edit(renameNode(editor.plan, '/rooms/0', name), step);
const nameOf = (editor: PlanEditor) => editor.value.plan.rooms[0]?.name;

describe('PlanEditor', () => {
  it('undoes and repeats changes, with what was selected', () => {
    const editor = new PlanEditor(PLAN, PLAN);
    editor.edit(addRoom(PLAN, { name: 'Store', w_mm: 1, d_mm: 1 }));
    expect([editor.value.selected, editor.value.isDirty]).toEqual(['/rooms/1', true]);
    expect([editor.undo(), editor.undo()]).toEqual([true, false]);
    expect([editor.value.plan, editor.value.selected, editor.value.isDirty, editor.value.canRedo]).toEqual([
      PLAN,
      null,
      false,
      true,
    ]);
    editor.redo();
    expect([editor.value.selected, editor.value.canRedo]).toEqual(['/rooms/1', false]);
  });

  it('takes changes of one name in a row as one step', () => {
    const editor = new PlanEditor(PLAN, PLAN);
    for (const name of ['S', 'St', 'Sto']) rename(editor, name, 'name');
    rename(editor, 'Other');
    editor.undo();
    expect(nameOf(editor)).toBe('Sto');
    editor.undo();
    expect(nameOf(editor)).toBe('Hall');
  });

  it('begins another step after a selection', () => {
    const editor = new PlanEditor(PLAN, PLAN);
    rename(editor, 'A', 'name');
    editor.select('/rooms/0');
    rename(editor, 'B', 'name');
    editor.undo();
    expect(nameOf(editor)).toBe('A');
  });

  it('shows a preview without making it a step', () => {
    const editor = new PlanEditor(PLAN, PLAN);
    editor.preview({ plan: renameNode(PLAN, '/rooms/0', 'Seen'), selected: null });
    expect([nameOf(editor), editor.plan, editor.value.isDirty]).toEqual(['Seen', PLAN, false]);
    editor.preview(null);
    expect([nameOf(editor), editor.value.canUndo]).toEqual(['Hall', false]);
  });

  it('is as saved once the server has the document, and not if it changed since', () => {
    const editor = new PlanEditor(PLAN, null);
    expect(editor.value.isDirty).toBe(true);
    const sent = editor.plan;
    rename(editor, 'Later');
    editor.markSaved(sent);
    expect(editor.value.isDirty).toBe(true);
    editor.markSaved(editor.plan);
    expect(editor.value.isDirty).toBe(false);
  });

  it('selects nothing that is not there', () => {
    const editor = new PlanEditor(PLAN, PLAN);
    editor.select('/rooms/7');
    expect(editor.value.selected).toBeNull();
  });
});
