import { type PointerEvent, useRef, useState } from 'react';
import { addDoorAt, type Gesture, gestured, type Gestured } from '../model/gesture.js';
import type { Plan, Point } from '../model/plan.js';
import { typeOf } from '../model/pointer.js';
import { rowStep } from '../model/rows.js';
import { hitAt } from '../model/shapes.js';
import { FINE_MM, GRID_MM } from '../model/snap.js';
import { panView, toSheet, type View } from '../model/view.js';
import { type EditorContextValue, useEditor } from '../view/editor-context.js';
import { handlesOf } from './handles.js';
import { distanceOf, usePinch, type ViewState } from './use-pinch.js';

/** Nothing is dragged before the pointer has moved so far. */
const STILL_PX = 4;
const STILL_TOUCH_PX = 10;
const REACH_PX = 8;
const REACH_TOUCH_PX = 22;
/** A click near a wall is meant for it. */
const DOOR_REACH = 3;

const reachPx = (isTouch: boolean) => (isTouch ? REACH_TOUCH_PX : REACH_PX);

interface Drag {
  readonly pointer: number;
  readonly start: Point;
  readonly view: View;
  readonly plan: Plan;
  readonly isTouch: boolean;
  /** Null: the sheet is moved. */
  readonly gesture: Gesture | null;
  /** What a click without a drag selects. */
  readonly click: string | null | undefined;
  isMoving: boolean;
}

/** The rectangle that is being drawn, in pixels. */
export interface Drawn {
  readonly from: Point;
  readonly to: Point;
}

/** What pointers do on the drawing: select, move, resize, draw, move the sheet, pinch. */
export function useGestures({ view, setView }: ViewState) {
  const context = useEditor();
  const { editor, tool, setTool, setRow, show } = context;
  const drag = useRef<Drag | null>(null);
  const pinch = usePinch({ view, setView });
  const [drawn, setDrawn] = useState<Drawn | null>(null);

  const finish = (made: Gestured) => {
    editor.edit(made, made.row && rowStep(made.row.first));
    if (made.row) setRow(made.row);
    if (tool !== 'wall') setTool('select');
    // A room stands beside the others, wherever it was drawn.
    if (made.selected !== null && typeOf(made.selected) === 'room') show(made.selected);
  };

  const cancel = (): boolean => {
    const wasDragging = drag.current !== null;
    drag.current = null;
    setDrawn(null);
    if (wasDragging) editor.preview(null);
    return wasDragging;
  };

  const click = (at: Point, { click: clicked, isTouch }: Drag) => {
    if (!view) return;
    const reach = DOOR_REACH * reachPx(isTouch);
    const door = tool === 'door' ? addDoorAt(editor.plan, toSheet(view, at), reach / view.scale) : null;
    if (door) editor.edit(door);
    else if (clicked !== undefined) editor.select(clicked);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!view || event.button > 1) return;
    const at = placeIn(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    if (pinch.down(event.pointerId, at)) return void cancel();
    const started = begun(context, view, { at, event });
    drag.current = started && { ...started, pointer: event.pointerId, start: at, view, isMoving: false };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const at = placeIn(event);
    if (pinch.move(event.pointerId, at)) return;
    const current = drag.current;
    if (!current || current.pointer !== event.pointerId) return;
    const still = current.isTouch ? STILL_TOUCH_PX : STILL_PX;
    if (!current.isMoving && distanceOf(at, current.start) < still) return;
    current.isMoving = true;
    if (!current.gesture)
      return setView(panView(current.view, { x: at.x - current.start.x, y: at.y - current.start.y }));
    if (current.gesture.type === 'draw') setDrawn({ from: current.start, to: at });
    editor.preview(resultOf(current, at, event.shiftKey));
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (pinch.up(event.pointerId)) return;
    const current = drag.current;
    if (!current || current.pointer !== event.pointerId) return;
    drag.current = null;
    setDrawn(null);
    const at = placeIn(event);
    if (!current.isMoving && current.gesture?.type !== 'draw') return click(at, current);
    const made = resultOf(current, at, event.shiftKey);
    if (made) finish(made);
    else editor.preview(null);
  };

  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    pinch.up(event.pointerId);
    cancel();
  };

  return { drawn, cancel, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}

type Started = Pick<Drag, 'plan' | 'isTouch' | 'gesture' | 'click'>;

interface Press {
  readonly at: Point;
  readonly event: PointerEvent;
}

/** What a press begins: a drag of an element, of a handle, of the sheet, or something new. */
function begun({ editor, state, sheet, tool }: EditorContextValue, view: View, { at, event }: Press): Started {
  const isTouch = event.pointerType === 'touch';
  const shared = { plan: editor.plan, isTouch, gesture: null, click: undefined };
  const point = toSheet(view, at);
  const reach = reachPx(isTouch) / view.scale;
  if (event.button === 1 || tool === 'door') return shared;
  if (tool !== 'select') return { ...shared, gesture: { type: 'draw', tool, from: point } };
  const { selected } = state;
  if (selected !== null) {
    const near = ({ x, y }: Point) => Math.hypot(x - point.x, y - point.y) <= reach;
    const handle = handlesOf(state.plan, sheet, selected).find(near)?.handle;
    if (handle !== undefined) return { ...shared, gesture: { type: 'resize', pointer: selected, handle } };
  }
  const hit = hitAt(sheet, point, reach);
  if (hit === null || typeOf(hit) === 'room') return { ...shared, click: hit };
  // What is in the selected element moves with it.
  const isInside = selected !== null && typeOf(selected) !== 'room' && hit.startsWith(`${selected}/`);
  if (!isInside) editor.select(hit);
  return { ...shared, gesture: { type: 'move', pointer: isInside ? selected : hit, from: point }, click: hit };
}

function resultOf({ gesture, plan, view, isTouch }: Drag, to: Point, isFine: boolean): Gestured | null {
  const snapping = { grid: isFine ? FINE_MM : GRID_MM, reach: isFine ? 0 : reachPx(isTouch) / view.scale };
  return gesture && gestured(plan, gesture, { to: toSheet(view, to), snapping });
}

function placeIn({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point {
  const box = currentTarget.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}
