import type { Sheet } from './layout.js';
import type { Box, Point } from './plan.js';
import type { Region } from './shapes.js';

/** Which part of the sheet is on the screen. */
export interface View {
  /** The top-left corner, in millimetres on the sheet. */
  readonly x: number;
  readonly y: number;
  /** Pixels per millimetre. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const LEAST_SCALE = 0.000_5;
const MOST_SCALE = 2;
/** Names of levels and rooms stand above them. */
const MARGIN_PX = { x: 40, y: 64 };
/** Without a room, so much of the sheet is shown. */
const EMPTY_MM = 8_000;

export function fitView({ width, height }: Pick<Sheet, 'width' | 'height'>, size: Size): View {
  return fitBox({ x_mm: 0, y_mm: 0, w_mm: width || EMPTY_MM, d_mm: height || EMPTY_MM }, size);
}

function fitBox({ x_mm, y_mm, w_mm, d_mm }: Box, { width, height }: Size): View {
  const free = { width: Math.max(40, width - 2 * MARGIN_PX.x), height: Math.max(40, height - 2 * MARGIN_PX.y) };
  const scale = within(Math.min(free.width / w_mm, free.height / d_mm));
  return { x: x_mm + w_mm / 2 - width / scale / 2, y: y_mm + d_mm / 2 - height / scale / 2, scale };
}

const within = (scale: number) => Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));

export function panView(view: View, by: Point): View {
  return { ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale };
}

/** What is under the point of the screen stays there. */
export function zoomView(view: View, factor: number, at: Point): View {
  const scale = within(view.scale * factor);
  return { x: view.x + at.x / view.scale - at.x / scale, y: view.y + at.y / view.scale - at.y / scale, scale };
}

export function toSheet({ x, y, scale }: View, at: Point): Point {
  return { x: x + at.x / scale, y: y + at.y / scale };
}

/** The view with the box in sight: as it is if it shows it, else moved, and zoomed out if the box is too large. */
export function reveal(view: View, box: Box, size: Size): View {
  const { left, top, right, bottom } = regionOf(view, size);
  const isShown = box.x_mm >= left && box.y_mm >= top && box.x_mm + box.w_mm <= right && box.y_mm + box.d_mm <= bottom;
  if (isShown) return view;
  const fitted = fitBox(box, size);
  const scale = Math.min(view.scale, fitted.scale);
  const [x, y] = [box.x_mm + box.w_mm / 2 - size.width / scale / 2, box.y_mm + box.d_mm / 2 - size.height / scale / 2];
  return { x, y, scale };
}

function regionOf({ x, y, scale }: View, { width, height }: Size): Region {
  return { left: x, top: y, right: x + width / scale, bottom: y + height / scale };
}

/** What is drawn: half a screen beyond each edge, in steps of half a screen, so that moving draws nothing again. */
export function drawnRegion(view: View, size: Size): Region {
  const { left, top } = regionOf(view, size);
  const [w, h] = [size.width / view.scale / 2, size.height / view.scale / 2];
  const [from, above] = [(Math.floor(left / w) - 1) * w, (Math.floor(top / h) - 1) * h];
  return { left: from, top: above, right: from + 5 * w, bottom: above + 5 * h };
}
