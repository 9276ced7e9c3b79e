import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Figure, Lane, Target } from '../figures/figure.js';
import { runLoad } from './load.js';
import { median } from './median.js';
import { startMeter } from './meter.js';

/** One server under the load of one figure, over all rounds. */
export interface LaneResult {
  /** Median of the rounds. */
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** CPU time for a thousand requests, in milliseconds. */
  readonly serverCpuMs: number | null;
  readonly databaseCpuMs: number | null;
  /** Largest value at the end of a round. */
  readonly residentBytes: number | null;
}

export interface FigureResult {
  readonly id: string;
  readonly title: string;
  readonly lane: LaneResult;
  readonly against: LaneResult;
  /** Median of the ratios per round: each compares two adjacent stretches of time. */
  readonly ratio: number;
  /**
   * Ratio of the CPU times of the other side and this one, server and database together. Independent of other load
   * on the machine.
   */
  readonly cpuRatio: number | null;
  readonly bar: number | null;
  readonly p95BarMs: number | null;
}

export interface MeasureOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly servers: Readonly<Record<Target, { readonly origin: string; readonly pid: number }>>;
  readonly postmaster: number;
}

interface Round {
  readonly requests: number;
  readonly rate: number;
  readonly serverCpuSeconds: number | null;
  readonly databaseCpuSeconds: number | null;
  readonly residentBytes: number | null;
}

interface Tally {
  readonly lane: Lane;
  readonly rounds: Round[];
  readonly latency: RecordableHistogram;
}

const WARM_UP_SECONDS = 1;
const US_PER_MS = 1_000;
const MS_PER_SECOND = 1_000;
const PER_REQUESTS = 1_000;

/** Loads the two lanes in turns, so that other load of the machine affects both. */
export async function measure(figure: Figure, given: MeasureOptions): Promise<FigureResult> {
  const options = { ...given, connections: Math.min(given.connections, figure.mostConnections ?? Infinity) };
  const tallies = [figure.lane, figure.against].map((lane): Tally => ({
    lane,
    rounds: [],
    latency: createHistogram({ figures: 3 }),
  }));
  for (const { lane } of tallies) await load(lane, { ...options, seconds: Math.min(WARM_UP_SECONDS, options.seconds) });
  for (let round = 0; round < options.rounds; round += 1) for (const tally of tallies) await addRound(tally, options);
  const [lane, against] = tallies as [Tally, Tally];
  const [laneResult, againstResult] = [resultOf(lane), resultOf(against)];
  return {
    id: figure.id,
    title: figure.title,
    lane: laneResult,
    against: againstResult,
    ratio: median(lane.rounds.map(({ rate }, round) => rate / (against.rounds[round]?.rate ?? Number.NaN))),
    cpuRatio: ratioOf(cpuOf(againstResult), cpuOf(laneResult)),
    bar: figure.bar,
    p95BarMs: figure.p95BarMs ?? null,
  };
}

function load({ target, next }: Lane, { servers, headers, connections, seconds }: MeasureOptions) {
  return runLoad({
    origin: servers[target].origin,
    headers: { ...headers, 'content-type': 'application/json' },
    connections,
    seconds,
    next,
  });
}

async function addRound({ lane, rounds, latency }: Tally, options: MeasureOptions): Promise<void> {
  const stop = await startMeter(options.servers[lane.target].pid, options.postmaster);
  const loaded = await load(lane, options);
  latency.add(loaded.latency);
  rounds.push({ requests: loaded.requests, rate: loaded.requests / loaded.seconds, ...(await stop()) });
}

function resultOf({ rounds, latency }: Tally): LaneResult {
  const requests = sum(rounds.map((round) => round.requests));
  const perThousand = (seconds: readonly (number | null)[]) => {
    const known = seconds.filter((value) => value !== null);
    return known.length < seconds.length ? null : (sum(known) * MS_PER_SECOND * PER_REQUESTS) / requests;
  };
  const resident = rounds.map((round) => round.residentBytes).filter((bytes) => bytes !== null);
  return {
    requestsPerSecond: median(rounds.map(({ rate }) => rate)),
    p50Ms: latency.percentile(50) / US_PER_MS,
    p95Ms: latency.percentile(95) / US_PER_MS,
    p99Ms: latency.percentile(99) / US_PER_MS,
    requests,
    serverCpuMs: perThousand(rounds.map((round) => round.serverCpuSeconds)),
    databaseCpuMs: perThousand(rounds.map((round) => round.databaseCpuSeconds)),
    residentBytes: resident.length > 0 ? Math.max(...resident) : null,
  };
}

function cpuOf({ serverCpuMs, databaseCpuMs }: LaneResult): number | null {
  return serverCpuMs === null || databaseCpuMs === null ? null : serverCpuMs + databaseCpuMs;
}

function ratioOf(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left / right;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
