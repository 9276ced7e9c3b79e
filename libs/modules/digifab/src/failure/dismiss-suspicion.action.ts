import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { failureDismissed, printResumed } from '../events/print-events.js';
import { printPayload } from '../job/job-payload.js';
import { jobRecord } from '../job/job.fields.js';
import { setPrintStatus } from '../job/set-print-status.js';
import { settings } from '../settings.js';
import { watchAfterDismissal } from './watch-score.js';

export const dismissSuspicion = defineAction({
  id: 'digifab:dismiss_suspicion',
  title: 'Dismiss suspicion',
  description:
    'Dismisses a suspected failure. Scores are ignored for the cooldown of the settings. A print that the detector paused is resumed.',
  appliesTo: [jobRecord],
  input: input({}),
  output: output({ resumed: Type.Boolean() }),
  emits: [failureDismissed, printResumed, machineStatusChanged, jobUpdated],
  effects: MOVES,
  settings,
  ui: {
    done: 'Dismissed the suspicion about {title}',
    icon: 'shield-check',
    order: 35,
    visible: { field: 'status', in: ['printing', 'paused'] },
  },
  example: { title: 'False alarm', input: {} },
  available: ({ fields: { watch } }) => watch?.suspected_at !== undefined || 'no failure is suspected',
  async run(context, job) {
    const { records, now, emit } = context;
    const resumed = job.fields.auto_paused && job.fields.status === 'paused';
    await records.update(jobRecord, job.id, { watch: watchAfterDismissal({ now }, context.settings) });
    emit(failureDismissed, { ...printPayload(job), resumed });
    if (resumed) await setPrintStatus(context, job, { status: 'printing' });
    return { resumed };
  },
});
