import { Select } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { addEdgeOpening, addOpening, type Edge, EDGES, LEAST_MM } from '../model/edit-plan.js';
import { DOOR_MM } from '../model/gesture.js';
import type { OpeningKind } from '../model/plan.js';
import { parentOf, typeOf } from '../model/pointer.js';
import { useEditor } from '../view/editor-context.js';
import { LengthField } from './LengthField.js';
import { ToolForm } from './ToolForm.js';
import { useTargetRoom } from './use-target-room.js';

const EDGE_CHOICES = EDGES.map((id) => ({ id, title: `${id.charAt(0).toUpperCase()}${id.slice(1)} edge` }));
export const OPENING_CHOICES = [
  { id: 'door', title: 'Door' },
  { id: 'window', title: 'Window' },
  { id: 'opening', title: 'Opening' },
] as const;

/** A door or a window by its place: in the wall that is selected, or in an edge of the room. */
export function DoorForm() {
  const { editor, state, show } = useEditor();
  const { index, reason } = useTargetRoom();
  const [edge, setEdge] = useState<string>('bottom');
  const [kind, setKind] = useState<string>('door');
  const [at, setAt] = useState(500);
  const [width, setWidth] = useState(DOOR_MM);
  const { selected } = state;
  const type = selected === null ? undefined : typeOf(selected);
  const wall = type === 'wall' ? selected : type === 'opening' && selected !== null ? parentOf(selected) : null;
  const add = () => {
    const opening = { kind: kind as OpeningKind, at_mm: at, w_mm: width };
    const edit =
      wall === null
        ? addEdgeOpening(editor.plan, { room: index, edge: edge as Edge }, opening)
        : addOpening(editor.plan, wall, opening);
    editor.edit(edit);
    if (edit.selected !== null) show(edit.selected);
  };
  const choices = wall === null ? EDGE_CHOICES : [{ id: 'wall', title: 'Selected wall' }];
  return (
    <ToolForm label="New door" verb="Add" onAdd={add} reason={reason} hint="Click on a wall or an edge of a room.">
      <Select
        label="In"
        required
        value={wall === null ? edge : 'wall'}
        choices={choices}
        onChange={(id) => setEdge(id ?? edge)}
      />
      <Select label="Type" required value={kind} choices={OPENING_CHOICES} onChange={(id) => setKind(id ?? kind)} />
      <LengthField label="From the corner" value={at} least={0} onCommit={(mm = at) => setAt(mm)} />
      <LengthField label="Width" value={width} least={LEAST_MM} onCommit={(mm = width) => setWidth(mm)} />
    </ToolForm>
  );
}
