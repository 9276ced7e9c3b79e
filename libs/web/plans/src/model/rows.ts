import { addNamed, type Edit } from './edit-plan.js';
import { namesOf } from './names.js';
import type { Bin, Box, Container, Plan, Shelf } from './plan.js';
import { insertAt, listOf, indexOf, removeAt, valueAt } from './pointer.js';

/** Equal containers beside each other along the longer side of a box. */
export interface Row {
  readonly box: Box;
  readonly count: number;
  readonly gap_mm: number;
  /** `A-{1..8}` */
  readonly names: string;
}

export const MOST_IN_ROW = 500;

/** The containers of a row. Whole millimetres: what is left over stays free at its end. */
export function rowContainers({ box, count, gap_mm: gap, names }: Row): readonly Container[] {
  const { x_mm, y_mm, w_mm, d_mm } = box;
  const isAcross = w_mm >= d_mm;
  const side = Math.max(1, Math.floor(((isAcross ? w_mm : d_mm) - gap * (count - 1)) / count));
  return namesOf(names, count).map((name, index) => {
    const at = index * (side + gap);
    return isAcross
      ? { name, x_mm: x_mm + at, y_mm, w_mm: side, d_mm }
      : { name, x_mm, y_mm: y_mm + at, w_mm, d_mm: side };
  });
}

/** How many a row has at first: about as wide as deep, and at least two. */
export function usualCount({ w_mm, d_mm }: Box): number {
  const [long, short] = [Math.max(w_mm, d_mm), Math.max(1, Math.min(w_mm, d_mm))];
  return Math.min(MOST_IN_ROW, Math.max(2, Math.round(long / short)));
}

/** Whether the containers of a row have any width. */
export function fits({ box, count, gap_mm: gap }: Row): boolean {
  return (Math.max(box.w_mm, box.d_mm) - gap * (count - 1)) / count >= 1;
}

/** The step of Undo that drawing a row and setting its numbers is. */
export const rowStep = (first: string): string => `row ${first}`;

export function addRow(plan: Plan, room: string, row: Row): Edit {
  return addNamed(plan, `${room}/containers`, rowContainers(row));
}

/** Puts another row in the place of one whose first container is `first`. */
export function replaceRow(
  plan: Plan,
  { first, count }: { readonly first: string; readonly count: number },
  row: Row,
): Edit {
  const list = listOf(first) as `${string}/containers`;
  const without = removeAt(plan, first, count);
  const after = ((valueAt(without, list) ?? []) as readonly Container[]).slice(indexOf(first));
  const before = removeAt(without, first, after.length);
  const { plan: added, selected } = addNamed(before, list, rowContainers(row));
  return { plan: insertAt(added, `${list}/-`, after), selected };
}

/** Shelves at equal distances, the lowest first: `1` at the floor. */
export function shelvesFor(height: number, count: number): readonly Shelf[] {
  return namesOf('{1}', count).map((name, index) => ({ name, from_bottom_mm: Math.round((height / count) * index) }));
}

export function binsFor(pattern: string, count: number): readonly Bin[] {
  return namesOf(pattern, count).map((name) => ({ name }));
}
