import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import styles from './Pane.module.css';

export interface PaneProps {
  /** Name of the region. */
  readonly label: string;
  readonly children: ReactNode;
  /** Pixels at first: 480 by default. */
  readonly width?: number;
  readonly minWidth?: number;
  readonly maxWidth?: number;
  /** Called when the width was changed, to be kept. */
  readonly onResized?: (width: number) => void;
}

const KEY_STEP_PX = 24;

/**
 * A region at the end of the page, beside the content, whose width can be dragged or changed by arrow keys. A window without room for both
 * has it as wide as what it is in.
 */
export function Pane({ label, children, width = 480, minWidth = 320, maxWidth = 960, onResized }: PaneProps) {
  const [size, setSize] = useState(width);
  const within = (next: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, next)));
  const change = (next: number) => {
    setSize(within(next));
    onResized?.(within(next));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pane = event.currentTarget.parentElement;
    if (pane !== null) setSize(within(pane.getBoundingClientRect().right - event.clientX));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: size + KEY_STEP_PX,
      ArrowRight: size - KEY_STEP_PX,
      Home: minWidth,
      End: maxWidth,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  return (
    <aside className={styles.pane} aria-label={label} style={{ '--pane-width': `${size}px` } as CSSProperties}>
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${label}`}
        aria-valuenow={size}
        aria-valuemin={minWidth}
        aria-valuemax={maxWidth}
        className={styles.handle}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => onResized?.(size)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.content}>{children}</div>
    </aside>
  );
}
