import { LEAST_MM, moveNode, resizeNode } from '../model/edit-plan.js';
import type { Box } from '../model/plan.js';
import { useEditor } from '../view/editor-context.js';
import { LengthField } from './LengthField.js';
import styles from './panels.module.css';

/** Place and size of a zone or a container. */
export function BoxFields({ pointer, box }: { readonly pointer: string; readonly box: Box }) {
  const { editor } = useEditor();
  const move = (by: { readonly x: number; readonly y: number }) => editor.edit(moveNode(editor.plan, pointer, by));
  const resize = (size: Partial<Box>) => editor.edit(resizeNode(editor.plan, pointer, { ...box, ...size }));
  const { x_mm, y_mm, w_mm, d_mm } = box;
  return (
    <div className={styles.pair}>
      <LengthField label="X" value={x_mm} onCommit={(mm = x_mm) => move({ x: mm - x_mm, y: 0 })} />
      <LengthField label="Y" value={y_mm} onCommit={(mm = y_mm) => move({ x: 0, y: mm - y_mm })} />
      <LengthField label="Width" value={w_mm} least={LEAST_MM} onCommit={(mm = w_mm) => resize({ w_mm: mm })} />
      <LengthField label="Depth" value={d_mm} least={LEAST_MM} onCommit={(mm = d_mm) => resize({ d_mm: mm })} />
    </div>
  );
}
