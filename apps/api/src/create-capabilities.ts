import type { CapabilityFactory, ConnectionSettings, Logger, Mailer } from '@cubit/core';
import { fieldsCapability } from '@cubit/fields';
import { filesCapability, type FilesSettings } from '@cubit/files';
import type { AwaitEffects } from '@cubit/http';
import { integrationsCapability } from '@cubit/integrations';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { notificationsCapability, type NotificationsOptions } from '@cubit/notifications';
import { transferCapability } from '@cubit/transfer';
import { viewsCapability } from '@cubit/views';
import { readView } from './read-view.js';
import { wiresCapability } from '@cubit/wires';
import type { Role } from './configuration.js';

export interface CapabilityOptions {
  /** Of the product's database. */
  readonly connection: ConnectionSettings;
  readonly log: Logger;
  readonly files: FilesSettings;
  /** Null: wake-ups travel through the database. */
  readonly redisUrl?: string | null;
  /** What this process does. Default both. */
  readonly roles?: readonly Role[];
  readonly wiresPaused?: boolean;
  readonly mailer: Mailer;
  /** Opens addresses that are not public to channels. Default false. */
  readonly allowInternalWebhooks?: boolean;
  /** How names of receivers become addresses. Default: as the machine does. */
  readonly resolve?: NotificationsOptions['resolve'];
  /** Bytes of a file to be imported. */
  readonly importMaxBytes: number;
  /** Bytes of the archive of a workspace, unpacked. */
  readonly archiveMaxBytes: number;
  /** Days that jobs and wire runs are kept which have ended. */
  readonly runDays?: number;
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
  mailer,
  allowInternalWebhooks = false,
  resolve,
  importMaxBytes,
  archiveMaxBytes,
  runDays,
}: CapabilityOptions): Capabilities {
  const queue = createWakeQueue({ connection, log, ...(redisUrl === null ? {} : { redisUrl }) });
  const kept = runDays === undefined ? {} : { keptDays: runDays };
  const jobs = jobsCapability({ queue, roles, ...kept });
  const wires = wiresCapability({ queue, runs: roles.includes('worker'), paused: wiresPaused, ...kept });
  const files = filesCapability({ ...fileSettings, sweeps: roles.includes('worker') });
  const notifications = notificationsCapability({
    queue,
    mailer,
    delivers: roles.includes('worker'),
    allowInternal: allowInternalWebhooks,
    ...(resolve ? { resolve } : {}),
  });
  return {
    factories: [
      jobs,
      wires,
      files,
      notifications,
      transferCapability({
        jobs: jobs.jobs,
        readView,
        maxBytes: importMaxBytes,
        archiveMaxBytes,
      }),
      integrationsCapability(),
      fieldsCapability({ jobs: jobs.jobs }),
      viewsCapability,
    ],
    awaitEffects: (workspaceId, eventIds, ms) => wires.awaitEffects(workspaceId, eventIds, ms),
  };
}
