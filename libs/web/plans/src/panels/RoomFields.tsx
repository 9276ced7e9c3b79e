import { LEAST_MM, resizeRoom } from '../model/edit-plan.js';
import type { Room } from '../model/plan.js';
import { useEditor } from '../view/editor-context.js';
import { LengthField } from './LengthField.js';
import { NameField } from './NameField.js';
import { usePatch } from './use-patch.js';
import styles from './panels.module.css';

export function RoomFields({ pointer, room }: { readonly pointer: string; readonly room: Room }) {
  const { editor } = useEditor();
  const patch = usePatch(pointer);
  const { w_mm, d_mm, level = '' } = room;
  const resize = (size: Partial<Room>) => editor.edit(resizeRoom(editor.plan, pointer, { ...room, ...size }));
  return (
    <>
      <NameField
        label="Level"
        value={level}
        optional
        onChange={(name) => patch({ level: name.trim() === '' ? undefined : name }, `level ${pointer}`)}
      />
      <div className={styles.pair}>
        <LengthField label="Width" value={w_mm} least={LEAST_MM} onCommit={(mm = w_mm) => resize({ w_mm: mm })} />
        <LengthField label="Depth" value={d_mm} least={LEAST_MM} onCommit={(mm = d_mm) => resize({ d_mm: mm })} />
      </div>
    </>
  );
}
