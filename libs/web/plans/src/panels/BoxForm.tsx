import { useState } from 'react';
import { LEAST_MM } from '../model/edit-plan.js';
import { freePlace } from '../model/free-place.js';
import { addBox, namesIn } from '../model/gesture.js';
import { freePattern, patternFor } from '../model/names.js';
import type { Box, Room } from '../model/plan.js';
import { roomPointer } from '../model/pointer.js';
import { fits, MOST_IN_ROW } from '../model/rows.js';
import { focusCanvas, useEditor } from '../view/editor-context.js';
import { CountField } from './CountField.js';
import { LengthField } from './LengthField.js';
import { NameField } from './NameField.js';
import { ToolForm } from './ToolForm.js';
import { useTargetRoom } from './use-target-room.js';

type BoxTool = 'zone' | 'container' | 'row';

const LOOKS = {
  zone: { label: 'New zone', verb: 'Add zone', w_mm: 1_500, d_mm: 1_000 },
  container: { label: 'New rack', verb: 'Add rack', w_mm: 1_000, d_mm: 500 },
  row: { label: 'New row', verb: 'Add row', w_mm: 4_000, d_mm: 500 },
} as const;

function firstBox(tool: BoxTool, room: Room | undefined): Box {
  const { w_mm: w, d_mm: d } = LOOKS[tool];
  if (!room) return { x_mm: 0, y_mm: 0, w_mm: w, d_mm: d };
  const size = { w_mm: Math.min(w, room.w_mm), d_mm: Math.min(d, room.d_mm) };
  const { x, y } = tool === 'zone' ? { x: 0, y: 0 } : freePlace(room, size);
  return { x_mm: x, y_mm: y, ...size };
}

/** A zone, a rack or a row of containers by its place and size. */
export function BoxForm({ tool }: { readonly tool: BoxTool }) {
  const { editor, setTool, setRow, show } = useEditor();
  const { index, room, reason } = useTargetRoom();
  const [box, setBox] = useState(() => firstBox(tool, room));
  const [count, setCount] = useState(8);
  const [gap, setGap] = useState(0);
  const [names, setNames] = useState(() => patternFor(freePattern(namesIn(editor.plan, roomPointer(index))), count));
  const { label, verb } = LOOKS[tool];
  const row = { box, count, gap_mm: gap, names };
  const tooNarrow = tool === 'row' && !fits(row) ? 'The containers would have no width.' : undefined;
  const add = () => {
    const made = addBox(editor.plan, { tool, room: index, box, row });
    editor.edit(made);
    setRow(null);
    setTool('select');
    if (made.selected !== null) show(made.selected);
    focusCanvas();
  };
  const side = (name: string, member: keyof Box, least?: number) => (
    <LengthField
      label={name}
      value={box[member]}
      least={least}
      onCommit={(mm) => setBox((before) => ({ ...before, [member]: mm ?? before[member] }))}
    />
  );
  return (
    <ToolForm {...{ label, verb }} reason={reason ?? tooNarrow} onAdd={add} hint={`Drag in ${room?.name ?? 'a room'}.`}>
      {side('X', 'x_mm')}
      {side('Y', 'y_mm')}
      {side('Width', 'w_mm', LEAST_MM)}
      {side('Depth', 'd_mm', LEAST_MM)}
      {tool === 'row' && (
        <>
          <CountField
            label="Containers"
            value={count}
            most={MOST_IN_ROW}
            onChange={(next) => {
              setCount(next);
              setNames(patternFor(names, next));
            }}
          />
          <LengthField label="Gap" value={gap} least={0} onCommit={(mm = gap) => setGap(mm)} />
          <NameField label="Names" value={names} onChange={setNames} />
        </>
      )}
    </ToolForm>
  );
}
