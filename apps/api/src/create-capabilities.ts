import type { CapabilityFactory } from '@cubit/runtime';
import type { ConnectionSettings } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import type { Mailer } from '@cubit/access';
import { driveCapability } from '@cubit/drive';
import { fieldsCapability } from '@cubit/fields';
import { feedbackCapability } from '@cubit/feedback';
import { filesCapability, type FilesSettings } from '@cubit/files';
import { integrationsCapability } from '@cubit/integrations';
import type { RateLimiter } from '@cubit/http';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { mcpCapability } from '@cubit/mcp';
import { notificationsCapability, type NotificationsOptions } from '@cubit/notifications';
import { oauthCapability } from '@cubit/oauth';
import { releasesCapability } from '@cubit/releases';
import { type ReadView, transferCapability } from '@cubit/transfer';
import { openView, viewsCapability } from '@cubit/views';
import { workshopSteps, WORKSHOP_MODULES } from './sample/workshop.js';
import { wiresCapability } from '@cubit/wires';
import type { Role } from './configuration.js';

export interface CapabilityOptions {
  /** Connection of the product's database. */
  readonly connection: ConnectionSettings;
  readonly log: Logger;
  readonly files: FilesSettings;
  /** Null: wake-ups are sent through the database. */
  readonly redisUrl?: string | null;
  /** Roles of this process. Default both. */
  readonly roles?: readonly Role[];
  readonly wiresPaused?: boolean;
  readonly mailer: Mailer;
  /** Allows requests to private addresses: of channels, and for metadata documents of OAuth clients. Default false. */
  readonly allowInternalWebhooks?: boolean;
  /** Resolves host names of receivers and OAuth clients. Default: the system's resolver. */
  readonly resolve?: NotificationsOptions['resolve'];
  /** Maximum size of an import file in bytes. */
  readonly importMaxBytes: number;
  /** Maximum unpacked size of a workspace archive in bytes. */
  readonly archiveMaxBytes: number;
  /** Retention of finished jobs and wire runs, in days. */
  readonly runDays?: number;
  /** Retention of the history, in days; null: forever. Default null. */
  readonly historyDays?: number | null;
  /** Counts the tool calls of agents; null: no limits. Called when requests are answered. Default: no limits. */
  readonly limiter?: () => RateLimiter | null;
}

/** Reads a saved view for an export. Parts of the view that no longer match its kind are ignored, as in the display. */
const readView: ReadView = async ({ database, now }, request, id) => {
  const { row, filter, sort, fields } = await openView(database.db, request, { id, now: now() });
  return { kind: row.kind, filter, sort, fields };
};

/** The capabilities of every instance, in addition to the kernel and its modules. One queue wakes all of them. */
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
  historyDays = null,
  limiter = () => null,
}: CapabilityOptions): readonly CapabilityFactory[] {
  const queue = createWakeQueue({ connection, log, ...(redisUrl === null ? {} : { redisUrl }) });
  const kept = runDays === undefined ? {} : { keptDays: runDays };
  const jobs = jobsCapability({ queue, roles, ...kept });
  const wires = wiresCapability({ runs: roles.includes('worker'), paused: wiresPaused, ...kept });
  const files = filesCapability({ ...fileSettings, sweeps: roles.includes('worker') });
  const outbound = { allowInternal: allowInternalWebhooks, ...(resolve ? { resolve } : {}) };
  const notifications = notificationsCapability({
    queue,
    mailer,
    delivers: roles.includes('worker'),
    ...outbound,
  });
  return [
    jobs,
    wires,
    files,
    notifications,
    transferCapability({
      jobs: jobs.jobs,
      readView,
      samples: { workshop: { modules: WORKSHOP_MODULES, steps: workshopSteps } },
      maxBytes: importMaxBytes,
      archiveMaxBytes,
      historyDays,
    }),
    integrationsCapability(),
    fieldsCapability({ jobs: jobs.jobs }),
    viewsCapability({ limiter }),
    driveCapability,
    mcpCapability({ limiter }),
    feedbackCapability,
    oauthCapability(outbound),
    releasesCapability({ jobs: jobs.jobs }),
  ];
}
