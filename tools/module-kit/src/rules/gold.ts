import { serverEntry } from '../project.js';
import { tableFaults } from './readme-tables.js';
import type { TierRule } from './tier-rule.js';
import { unloggedVersion } from './unlogged-version.js';
import { widePermissions } from './wide-permissions.js';

const REQUESTS = 2_000;

/** What a module needs to be recommended. */
export const GOLD: readonly TierRule[] = [
  {
    name: `answers of ${REQUESTS} arbitrary requests are as the document describes them`,
    faults: async ({ project, built }) => (await serverEntry(project.folder)).requestFaults(built.value, REQUESTS),
  },
  {
    name: 'permissions are the least that the specs need',
    faults: async (evidence) => widePermissions(evidence.built.description, (await evidence.tests()).record),
  },
  {
    name: 'the tables of README.md are those of the module',
    faults: ({ project, built }) => tableFaults(project.folder, built.description),
  },
  {
    name: 'CHANGELOG.md has the version',
    faults: ({ project: { folder, manifest } }) => unloggedVersion(folder, manifest.version),
  },
];
