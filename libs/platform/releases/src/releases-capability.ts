import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import type { Jobs } from '@cubit/jobs';
import { ANNOUNCE_JOB, announceJob } from './announcement/announce-job.js';
import { announceRoute } from './announcement/announce.route.js';
import { announcementRoutes } from './announcement/announcement.routes.js';
import { releaseTables } from './tables/0001-releases.js';

/** Release announcements of the instance, and the job that notifies workspaces. Requires the module `releases`. */
export function releasesCapability({ jobs }: { readonly jobs: Jobs }): CapabilityFactory {
  return {
    name: 'releases',
    migrations: {
      '0001-releases': { up: async (db: Kysely<unknown>) => void (await sql.raw(releaseTables).execute(db)) },
    },
    create(host) {
      jobs.define(ANNOUNCE_JOB, announceJob(host));
      const { services } = host;
      return { name: 'releases', routes: [announceRoute({ services, jobs }), ...announcementRoutes(services)] };
    },
  };
}
