import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, REPEATABLE } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineReady } from '../events/machine-events.js';
import { machineRecord } from './machine.fields.js';

export const clearBed = defineAction({
  id: 'digifab:clear_bed',
  title: 'Bed is clear',
  description: 'The print is off the bed: the machine may be given the next job. In whatever state it is.',
  appliesTo: [machineRecord],
  input: input({}),
  output: output({ changed: Type.Boolean({ description: 'False where it was clear already.' }) }),
  emits: [machineReady, ...jobEvents],
  effects: REPEATABLE,
  example: { title: 'Cleared', input: {} },
  async run({ records }, { id, fields: { needs_clear: changed } }) {
    await records.update(machineRecord, id, { needs_clear: false, bed_job: null });
    return { changed };
  },
});
