import { describe, expect, it } from '@jest/globals';
import type { FigureResult, LaneResult } from '../load/measure.js';
import { report } from './report.js';
import { readingVerdict, verdictOf, type Reading } from './results.js';

const lane: LaneResult = {
  requestsPerSecond: 1_234.5,
  p50Ms: 1.25,
  p95Ms: 29.9,
  p99Ms: 120,
  requests: 5_000,
  serverCpuMs: 400,
  databaseCpuMs: 300,
  residentBytes: 140_000_000,
};
const figure: FigureResult = {
  id: 'list',
  title: 'list 50',
  lane,
  against: lane,
  ratio: 0.6,
  cpuRatio: 0.7,
  bar: 0.6,
  p95BarMs: 30,
};
const reading: Reading = { id: 'start-warm', title: 'start', value: 900, unit: 'ms', bar: 2_000 };

describe('the verdict on a figure', () => {
  it.each([
    ['at its bar', figure, 'ok'],
    ['below its bar', { ...figure, ratio: 0.59 }, 'below'],
    ['too slow at p95', { ...figure, lane: { ...lane, p95Ms: 30 } }, 'below'],
    ['without a bar', { ...figure, bar: null, ratio: 0.1 }, ''],
  ])('%s', (_case, result, verdict) => {
    expect(verdictOf(result)).toBe(verdict);
  });
});

describe('the verdict on a reading', () => {
  it.each([
    ['within its bar', reading, 'ok'],
    ['above its bar', { ...reading, value: 2_001 }, 'above'],
    ['unknown on this system', { ...reading, value: null }, ''],
    ['without a bar', { ...reading, bar: null }, ''],
  ])('%s', (_case, given, verdict) => {
    expect(readingVerdict(given)).toBe(verdict);
  });
});

describe('the report', () => {
  const text = report({
    machine: '2 cores',
    data: '100000 parts',
    figures: [figure, { ...figure, title: 'other', lane: { ...lane, serverCpuMs: null }, cpuRatio: null }],
    readings: [reading],
    statements: {},
  });

  it('starts with the machine and the data', () => {
    expect(text.split('\n').slice(0, 2)).toEqual(['2 cores', '100000 parts']);
  });

  it('shows rates, latencies, ratio, bar and verdict of each figure', () => {
    expect(text).toMatch(/^list 50 +1,235 +1\.3 ms +29\.9 ms +120 ms +1,235 +1\.3 ms +0\.60 +0\.60, p95 30 ms +ok$/m);
  });

  it('marks figures that the system does not report', () => {
    expect(text).toMatch(/^other +\? +300 +400 +300 +\? +140 +140$/m);
  });

  it('shows readings with their bars', () => {
    expect(text).toMatch(/^start +900 +ms +<= 2000 +ok$/m);
  });
});
