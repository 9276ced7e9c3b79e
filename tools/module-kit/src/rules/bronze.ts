import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importsOf, PROVIDED } from '../build.js';
import { placeFault } from '../place-fault.js';
import { serverEntry } from '../project.js';
import { packageFaults } from '../package-faults.js';
import type { TierRule } from './tier-rule.js';
import { unstatedEffects } from './unstated-effects.js';

const MAX_BYTES = 2 * 1024 * 1024;
/** Without access to the machine. */
const BUILT_INS = new Set(['node:buffer', 'node:url', 'node:util']);

/** What an instance needs of a module to take it. */
export const BRONZE: readonly TierRule[] = [
  {
    name: 'an instance accepts the declarations',
    faults: async ({ project, built }) => {
      const faults = (await serverEntry(project.folder)).moduleFaults(built.value);
      return faults.map((fault) => placeFault(project.folder, fault));
    },
  },
  {
    name: 'version and contract are those of package.json',
    faults: ({ project, built: { description } }) => [
      ...(description.version === project.manifest.version
        ? []
        : [
            `The module has version ${description.version}, package.json ${project.manifest.version}: write the version as a text in defineModule.`,
          ]),
      ...(description.contract === project.contract
        ? []
        : [
            `The module names contract ${description.contract}, package.json ${project.contract}: write the contract as a text in defineModule.`,
          ]),
    ],
  },
  {
    name: 'every action states its three effects',
    faults: ({ built }) => unstatedEffects(built.description),
  },
  {
    name: 'one file imports nothing but what the program provides',
    faults: async ({ project }) => {
      const file = join(project.folder, 'dist/index.js');
      const size = statSync(file).size;
      const imports = importsOf(await readFile(file, 'utf8'));
      return [
        ...(size > MAX_BYTES ? [`dist/index.js has ${size} bytes: import less; 2 MB are allowed.`] : []),
        ...imports
          .filter((name) => !PROVIDED.test(name) && !BUILT_INS.has(name))
          .map(
            (name) => `dist/index.js imports '${name}', which the program does not provide: use the context instead.`,
          ),
      ];
    },
  },
  {
    name: 'README, licence and repository are there',
    faults: ({ project: { folder, manifest } }) => [
      ...(existsSync(join(folder, 'README.md')) ? [] : ['README.md is missing: write what the module is for.']),
      ...(manifest.license ? [] : ['package.json has no license: add one, or "UNLICENSED".']),
      ...(manifest.repository ? [] : ['package.json has no repository: add the address of the sources.']),
    ],
  },
  {
    name: 'the archive is a sound package (publint, attw)',
    faults: async (evidence) => packageFaults(evidence.project.folder, await evidence.folder),
  },
];
