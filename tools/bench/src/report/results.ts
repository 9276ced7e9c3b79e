import type { FigureResult } from '../load/measure.js';

/** A single number that is compared with a bar. */
export interface Reading {
  readonly id: string;
  readonly title: string;
  /** Null if the system does not report it. */
  readonly value: number | null;
  readonly unit: 'ms' | 's' | 'fps' | 'KiB' | 'MB' | 'bytes' | '%' | 'times' | 'statements' | 'runs/s' | 'rows/s';
  /** Maximum value; null: no target. */
  readonly bar: number | null;
  /** The bar is a minimum. */
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
  /** The counted SQL statements of one request each. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
}

export type Verdict = 'ok' | 'below' | 'above' | '';

/** A benchmark only informs: a missed bar fails nothing. */
export function verdictOf({ ratio, bar, p95BarMs, lane }: FigureResult): Verdict {
  if (bar === null) return '';
  return ratio >= bar && (p95BarMs === null || lane.p95Ms < p95BarMs) ? 'ok' : 'below';
}

export function readingVerdict({ value, bar, atLeast = false }: Reading): Verdict {
  if (value === null || bar === null) return '';
  if (atLeast) return value >= bar ? 'ok' : 'below';
  return value <= bar ? 'ok' : 'above';
}
