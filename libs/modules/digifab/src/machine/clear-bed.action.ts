import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, REPEATABLE } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineReady } from '../events/machine-events.js';
import { machineRecord } from './machine.fields.js';

export const clearBed = defineAction({
  id: 'digifab:clear_bed',
  title: 'Clear bed',
  description:
    'Records that the print was removed from the bed. The machine can then get the next job. Possible in every state.',
  appliesTo: [machineRecord],
  input: input({}),
  output: output({ changed: Type.Boolean({ description: 'False if the bed was already clear.' }) }),
  emits: [machineReady, ...jobEvents],
  agent: { words: ['remove the print', 'took it off', 'empty', 'free', 'ready for the next', 'plate'] },
  effects: REPEATABLE,
  ui: {
    done: 'Cleared the bed of {title}',
    icon: 'brush',
    tone: 'primary',
    key: 'c',
    order: 10,
    bulk: true,
    visible: { field: 'needs_clear', is: true },
  },
  example: { title: 'Cleared', input: {} },
  async run({ records }, { id, fields: { needs_clear: changed } }) {
    await records.update(machineRecord, id, { needs_clear: false, bed_job: null });
    return { changed };
  },
});
