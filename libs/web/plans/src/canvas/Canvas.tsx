import { IconButton, VisuallyHidden } from '@cubit/web-kit';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { moveNode } from '../model/edit-plan.js';
import { placeOf } from '../model/gesture.js';
import type { Point } from '../model/plan.js';
import { typeOf } from '../model/pointer.js';
import { visibleIn } from '../model/shapes.js';
import { FINE_MM, GRID_MM } from '../model/snap.js';
import { drawnRegion, fitView, panView, reveal, zoomView } from '../model/view.js';
import { CANVAS_ID, useEditor } from '../view/editor-context.js';
import { selectionText } from '../view/selection-text.js';
import { Drawing } from './Drawing.js';
import { Overlay } from './Overlay.js';
import { ScaleBar } from './ScaleBar.js';
import { useGestures } from './use-gestures.js';
import { useView } from './use-view.js';
import styles from './canvas.module.css';

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const PAN_PX = 60;
const ZOOM_STEP = 1.25;

/** The plan to scale. */
export function Canvas() {
  const { editor, state, sheet, problems, unit, tool, shown } = useEditor();
  const frame = useRef<HTMLDivElement>(null);
  const { size, view, setView } = useView(frame, sheet);
  const { drawn, cancel, handlers } = useGestures({ view, setView });
  const { plan, selected } = state;
  const [revealed, setRevealed] = useState(shown);
  if (view && shown !== revealed) {
    setRevealed(shown);
    const place = shown ? placeOf(plan, shown.pointer) : undefined;
    if (place) setView(reveal(view, place, size));
  }
  const region = view && drawnRegion(view, size);
  const { left = 0, top = 0, right = 0, bottom = 0 } = region ?? {};
  const scale = view?.scale ?? 0;
  const rooms = useMemo(
    () => visibleIn(sheet, { left, top, right, bottom }, scale),
    [sheet, left, top, right, bottom, scale],
  );
  const faulty = useMemo(() => new Set(problems.map(({ pointer }) => pointer)), [problems]);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoom = (factor: number) => setView((before) => before && zoomView(before, factor, middle));
  const fit = () => setView(fitView(sheet, size));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const step = STEPS[event.key];
    if (step) {
      const isMoved = selected !== null && typeOf(selected) !== 'room' && typeOf(selected) !== 'bin';
      const by = event.shiftKey ? FINE_MM : GRID_MM;
      if (isMoved) editor.edit(moveNode(editor.plan, selected, { x: step.x * by, y: step.y * by }), `move ${selected}`);
      else setView((before) => before && panView(before, { x: -step.x * PAN_PX, y: -step.y * PAN_PX }));
    } else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else if (event.key === '0') fit();
    else if (event.key !== 'Escape' || !cancel()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.frame}>
      <div
        ref={frame}
        id={CANVAS_ID}
        className={styles.canvas}
        role="application"
        aria-label="Drawing"
        aria-describedby={`${CANVAS_ID}-selection`}
        tabIndex={0}
        data-tool={tool}
        {...handlers}
        onKeyDown={onKeyDown}
      >
        {view && (
          <svg aria-hidden="true" width={size.width} height={size.height} className={styles.svg}>
            <g transform={`translate(${-view.x * scale} ${-view.y * scale})`}>
              <Drawing rooms={rooms} levels={sheet.levels} {...{ scale, faulty }} />
            </g>
            <Overlay view={view} drawn={drawn} />
          </svg>
        )}
      </div>
      <VisuallyHidden>
        <p id={`${CANVAS_ID}-selection`} role="status">
          {selectionText(state, problems, unit)}
        </p>
      </VisuallyHidden>
      {view && <ScaleBar scale={scale} unit={unit} />}
      <ZoomButtons zoom={zoom} fit={fit} />
    </div>
  );
}

interface ZoomButtonsProps {
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

function ZoomButtons({ zoom, fit }: ZoomButtonsProps) {
  const shared = { size: 'small', variant: 'plain' } as const;
  return (
    <div className={styles.zoom} role="group" aria-label="Zoom">
      <IconButton {...shared} icon="minus" label="Zoom out" keys="-" onPress={() => zoom(1 / ZOOM_STEP)} />
      <IconButton {...shared} icon="scan-line" label="Show all" keys="0" onPress={fit} />
      <IconButton {...shared} icon="plus" label="Zoom in" keys="+" onPress={() => zoom(ZOOM_STEP)} />
    </div>
  );
}
