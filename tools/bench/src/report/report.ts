import type { FigureResult } from '../load/measure.js';
import { readingVerdict, verdictOf, type Reading, type Results } from './results.js';
import { table } from './table.js';

const MEGABYTE = 1_000_000;
const UNKNOWN = '?';

/** The output of a run. */
export function report({ machine, data, figures, readings }: Results): string {
  return [
    machine,
    data,
    '',
    table(
      ['figure', 'req/s', 'p50', 'p95', 'p99', 'against req/s', 'p50', 'ratio', 'bar', 'verdict'],
      figures.map(rates),
    ),
    '',
    'CPU time for 1,000 requests, in ms, and resident memory of the server under this load',
    table(
      ['figure', 'program', 'its database', 'against', 'its database', 'ratio', 'program MB', 'against MB'],
      figures.map(costs),
    ),
    '',
    readingTable(readings),
    '',
  ].join('\n');
}

/** Readings with their bars. */
export function readingTable(readings: readonly Reading[]): string {
  return table(['reading', 'value', 'unit', 'bar', 'verdict'], readings.map(readingRow));
}

function rates(result: FigureResult): readonly string[] {
  const { title, lane, against, ratio, bar, p95BarMs } = result;
  const bars = bar === null ? '' : `${bar.toFixed(2)}${p95BarMs === null ? '' : `, p95 ${p95BarMs} ms`}`;
  return [
    title,
    number(lane.requestsPerSecond),
    milliseconds(lane.p50Ms),
    milliseconds(lane.p95Ms),
    milliseconds(lane.p99Ms),
    number(against.requestsPerSecond),
    milliseconds(against.p50Ms),
    ratio.toFixed(2),
    bars,
    verdictOf(result),
  ];
}

function costs({ title, lane, against, cpuRatio }: FigureResult): readonly string[] {
  const cpu = (value: number | null) => (value === null ? UNKNOWN : value.toFixed(0));
  const memory = (value: number | null) => (value === null ? UNKNOWN : (value / MEGABYTE).toFixed(0));
  return [
    title,
    cpu(lane.serverCpuMs),
    cpu(lane.databaseCpuMs),
    cpu(against.serverCpuMs),
    cpu(against.databaseCpuMs),
    cpuRatio === null ? UNKNOWN : cpuRatio.toFixed(2),
    memory(lane.residentBytes),
    memory(against.residentBytes),
  ];
}

function readingRow(reading: Reading): readonly string[] {
  const { title, value, unit, bar, atLeast = false } = reading;
  return [
    title,
    value === null ? UNKNOWN : number(value),
    unit,
    bar === null ? '' : `${atLeast ? '>=' : '<='} ${bar}`,
    readingVerdict(reading),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}
