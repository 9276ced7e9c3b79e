/**
 * The floor plan document, `service-floorplan/1`. Lengths are millimetres; x runs right and y runs down from the top-left corner of a room, for
 * everything in it, nested containers included. Members that are not named here are kept as they are. The app imports no module, and the module of
 * a third party may answer such documents, so the format is written down here as well.
 */
export interface Plan {
  readonly format: typeof FORMAT;
  readonly units_entered?: Unit;
  readonly site?: { readonly name: string };
  readonly rooms: readonly Room[];
}

export const FORMAT = 'service-floorplan/1';
export const UNITS = ['mm', 'cm', 'm', 'in', 'ft'] as const;
export type Unit = (typeof UNITS)[number];

export interface Room {
  readonly name: string;
  readonly level?: string;
  readonly w_mm: number;
  readonly d_mm: number;
  readonly walls?: readonly Wall[];
  readonly zones?: readonly Zone[];
  readonly containers?: readonly Container[];
}

export interface Wall {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly openings?: readonly Opening[];
}

export const OPENING_KINDS = ['door', 'window', 'opening'] as const;
export type OpeningKind = (typeof OPENING_KINDS)[number];

export interface Opening {
  readonly at_mm: number;
  readonly w_mm: number;
  readonly kind?: OpeningKind;
}

/** A rectangle on the floor. */
export interface Box {
  readonly x_mm: number;
  readonly y_mm: number;
  readonly w_mm: number;
  readonly d_mm: number;
}

export interface Zone extends Box {
  readonly name: string;
}

export interface Container extends Box {
  readonly name: string;
  readonly h_mm?: number;
  readonly wall_mounted?: boolean;
  readonly face?: { readonly shelves?: readonly Shelf[] };
  readonly containers?: readonly Container[];
}

export interface Shelf {
  readonly name: string;
  readonly from_bottom_mm: number;
  readonly bins?: readonly Bin[];
}

/** A box on a shelf or in another box: it has no place in the drawing. */
export interface Bin {
  readonly name: string;
  readonly type?: 'bin' | 'container';
  readonly bins?: readonly Bin[];
}

/** An element of the document by its type. */
export type PlanNode =
  | { readonly type: 'room'; readonly node: Room }
  | { readonly type: 'wall'; readonly node: Wall }
  | { readonly type: 'opening'; readonly node: Opening }
  | { readonly type: 'zone'; readonly node: Zone }
  | { readonly type: 'container'; readonly node: Container }
  | { readonly type: 'shelf'; readonly node: Shelf }
  | { readonly type: 'bin'; readonly node: Bin };

export type NodeType = PlanNode['type'];

export const TYPE_TITLES: Readonly<Record<NodeType, string>> = {
  room: 'Room',
  wall: 'Wall',
  opening: 'Opening',
  zone: 'Zone',
  container: 'Container',
  shelf: 'Shelf',
  bin: 'Bin',
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether a value can be drawn: a document of a server was checked, a draft of this browser may be of another version. */
export function isPlan(value: unknown): value is Plan {
  return (
    typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT && 'rooms' in value
  );
}
