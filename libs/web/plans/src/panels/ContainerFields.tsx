import { Button } from '@cubit/web-kit';
import { Checkbox } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { addNamed } from '../model/edit-plan.js';
import type { Container } from '../model/plan.js';
import { shelvesFor } from '../model/rows.js';
import { useEditor } from '../view/editor-context.js';
import { BoxFields } from './BoxFields.js';
import { CountField } from './CountField.js';
import { LengthField } from './LengthField.js';
import { usePatch } from './use-patch.js';
import styles from './panels.module.css';

const MOST_SHELVES = 50;
/** The height of shelves whose container has none. */
const USUAL_HEIGHT_MM = 2_000;

export function ContainerFields({ pointer, container }: { readonly pointer: string; readonly container: Container }) {
  const patch = usePatch(pointer);
  const { h_mm, wall_mounted: hangs = false } = container;
  return (
    <>
      <BoxFields pointer={pointer} box={container} />
      <div className={styles.pair}>
        <LengthField label="Height" value={h_mm} least={1} optional onCommit={(mm) => patch({ h_mm: mm })} />
      </div>
      <Checkbox
        label="Mounted on the wall"
        value={hangs}
        onChange={(next) => patch({ wall_mounted: next ? true : undefined })}
      />
      <AddShelves pointer={pointer} container={container} />
    </>
  );
}

function AddShelves({ pointer, container }: { readonly pointer: string; readonly container: Container }) {
  const { editor, show } = useEditor();
  const [count, setCount] = useState(4);
  const add = () => {
    const edit = addNamed(editor.plan, `${pointer}/face/shelves`, shelvesFor(container.h_mm ?? USUAL_HEIGHT_MM, count));
    editor.edit(edit);
    if (edit.selected !== null) show(edit.selected);
  };
  return (
    <div className={styles.adding}>
      <CountField label="Shelves" value={count} most={MOST_SHELVES} onChange={setCount} />
      <Button size="small" icon="plus" onPress={add}>
        Add shelves
      </Button>
    </div>
  );
}
