import { lengthText } from '../model/lengths.js';
import { nodeAt, parentOf, roomOf } from '../model/pointer.js';
import { placeOf } from '../model/gesture.js';
import type { View } from '../model/view.js';
import { useEditor } from '../view/editor-context.js';
import { cursorOf, handlesOf } from './handles.js';
import type { Drawn } from './use-gestures.js';
import styles from './canvas.module.css';

const HANDLE_PX = 8;

/** Around what is selected: its outline, its handles and its size. In pixels of the screen. */
export function Overlay({ view, drawn }: { readonly view: View; readonly drawn: Drawn | null }) {
  const { state, sheet, unit, tool } = useEditor();
  const { plan, selected } = state;
  const px = (mm: number, from: number) => (mm - from) * view.scale;
  const place = selected === null ? undefined : placeOf(plan, selected);
  const found = selected === null ? undefined : nodeAt(plan, selected);
  return (
    <>
      {drawn && (
        <rect
          className={styles.drawn}
          x={Math.min(drawn.from.x, drawn.to.x)}
          y={Math.min(drawn.from.y, drawn.to.y)}
          width={Math.abs(drawn.from.x - drawn.to.x)}
          height={Math.abs(drawn.from.y - drawn.to.y)}
        />
      )}
      {place && found && found.type !== 'wall' && found.type !== 'opening' && (
        <>
          <rect
            className={styles.selected}
            x={px(place.x_mm, view.x)}
            y={px(place.y_mm, view.y)}
            width={place.w_mm * view.scale}
            height={place.d_mm * view.scale}
          />
          <text
            className={styles.size}
            x={px(place.x_mm + place.w_mm / 2, view.x)}
            y={px(place.y_mm + place.d_mm, view.y) + 18}
          >
            {lengthText(place.w_mm, unit)} × {lengthText(place.d_mm, unit)}
          </text>
        </>
      )}
      {selected !== null && (found?.type === 'wall' || found?.type === 'opening') && (
        <SelectedLine view={view} pointer={selected} />
      )}
      {selected !== null &&
        tool === 'select' &&
        handlesOf(plan, sheet, selected).map(({ handle, x, y }) => (
          <rect
            key={handle}
            className={styles.handle}
            style={{ cursor: cursorOf(handle) }}
            x={px(x, view.x) - HANDLE_PX / 2}
            y={px(y, view.y) - HANDLE_PX / 2}
            width={HANDLE_PX}
            height={HANDLE_PX}
          />
        ))}
    </>
  );
}

/** A wall that is selected, or the stretch of an opening. */
function SelectedLine({ view, pointer }: { readonly view: View; readonly pointer: string }) {
  const { state, sheet } = useEditor();
  const found = nodeAt(state.plan, pointer);
  const wall = found?.type === 'opening' ? nodeAt(state.plan, parentOf(pointer) ?? '') : found;
  const home = sheet.rooms[roomOf(pointer)];
  if (wall?.type !== 'wall' || !home) return null;
  const { x1, y1, x2, y2 } = wall.node;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [from, to] = found?.type === 'opening' ? [found.node.at_mm, found.node.at_mm + found.node.w_mm] : [0, length];
  const at = (along: number) => ({
    x: (home.x + x1 + ((x2 - x1) * along) / length - view.x) * view.scale,
    y: (home.y + y1 + ((y2 - y1) * along) / length - view.y) * view.scale,
  });
  const [a, b] = [at(from), at(to)];
  return <line className={styles.selectedLine} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
}
