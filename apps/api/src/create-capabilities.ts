import type { CapabilityFactory, ConnectionSettings, Logger } from '@cubit/core';
import { fieldsCapability } from '@cubit/fields';
import { filesCapability, type FilesSettings } from '@cubit/files';
import type { AwaitEffects } from '@cubit/http';
import { integrationsCapability } from '@cubit/integrations';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { notificationsCapability } from '@cubit/notifications';
import { transferCapability } from '@cubit/transfer';
import { viewsCapability } from '@cubit/views';
import { wiresCapability } from '@cubit/wires';
import type { Role } from './configuration.js';

interface CapabilityOptions {
  /** Of the product's database. */
  readonly connection: ConnectionSettings;
  readonly log: Logger;
  readonly files: FilesSettings;
  /** Null: wake-ups travel through the database. */
  readonly redisUrl?: string | null;
  /** What this process does. Default both. */
  readonly roles?: readonly Role[];
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
  files: fileSettings,
  redisUrl = null,
  roles = ['api', 'worker'],
  wiresPaused = false,
}: CapabilityOptions): Capabilities {
  const queue = createWakeQueue({ connection, log, ...(redisUrl === null ? {} : { redisUrl }) });
  const jobs = jobsCapability({ queue, roles });
  const wires = wiresCapability({ queue, runs: roles.includes('worker'), paused: wiresPaused });
  const files = filesCapability({ ...fileSettings, sweeps: roles.includes('worker') });
  return {
    factories: [
      jobs,
      wires,
      files,
      notificationsCapability(),
      transferCapability({ jobs: jobs.jobs }),
      integrationsCapability(),
      fieldsCapability({ jobs: jobs.jobs }),
      viewsCapability,
    ],
    awaitEffects: (workspaceId, eventIds, ms) => wires.awaitEffects(workspaceId, eventIds, ms),
  };
}
