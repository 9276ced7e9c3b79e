import { Button } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { addNamed } from '../model/edit-plan.js';
import { patternFor } from '../model/names.js';
import type { Bin, Shelf, Zone } from '../model/plan.js';
import { binsFor, MOST_IN_ROW } from '../model/rows.js';
import { useEditor } from '../view/editor-context.js';
import { BoxFields } from './BoxFields.js';
import { CountField } from './CountField.js';
import { LengthField } from './LengthField.js';
import { NameField } from './NameField.js';
import { usePatch } from './use-patch.js';
import styles from './panels.module.css';

export function ZoneFields({ pointer, zone }: { readonly pointer: string; readonly zone: Zone }) {
  return <BoxFields pointer={pointer} box={zone} />;
}

export function ShelfFields({ pointer, shelf }: { readonly pointer: string; readonly shelf: Shelf }) {
  const patch = usePatch(pointer);
  const at = shelf.from_bottom_mm;
  return (
    <>
      <LengthField label="Above the floor" value={at} least={0} onCommit={(mm = at) => patch({ from_bottom_mm: mm })} />
      <AddBins pointer={pointer} />
    </>
  );
}

const BIN_TYPES = [
  { id: 'bin', title: 'Bin' },
  { id: 'container', title: 'Container' },
] as const;

export function BinFields({ pointer, bin }: { readonly pointer: string; readonly bin: Bin }) {
  const patch = usePatch(pointer);
  return (
    <>
      <Select
        label="Type"
        required
        value={bin.type ?? 'bin'}
        choices={BIN_TYPES}
        onChange={(id) => patch({ type: id === 'bin' ? undefined : id })}
      />
      <AddBins pointer={pointer} />
    </>
  );
}

/** Bins on a shelf or in another one: they have names and no place in the drawing. */
function AddBins({ pointer }: { readonly pointer: string }) {
  const { editor, show } = useEditor();
  const [count, setCount] = useState(6);
  const [names, setNames] = useState('{1..6}');
  const add = () => {
    const edit = addNamed(editor.plan, `${pointer}/bins`, binsFor(names, count));
    editor.edit(edit);
    if (edit.selected !== null) show(edit.selected);
  };
  return (
    <div className={styles.adding}>
      <CountField
        label="Bins"
        value={count}
        most={MOST_IN_ROW}
        onChange={(next) => {
          setCount(next);
          setNames(patternFor(names, next));
        }}
      />
      <NameField label="Names" value={names} onChange={setNames} />
      <Button size="small" icon="plus" onPress={add}>
        Add bins
      </Button>
    </div>
  );
}
