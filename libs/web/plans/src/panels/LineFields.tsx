import { Select } from '@cubit/web-kit/forms';
import { LEAST_MM } from '../model/edit-plan.js';
import type { Opening, Wall } from '../model/plan.js';
import { OPENING_CHOICES } from './DoorForm.js';
import { LengthField } from './LengthField.js';
import { usePatch } from './use-patch.js';
import styles from './panels.module.css';

const ENDS = [
  ['From X', 'x1'],
  ['From Y', 'y1'],
  ['To X', 'x2'],
  ['To Y', 'y2'],
] as const;

export function WallFields({ pointer, wall }: { readonly pointer: string; readonly wall: Wall }) {
  const patch = usePatch(pointer);
  return (
    <div className={styles.pair}>
      {ENDS.map(([label, end]) => (
        <LengthField key={end} label={label} value={wall[end]} onCommit={(mm = wall[end]) => patch({ [end]: mm })} />
      ))}
    </div>
  );
}

export function OpeningFields({ pointer, opening }: { readonly pointer: string; readonly opening: Opening }) {
  const patch = usePatch(pointer);
  const { at_mm, w_mm, kind = 'opening' } = opening;
  return (
    <>
      <Select label="Type" required value={kind} choices={OPENING_CHOICES} onChange={(id) => patch({ kind: id })} />
      <div className={styles.pair}>
        <LengthField label="From the end" value={at_mm} least={0} onCommit={(mm = at_mm) => patch({ at_mm: mm })} />
        <LengthField label="Width" value={w_mm} least={LEAST_MM} onCommit={(mm = w_mm) => patch({ w_mm: mm })} />
      </div>
    </>
  );
}
