import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Every screen is drawn as if it had about this size, so that what is written has a part of it that is read from afar. */
const DRAWN = { width: 960, height: 540 };

/** How much larger the screen is than what is drawn on it. */
export function useZoom(): number {
  const [zoom, setZoom] = useState(zoomNow);
  useEffect(() => {
    const measure = () => setZoom(zoomNow());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return zoom;
}

const zoomNow = () => Math.max(1, Math.min(window.innerWidth / DRAWN.width, window.innerHeight / DRAWN.height));

export interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** How many parts of a size have room in an element. At least one. */
export function useRoom<Part extends HTMLElement>(least: {
  readonly width: number;
  readonly height: number;
}): readonly [RefObject<Part | null>, Room] {
  const ref = useRef<Part>(null);
  const [room, setRoom] = useState<Room>({ columns: 1, rows: 1 });
  const { width, height } = least;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () =>
      setRoom({
        columns: Math.max(1, Math.floor(element.clientWidth / width)),
        rows: Math.max(1, Math.floor(element.clientHeight / height)),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height]);
  return [ref, room];
}

/** How long a page stays: long enough to be read by somebody who walks by. */
const TURN_MS = 12_000;

export interface Turned<Item> {
  readonly shown: readonly Item[];
  /** From 0. */
  readonly page: number;
  readonly pages: number;
}

/** What does not fit is shown by turns: a wall is not scrolled. */
export function useTurns<Item>(items: readonly Item[], perPage: number): Turned<Item> {
  const [turn, setTurn] = useState(0);
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  useEffect(() => {
    if (pages === 1) return undefined;
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [pages]);
  const page = turn % pages;
  return { shown: items.slice(page * perPage, (page + 1) * perPage), page, pages };
}
