import { lengthText } from '../model/lengths.js';
import { TYPE_TITLES } from '../model/plan.js';
import { nodeAt } from '../model/pointer.js';
import { useEditor } from '../view/editor-context.js';
import { BoxForm } from './BoxForm.js';
import { DoorForm } from './DoorForm.js';
import { RoomForm } from './RoomForm.js';
import { RowEditor } from './RowEditor.js';
import { WallForm } from './WallForm.js';
import styles from './panels.module.css';

/** Below the tools: what the tool draws, as numbers; the row that was just drawn; else what is selected. */
export function Strip() {
  const { tool, row, state } = useEditor();
  return (
    <div className={styles.strip} role="group" aria-label="Tool" data-sideways>
      {tool === 'select' ? (
        row ? (
          <RowEditor key={row.first} drawn={row} />
        ) : (
          <Selected />
        )
      ) : tool === 'room' ? (
        <RoomForm key={state.plan.rooms.length} />
      ) : tool === 'wall' ? (
        <WallForm />
      ) : tool === 'door' ? (
        <DoorForm />
      ) : (
        <BoxForm key={`${tool} ${state.revision}`} tool={tool} />
      )}
    </div>
  );
}

function Selected() {
  const { state, unit } = useEditor();
  const found = state.selected === null ? undefined : nodeAt(state.plan, state.selected);
  if (!found) return <p className={styles.hint}>Choose a tool and drag on the drawing, or click what is there.</p>;
  const { node, type } = found;
  const name = 'name' in node ? node.name : TYPE_TITLES[type];
  const size = 'd_mm' in node ? `${lengthText(node.w_mm, unit)} × ${lengthText(node.d_mm, unit)}` : '';
  return (
    <p className={styles.hint}>
      <strong>{name}</strong> {size}
    </p>
  );
}
