import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createHistogram } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../crash/verdict.js';
import { createApi } from '../data/api.js';
import { startMeter, type Cost } from '../load/meter.js';
import { postmasterPid, startProduct } from '../program/product.js';
import { waitForIdleQueue } from '../program/wait-for-idle-queue.js';
import { residentBytes } from '../program/usage.js';
import { judgeFarm } from './judge-farm.js';
import { prepareFarm } from './prepare-farm.js';
import { runMachine, type Print } from './run-machine.js';

export interface FarmOptions {
  readonly machines: number;
  readonly seconds: number;
  readonly onProgress: (text: string) => void;
}

export interface FarmResult {
  readonly prints: number;
  readonly reports: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Seconds in which a machine sent no report because it still waited for an answer. */
  readonly late: number;
  readonly refused: readonly string[];
  readonly cost: Cost;
  /** Before the first report. */
  readonly residentBytesBefore: number | null;
  /** From the last answer until no run is pending. */
  readonly settledMs: number;
  readonly findings: readonly Finding[];
}

const US_PER_MS = 1_000;
const SETTLE_LIMIT_MS = 120_000;
const PROGRESS_EVERY_MS = 30_000;

/**
 * Starts the program on an empty folder, lets machines report each second, and compares their records with the
 * stored data.
 */
export async function runFarm({ machines: count, seconds, onProgress }: FarmOptions): Promise<FarmResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cubit-farm-'));
  // If root started the program, its database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const program = await startProduct({ dataDir: folder, output: join(folder, 'program.log') });
  try {
    const farm = await prepareFarm(program.origin, count);
    const anonymous = createApi(program.origin);
    const api = anonymous.as(farm.token);
    const prints: Print[] = [];
    const refused: string[] = [];
    const answers = createHistogram({ figures: 3 });
    let late = 0;
    const ledgers = {
      prints,
      answerMs: (ms: number) => answers.record(Math.max(1, Math.round(ms * US_PER_MS))),
      refused: (text: string) => void refused.push(text),
      late: () => void (late += 1),
    };
    const residentBytesBefore = await residentBytes(program.pid);
    const ended = await startMeter(program.pid, await postmasterPid(folder));
    const startedAt = Date.now();
    const endsAt = startedAt + seconds * 1_000;
    const progressTimer = setInterval(() => {
      onProgress(
        `${String(answers.count)} reports, ${String(prints.length)} prints, ${String(late)} late, p99 ${(answers.percentile(99) / US_PER_MS).toFixed(0)} ms`,
      );
    }, PROGRESS_EVERY_MS);
    try {
      await Promise.all(
        farm.machines.map((machine) =>
          runMachine({ farm, machine, api, anonymous, endsAt, random: Math.random, ledgers }),
        ),
      );
    } finally {
      clearInterval(progressTimer);
    }
    const tookMs = Date.now() - startedAt;
    const cost = await ended();
    onProgress('waiting for the last runs');
    const settledMs = await waitForIdleQueue(api, farm.path, SETTLE_LIMIT_MS);
    onProgress('comparing');
    const percentile = (share: number) => answers.percentile(share) / US_PER_MS;
    return {
      prints: prints.length,
      reports: answers.count,
      seconds: tookMs / 1_000,
      p50Ms: percentile(50),
      p95Ms: percentile(95),
      p99Ms: percentile(99),
      maxMs: answers.max / US_PER_MS,
      late,
      refused,
      cost,
      residentBytesBefore,
      settledMs,
      findings: await judgeFarm(api, farm, prints),
    };
  } finally {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
