import type { NodeType, Plan, PlanNode } from './plan.js';

/** JSON Pointers into the document name its elements: `/rooms/0/containers/3`. */
const LISTS: Readonly<Record<string, NodeType>> = {
  rooms: 'room',
  walls: 'wall',
  openings: 'opening',
  zones: 'zone',
  containers: 'container',
  shelves: 'shelf',
  bins: 'bin',
};

type Json = Readonly<Record<string, unknown>> | readonly unknown[];

const segmentsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

/** The list that an element is in: `/rooms/0/containers`. */
export const listOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

export const indexOf = (pointer: string): number => Number(pointer.slice(pointer.lastIndexOf('/') + 1));

/** The element that contains this one; null for a room. */
export function parentOf(pointer: string): string | null {
  const list = listOf(pointer);
  const owner = list.slice(0, list.lastIndexOf('/'));
  // The shelves of a container are in its face.
  const element = owner.endsWith('/face') ? owner.slice(0, -'/face'.length) : owner;
  return element === '' ? null : element;
}

/** The index of the room that an element is in, or is. */
export const roomOf = (pointer: string): number => Number(segmentsOf(pointer)[1]);

export const roomPointer = (index: number): string => `/rooms/${index}`;

export function typeOf(pointer: string): NodeType | undefined {
  return /^\d+$/.test(segmentsOf(pointer).at(-1) ?? '') ? LISTS[segmentsOf(pointer).at(-2) ?? ''] : undefined;
}

export function valueAt(root: unknown, pointer: string): unknown {
  let value: unknown = root;
  for (const segment of segmentsOf(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return value;
}

export function nodeAt(plan: Plan, pointer: string): PlanNode | undefined {
  const type = typeOf(pointer);
  const node = type && valueAt(plan, pointer);
  return node === undefined ? undefined : ({ type, node } as PlanNode);
}

/** The nearest element of a path of a fault or a warning, which may name a member of it. */
export function nearestNode(plan: Plan, path: string): string | undefined {
  for (let pointer = path; pointer !== ''; pointer = listOf(pointer)) if (nodeAt(plan, pointer)) return pointer;
  return undefined;
}

/** A copy with another value at the pointer. What is beside it stays the same object. */
export function replaceAt<Root>(root: Root, pointer: string, change: (value: unknown) => unknown): Root {
  return changed(root, segmentsOf(pointer), change) as Root;
}

function changed(value: unknown, [first, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  const json = (value ?? {}) as Json;
  if (Array.isArray(json)) return json.with(Number(first), changed(json[Number(first)], rest, change));
  const members = json as Readonly<Record<string, unknown>>;
  return { ...members, [first]: changed(members[first], rest, change) };
}

/** Inserts elements before the one at the pointer, or at the end of the list for `/rooms/-`. */
export function insertAt<Root>(root: Root, pointer: string, values: readonly unknown[]): Root {
  return replaceAt(root, listOf(pointer), (before) => {
    const all = (before ?? []) as readonly unknown[];
    return all.toSpliced(pointer.endsWith('/-') ? all.length : indexOf(pointer), 0, ...values);
  });
}

export function removeAt<Root>(root: Root, pointer: string, count = 1): Root {
  return replaceAt(root, listOf(pointer), (list) => (list as readonly unknown[]).toSpliced(indexOf(pointer), count));
}

export function lengthOf(root: unknown, list: string): number {
  const value = valueAt(root, list);
  return Array.isArray(value) ? value.length : 0;
}
