import type { Weight } from './fonts.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TextRun {
  readonly text: string;
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly weight: Weight;
}

/** One label, in mm from its upper left corner: black boxes and texts. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly texts: readonly TextRun[];
}
