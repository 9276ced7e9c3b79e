import { type Dispatch, type SetStateAction, useRef } from 'react';
import type { Point } from '../model/plan.js';
import { panView, type View, zoomView } from '../model/view.js';

interface Pinch {
  readonly view: View;
  readonly middle: Point;
  readonly distance: number;
}

export interface ViewState {
  readonly view: View | null;
  readonly setView: Dispatch<SetStateAction<View | null>>;
}

/** Two fingers move and zoom the sheet. Each call says whether the pointer belongs to a pinch. */
export function usePinch({ view, setView }: ViewState) {
  const pinch = useRef<Pinch | null>(null);
  const touches = useRef(new Map<number, Point>());
  const pair = () => [...touches.current.values()] as [Point, Point];
  return {
    down(pointer: number, at: Point): boolean {
      touches.current.set(pointer, at);
      if (!view || touches.current.size < 2) return false;
      const [a, b] = pair();
      pinch.current = { view, middle: middleOf(a, b), distance: distanceOf(a, b) };
      return true;
    },
    move(pointer: number, at: Point): boolean {
      if (touches.current.has(pointer)) touches.current.set(pointer, at);
      if (!pinch.current) return false;
      const [a, b] = pair();
      const { view: from, middle, distance } = pinch.current;
      const now = middleOf(a, b);
      const moved = panView(from, { x: now.x - middle.x, y: now.y - middle.y });
      setView(zoomView(moved, distanceOf(a, b) / Math.max(1, distance), now));
      return true;
    },
    up(pointer: number): boolean {
      touches.current.delete(pointer);
      const wasPinch = pinch.current !== null;
      if (touches.current.size < 2) pinch.current = null;
      return wasPinch;
    },
  };
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
export const distanceOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
