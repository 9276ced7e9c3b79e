import type { FigureResult } from '../load/measure.js';

/** A single number that is held against a bar. */
export interface Reading {
  readonly id: string;
  readonly title: string;
  /** Null where the system does not tell. */
  readonly value: number | null;
  readonly unit: 'ms' | 'MB' | 'bytes' | '%' | 'times' | 'statements' | 'runs/s' | 'rows/s';
  /** Greatest value; null: none is promised. */
  readonly bar: number | null;
  /** The bar is the least value. */
  readonly atLeast?: boolean;
}

/** A duration in ms. */
export function duration(reading: Omit<Reading, 'unit' | 'atLeast'>): Reading {
  return { ...reading, unit: 'ms' };
}

export interface Results {
  readonly machine: string;
  readonly data: string;
  readonly figures: readonly FigureResult[];
  readonly readings: readonly Reading[];
  /** SQL of one request each, as it was counted. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
}

export type Verdict = 'ok' | 'below' | 'above' | '';

/** A benchmark informs; it fails nothing. */
export function verdictOf({ ratio, bar, p95BarMs, lane }: FigureResult): Verdict {
  if (bar === null) return '';
  return ratio >= bar && (p95BarMs === null || lane.p95Ms < p95BarMs) ? 'ok' : 'below';
}

export function readingVerdict({ value, bar, atLeast = false }: Reading): Verdict {
  if (value === null || bar === null) return '';
  if (atLeast) return value >= bar ? 'ok' : 'below';
  return value <= bar ? 'ok' : 'above';
}
