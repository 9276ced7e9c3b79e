/**
 * The floor plan document, `service-floorplan/1`. Lengths are millimetres; x runs right and y runs down from a room's top-left
 * corner, for everything in the room, nested containers included.
 */
export interface Floorplan {
  readonly format: typeof FLOORPLAN_FORMAT;
  readonly units_entered?: Unit;
  readonly site?: { readonly name: string };
  readonly rooms: readonly Room[];
}

export const FLOORPLAN_FORMAT = 'service-floorplan/1';
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

export interface Opening {
  readonly at_mm: number;
  readonly w_mm: number;
  readonly kind?: (typeof OPENING_KINDS)[number];
}

/** A rectangle on the floor. */
export interface Area {
  readonly x_mm: number;
  readonly y_mm: number;
  readonly w_mm: number;
  readonly d_mm: number;
}

export interface Zone extends Area {
  readonly name: string;
}

export interface Container extends Area {
  readonly name: string;
  readonly h_mm?: number;
  readonly wall_mounted?: boolean;
  readonly face?: { readonly shelves?: readonly Shelf[] };
  readonly containers?: readonly Container[];
}

export interface Shelf {
  readonly name: string;
  readonly from_bottom_mm: number;
  /** An addition of this product to the format. */
  readonly bins?: readonly Bin[];
}

/** A box on a shelf, or in another one: it has no place of its own in the drawing. */
export interface Bin {
  readonly name: string;
  /** Default: a bin. */
  readonly type?: 'bin' | 'container';
  readonly bins?: readonly Bin[];
}
