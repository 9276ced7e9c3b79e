import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverEntry } from '../project.js';
import { tablesOf, withTables } from './readme-tables.js';
import type { TierRule } from './tier-rule.js';
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
    faults: ({ project, built }) => {
      const page = readFileSync(join(project.folder, 'README.md'), 'utf8');
      return withTables(page, tablesOf(built.description)) === page
        ? []
        : ['The tables differ: cubit-module check --fix writes them.'];
    },
  },
  {
    name: 'CHANGELOG.md has the version',
    faults: ({ project: { folder, manifest } }) => {
      const path = join(folder, 'CHANGELOG.md');
      const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const isThere = page.split('\n').some((line) => line.startsWith('## ') && line.includes(manifest.version));
      return isThere ? [] : [`CHANGELOG.md has no heading '## ${manifest.version}': write what changed.`];
    },
  },
];
