import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { failureDismissed, printResumed } from '../events/print-events.js';
import { aboutPrint } from '../job/about-job.js';
import { jobRecord } from '../job/job.fields.js';
import { turnPrint } from '../job/turn-print.js';
import { settingsOf } from '../settings.js';
import { rearmed } from './watch-score.js';

export const dismissSuspicion = defineAction({
  id: 'digifab:dismiss_suspicion',
  title: 'Not a failure',
  description:
    'The detector was wrong: it is quiet for a while and armed again then. A print that it has paused goes on.',
  appliesTo: [jobRecord],
  input: input({}),
  output: output({ resumed: Type.Boolean() }),
  emits: [failureDismissed, printResumed, machineStatusChanged, jobUpdated],
  effects: MOVES,
  example: { title: 'It is a shadow', input: {} },
  available: ({ fields: { watch } }) => watch?.suspected_at !== undefined || 'nothing is suspected',
  async run(context, job) {
    const { records, now, emit } = context;
    const resumed = job.fields.auto_paused && job.fields.status === 'paused';
    await records.update(jobRecord, job.id, { watch: rearmed({ now }, settingsOf(context)) });
    emit(failureDismissed, { ...aboutPrint(job), resumed });
    if (resumed) await turnPrint(context, job, { status: 'printing' });
    return { resumed };
  },
});
