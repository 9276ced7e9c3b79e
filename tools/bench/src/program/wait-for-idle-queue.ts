import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../data/api.js';

const POLL_MS = 50;
/** Events become runs a moment after their commit. */
const QUIET_MS = 2_000;

/** Waits until no run of a wire or subscription is pending, at most `limitMs`. Returns the duration. */
export async function waitForIdleQueue(api: Api, workspacePath: string, limitMs: number): Promise<number> {
  const startedAt = performance.now();
  let quietSince: number | null = null;
  for (;;) {
    const open = await Promise.all(
      ['pending', 'running'].map((state) =>
        api.get<{ data: readonly unknown[] }>(`${workspacePath}/wire-runs?state=${state}&limit=1`),
      ),
    );
    const now = performance.now();
    quietSince = open.every(({ data }) => data.length === 0) ? (quietSince ?? now) : null;
    if (quietSince !== null && now - quietSince >= QUIET_MS) return quietSince - startedAt;
    if (now - startedAt > limitMs) return now - startedAt;
    await sleep(POLL_MS);
  }
}
