import { useState } from 'react';
import { addRoom, LEAST_MM } from '../model/edit-plan.js';
import { useEditor } from '../view/editor-context.js';
import { LengthField } from './LengthField.js';
import { ToolForm } from './ToolForm.js';

/** A room by its size. */
export function RoomForm() {
  const { editor, setTool, show } = useEditor();
  const [width, setWidth] = useState(5_000);
  const [depth, setDepth] = useState(4_000);
  const add = () => {
    const level = editor.plan.rooms.at(-1)?.level;
    const room = { name: 'Room', w_mm: width, d_mm: depth, ...(level === undefined ? {} : { level }) };
    const edit = addRoom(editor.plan, room);
    editor.edit(edit);
    setTool('select');
    if (edit.selected !== null) show(edit.selected);
  };
  return (
    <ToolForm label="New room" verb="Add room" onAdd={add} hint="Drag its size on the drawing.">
      <LengthField label="Width" value={width} least={LEAST_MM} onCommit={(mm = width) => setWidth(mm)} />
      <LengthField label="Depth" value={depth} least={LEAST_MM} onCommit={(mm = depth) => setDepth(mm)} />
    </ToolForm>
  );
}
