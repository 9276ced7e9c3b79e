import { defineKind } from '@cubit/core';
import { runCompleted } from '../events/machine-events.js';
import { scheduleWhen } from '../queue/schedule-when.js';
import { runFields } from './run.fields.js';
import { updateCompletion } from './update-completion.js';
import { runHints } from './run.hints.js';

export const run = defineKind({
  id: 'digifab:run',
  title: ['Run', 'Runs'],
  description: 'Makes a number of good pieces of one file. It queues jobs until they are made.',
  fields: runFields,
  titleField: 'name',
  index: ['status'],
  lifecycle: {
    field: 'status',
    initial: ['active', 'paused'],
    states: {
      active: { to: { paused: 'direct', cancelled: 'direct', completed: 'direct' } },
      paused: { to: { active: 'direct', cancelled: 'direct', completed: 'direct' } },
      completed: { to: { active: 'direct' } },
      cancelled: { to: {} },
    },
  },
  emits: [runCompleted],
  ui: runHints,
  example: {
    name: '40 brackets',
    file: '0192f0c1-2d3e-7000-8000-000000000003',
    pool: '0192f0c1-2d3e-7000-8000-000000000006',
    target_qty: 40,
    per_plate: 4,
  },
  beforeWrite(_context, drafts) {
    for (const draft of drafts) if (draft.operation === 'update') updateCompletion(draft);
  },
  async onWrite(context, changes) {
    const completed = changes.filter(
      ({ before, after }) => after.fields.status === 'completed' && before?.fields.status !== 'completed',
    );
    for (const { after } of completed) {
      const { name, target_qty: targetQty, done_qty: doneQty, scrapped_qty: scrappedQty } = after.fields;
      context.emit(runCompleted, { runId: after.id, name, targetQty, doneQty, scrappedQty });
    }
    await scheduleWhen(context, true);
  },
});
