import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '../data/api.js';
import type { Arena, ArenaOptions } from './arena.js';
import { runLoader, type Loaded } from './loader.js';
import { waitForIdleQueue } from '../program/wait-for-idle-queue.js';
import { judge, type Finding } from './verdict.js';
import { prepareWorkload } from './workload.js';

export interface ProofOptions {
  /** Duration of the load, extended if the kills take longer. */
  readonly seconds: number;
  readonly kills: number;
  /** Write requests per second. */
  readonly rate: number;
  readonly onProgress: (text: string) => void;
}

export interface Proof {
  readonly title: string;
  readonly loaded: Loaded;
  readonly struck: readonly string[];
  readonly seconds: number;
  /** From the last acknowledged write until no run is pending. */
  readonly settledMs: number;
  readonly findings: readonly Finding[];
}

const CLIENTS = 8;
const SETTLE_LIMIT_MS = 60_000;
/** A process is killed after a random time: while it starts, or under full load. */
const SHORTEST_LIFE_MS = 200;

/** Writes through the API while processes are killed, then compares the acknowledged changes with the stored ones. */
export async function prove(
  open: (options: ArenaOptions) => Promise<Arena>,
  { seconds, kills, rate, onProgress }: ProofOptions,
): Promise<Proof> {
  const folder = await mkdtemp(join(tmpdir(), 'cubit-crash-'));
  // If root started the program, its database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const arena = await open({ folder });
  try {
    const [origin = ''] = arena.origins;
    const workload = await prepareWorkload(origin);
    const startedAt = Date.now();
    let [acknowledged, isLoading] = [0, true];
    const loading = runLoader({
      origins: arena.origins,
      workload,
      rate,
      clients: CLIENTS,
      goOn: () => isLoading,
      onProgress: (count) => (acknowledged = count),
    });
    const striking = strikeAll(arena, {
      seconds,
      kills,
      onProgress: (text) => onProgress(`${String(acknowledged)} acknowledged; ${text}`),
    }).finally(() => (isLoading = false));
    const [struck, loaded] = await Promise.all([striking, loading]);
    const tookMs = Date.now() - startedAt;
    onProgress(`${String(acknowledged)} acknowledged; waiting for the last runs`);
    const api = createApi(origin, workload.token);
    const settledMs = await waitForIdleQueue(api, workload.path, SETTLE_LIMIT_MS);
    onProgress('comparing');
    const findings = await judge(api, workload, loaded);
    return { title: arena.title, loaded, struck, seconds: tookMs / 1_000, settledMs, findings };
  } finally {
    await arena.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Strikes {
  readonly seconds: number;
  readonly kills: number;
  readonly onProgress: (text: string) => void;
}

/** Kills at random times, with the other failures spread evenly among them. */
async function strikeAll(arena: Arena, { seconds, kills, onProgress }: Strikes): Promise<readonly string[]> {
  const struck: string[] = [];
  const endsAt = Date.now() + seconds * 1_000;
  const every = Math.ceil(kills / (arena.disasters.length + 1));
  for (let kill = 1; kill <= kills; kill += 1) {
    const share = Math.max(0, endsAt - Date.now()) / (kills - kill + 1);
    await sleep(SHORTEST_LIFE_MS + Math.random() * Math.max(0, share - SHORTEST_LIFE_MS));
    const disaster = kill % every === 0 ? arena.disasters[kill / every - 1] : undefined;
    if (disaster) struck.push(await disaster());
    struck.push(await arena.strike());
    onProgress(`kill ${String(kill)} of ${String(kills)}: ${struck.at(-1) ?? ''}`);
  }
  await sleep(Math.max(0, endsAt - Date.now()));
  return struck;
}
