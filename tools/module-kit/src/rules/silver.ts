import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeCheck } from '../type-check.js';
import type { TierRule } from './tier-rule.js';
import { undescribed } from './undescribed.js';

const SUCCESS = 300;

/** What authors and agents can rely on. */
export const SILVER: readonly TierRule[] = [
  { name: 'everything has a title and a description', faults: ({ built }) => undescribed(built.description) },
  {
    name: 'the types are right',
    faults: async ({ project }) => {
      const { code, text } = await typeCheck(project);
      return code === 0 ? [] : [text.trim()];
    },
  },
  {
    name: 'the specs pass, and moduleSweep is one of them',
    faults: async (evidence) => {
      const specs = globSync('src/**/*.{test,spec}.ts', { cwd: evidence.project.folder });
      const isSwept = specs.some((file) =>
        /\bmoduleSweep\(/.test(readFileSync(join(evidence.project.folder, file), 'utf8')),
      );
      return [
        ...(isSwept ? [] : ['No spec calls moduleSweep: add one that does.']),
        ...((await evidence.tests()).code === 0 ? [] : ['npm test fails: correct what it names above.']),
      ];
    },
  },
  {
    name: 'each action is tested for success and for a refusal',
    faults: async (evidence) => {
      const { actions } = (await evidence.tests()).record;
      return evidence.built.description.actions.flatMap(({ id }) => {
        const statuses = actions[id] ?? [];
        return [
          ...(statuses.some((status) => status < SUCCESS)
            ? []
            : [`No spec runs action '${id}' successfully: add one.`]),
          ...(statuses.some((status) => status >= SUCCESS) ? [] : [`No spec has action '${id}' refused: add one.`]),
        ];
      });
    },
  },
  {
    name: 'each event is emitted by a spec',
    faults: async (evidence) => {
      const emitted = new Set((await evidence.tests()).record.events);
      return evidence.built.description.events
        .filter(({ name }) => !emitted.has(name))
        .map(({ name }) => `No spec has event '${name}' emitted: add one.`);
    },
  },
];
