import type { CapabilityFactory, ConnectionSettings, Logger } from '@cubit/core';
import type { AwaitEffects } from '@cubit/http';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { wiresCapability } from '@cubit/wires';

interface CapabilityOptions {
  /** Of the product's database. */
  readonly connection: ConnectionSettings;
  readonly log: Logger;
  /** Null: wake-ups travel through the database. */
  readonly redisUrl?: string | null;
  readonly wiresPaused?: boolean;
}

export interface Capabilities {
  readonly factories: readonly CapabilityFactory[];
  /** Makes `Prefer: wait` hold. */
  readonly awaitEffects: AwaitEffects;
}

/** What every instance has beside the kernel and its modules. All of it is woken by one queue. */
export function createCapabilities({
  connection,
  log,
  redisUrl = null,
  wiresPaused = false,
}: CapabilityOptions): Capabilities {
  const queue = createWakeQueue({ connection, log, ...(redisUrl === null ? {} : { redisUrl }) });
  const jobs = jobsCapability({ queue, roles: ['api', 'worker'] });
  const wires = wiresCapability({ queue, paused: wiresPaused });
  return {
    factories: [jobs, wires],
    awaitEffects: (workspaceId, eventIds, ms) => wires.awaitEffects(workspaceId, eventIds, ms),
  };
}
