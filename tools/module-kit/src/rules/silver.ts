import { typeCheck } from '../type-check.js';
import type { TierRule } from './tier-rule.js';
import { undescribed } from './undescribed.js';
import { unswept } from './unswept.js';
import { unemittedEvents, unrunJobs, untakenTransitions, untestedActions, untestedUpgrades } from './untested.js';

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
    faults: async (evidence) => [
      ...unswept(evidence.project.folder),
      ...((await evidence.tests()).code === 0 ? [] : ['npm test fails: correct what it names above.']),
    ],
  },
  {
    name: 'each action is tested for success and for a refusal',
    faults: async (evidence) => untestedActions(evidence.built.description, (await evidence.tests()).record),
  },
  {
    name: 'each event is emitted by a spec',
    faults: async (evidence) => unemittedEvents(evidence.built.description, (await evidence.tests()).record),
  },
  {
    name: 'each job is run by a spec',
    faults: async (evidence) => unrunJobs(evidence.built.description, (await evidence.tests()).record),
  },
  {
    name: 'each transition of a lifecycle is taken in a spec',
    faults: async (evidence) => untakenTransitions(evidence.built.description, (await evidence.tests()).record),
  },
  {
    name: 'each upgrade runs in a spec with records of an earlier version',
    faults: async (evidence) => untestedUpgrades(evidence.built.description, (await evidence.tests()).record),
  },
];
