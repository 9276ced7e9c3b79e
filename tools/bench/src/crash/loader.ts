import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Workload } from './workload.js';

/** The acknowledged changes, and the number of repeated requests. */
export interface Loaded {
  readonly parts: readonly string[];
  readonly uses: number;
  /**
   * Requests that broke off, or reached a server that was not ready, and were repeated with the same idempotency
   * key.
   */
  readonly repeated: number;
}

export interface LoaderOptions {
  /** The present addresses of the program. */
  readonly origins: readonly string[];
  readonly workload: Workload;
  /** Write requests per second of all clients together. */
  readonly rate: number;
  readonly clients: number;
  /** Whether to start another request. Started requests are always completed. */
  readonly goOn: () => boolean;
  readonly onProgress: (acknowledged: number) => void;
}

const RETRY_AFTER_MS = 100;
const REQUEST_TIMEOUT_MS = 10_000;
const GIVE_UP_AFTER_MS = 60_000;
/** One in this many requests uses stock instead of emitting an event. */
const USE_EVERY = 4;

/** Clients that write without pause. Each repeats its request, with one idempotency key, until it is acknowledged. */
export async function runLoader(options: LoaderOptions): Promise<Loaded> {
  const parts: string[] = [];
  let [uses, repeated, sent] = [0, 0, 0];
  const { workload, goOn, rate, clients } = options;
  const pauseMs = (clients / rate) * 1_000;
  const client = async () => {
    while (goOn()) {
      const startedAt = performance.now();
      sent += 1;
      const request = sent % USE_EVERY === 0 ? useOne(workload) : createPart(workload);
      const { body, tries } = await seeThrough(request, options);
      repeated += tries - 1;
      if (request.isUse) uses += 1;
      else parts.push((JSON.parse(body) as { id: string }).id);
      options.onProgress(parts.length + uses);
      await sleep(Math.max(0, pauseMs - (performance.now() - startedAt)));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { parts, uses, repeated };
}

interface Request {
  readonly path: string;
  readonly body: unknown;
  readonly isUse: boolean;
}

function createPart({ path }: Workload): Request {
  return { path: `${path}/modules/inventory/records/part`, body: { fields: { name: randomUUID() } }, isUse: false };
}

function useOne({ path, depot }: Workload): Request {
  const body = { record: { kind: 'inventory:part', id: depot }, input: { qty: 1 } };
  return { path: `${path}/modules/inventory/actions/use`, body, isUse: true };
}

async function seeThrough(
  { path, body }: Request,
  { origins, workload }: LoaderOptions,
): Promise<{ readonly body: string; readonly tries: number }> {
  const key = randomUUID();
  const givesUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (let tries = 1; ; tries += 1) {
    const origin = origins[tries % origins.length] ?? '';
    const answer = await send(`${origin}${path}`, { body, key, token: workload.token });
    if (answer !== null && answer.status < 300) return { body: answer.text, tries };
    // Unreachable, not ready, or still processing the first attempt. Any other error is unexpected.
    const isPassing = answer === null || answer.status === 503 || answer.text.includes('idempotency_key_in_use');
    if (!isPassing) throw new Error(`${path} gave ${String(answer.status)}: ${answer.text}`);
    if (Date.now() > givesUpAt) throw new Error(`${path} was not acknowledged within a minute.`);
    await sleep(RETRY_AFTER_MS);
  }
}

async function send(
  url: string,
  { body, key, token }: { readonly body: unknown; readonly key: string; readonly token: string },
): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    // The connection broke or was refused: the server was killed.
    return null;
  }
}
