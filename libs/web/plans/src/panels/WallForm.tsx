import { useState } from 'react';
import { addWall } from '../model/edit-plan.js';
import type { Wall } from '../model/plan.js';
import { useEditor } from '../view/editor-context.js';
import { LengthField } from './LengthField.js';
import { ToolForm } from './ToolForm.js';
import { useTargetRoom } from './use-target-room.js';

const ENDS = [
  ['From X', 'x1'],
  ['From Y', 'y1'],
  ['To X', 'x2'],
  ['To Y', 'y2'],
] as const;

/** A wall by its ends. */
export function WallForm() {
  const { editor, show } = useEditor();
  const { index, room, reason } = useTargetRoom();
  const [wall, setWall] = useState<Wall>(() => {
    const middle = Math.round((room?.w_mm ?? 0) / 2);
    return { x1: middle, y1: 0, x2: middle, y2: room?.d_mm ?? 0 };
  });
  const isPoint = wall.x1 === wall.x2 && wall.y1 === wall.y2;
  const add = () => {
    const edit = addWall(editor.plan, index, wall);
    editor.edit(edit);
    if (edit.selected !== null) show(edit.selected);
  };
  return (
    <ToolForm
      label="New wall"
      verb="Add wall"
      onAdd={add}
      reason={reason ?? (isPoint ? 'Both ends are at the same place.' : undefined)}
      hint="Drag from end to end."
    >
      {ENDS.map(([label, end]) => (
        <LengthField
          key={end}
          label={label}
          value={wall[end]}
          onCommit={(mm) => setWall((before) => ({ ...before, [end]: mm ?? before[end] }))}
        />
      ))}
    </ToolForm>
  );
}
