import { lengthText } from '../model/lengths.js';
import type { Unit } from '../model/plan.js';
import styles from './canvas.module.css';

const WIDEST_PX = 120;

/** How long a length is on the screen. */
export function ScaleBar({ scale, unit }: { readonly scale: number; readonly unit: Unit }) {
  const most = WIDEST_PX / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return (
    <div className={styles.scaleBar} aria-hidden="true">
      <span style={{ width: length * scale }} />
      {lengthText(length, unit)}
    </div>
  );
}
